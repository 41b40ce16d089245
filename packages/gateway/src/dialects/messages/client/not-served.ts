/** The API's unsupported endpoints, and why. `docs/gateway.md` holds the same table; a test compares the two. */
export const notServed: ReadonlyMap<string, string> = new Map([
  [
    "/v1/messages/batches",
    "a batch is answered later and outside of the gateway, where nobody could search or load its tools; send its requests to /v1/messages, or the batch to the upstream itself",
  ],
  ["/v1/complete", "it is the API from before messages, which knows no tools; use /v1/messages"],
  ["/v1/files", "files belong to an upstream; upload them there, and refer to them in messages"],
  ["/v1/skills", "skills belong to an upstream; manage them there"],
  ["/v1/organizations", "it manages an account of the upstream; call the upstream itself"],
]);
