const ownWork = "it has nothing to do with tools; call the upstream itself";
const stored = "it is stored at OpenAI; call OpenAI itself";
const account = "it manages an account of the upstream; call the upstream itself";

/** Paths of OpenAI's API that are not served, and why. `docs/gateway.md` holds the same table; a test compares the two. */
export const notServed: ReadonlyMap<string, string> = new Map([
  ["/v1/completions", "it is the API from before messages, which knows no tools; use /v1/chat/completions"],
  ["/v1/chat/completions/:id", "chat completions are not stored; use /v1/responses for answers that are"],
  ["/v1/responses/compact", "the gateway does not compact conversations; the client can"],
  ["/v1/conversations", "the gateway does not store conversations; send them whole"],
  ["/v1/assistants", "the Assistants API is deprecated; use /v1/responses"],
  ["/v1/threads", "the Assistants API is deprecated; use /v1/responses"],
  ["/v1/batches", "a batch is answered later and outside of the gateway; send its requests one by one"],
  ["/v1/realtime", "only HTTP is served; use /v1/responses"],
  ["/v1/live", "only HTTP is served; use /v1/responses"],
  ["/v1/agents", "agents run at OpenAI; call OpenAI itself"],
  ["/v1/chatkit", "its sessions run at OpenAI; call OpenAI itself"],
  ["/v1/embeddings", ownWork],
  ["/v1/moderations", ownWork],
  ["/v1/images", ownWork],
  ["/v1/audio", ownWork],
  ["/v1/videos", ownWork],
  ["/v1/fine_tuning", ownWork],
  ["/v1/evals", ownWork],
  ["/v1/decisions", ownWork],
  ["/v1/content_provenance_checks", ownWork],
  ["/v1/files", "files belong to an upstream; upload them there, and refer to them in messages"],
  ["/v1/skills", "skills belong to an upstream; manage them there"],
  ["/v1/organization", account],
  ["/v1/projects", account],
  ["/v1/safety", account],
  ["/v1/webhook_endpoints", account],
  ["/v1/webhook_event_types", account],
  ["/v1/vaults", stored],
  ["/v1/uploads", stored],
  ["/v1/vector_stores", stored],
  ["/v1/containers", stored],
]);
