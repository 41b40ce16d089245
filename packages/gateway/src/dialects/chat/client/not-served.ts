/** Other endpoints of OpenAI's API, and why they are not here. `docs/dialects.md` holds the same table; a test compares the two. */
export const notServed: ReadonlyMap<string, string> = new Map([
  ["/v1/responses", "the Responses API is not translated; use /v1/chat/completions"],
  ["/v1/completions", "it is the API from before messages, which knows no tools; use /v1/chat/completions"],
  ["/v1/embeddings", "embeddings have nothing to do with tools; send them to the upstream itself"],
  ["/v1/moderations", "moderations have nothing to do with tools; send them to the upstream itself"],
  ["/v1/images", "images have nothing to do with tools; send them to the upstream itself"],
  ["/v1/audio", "audio has nothing to do with tools; send it to the upstream itself"],
  ["/v1/batches", "a batch is answered later and outside of the gateway; send its requests to /v1/chat/completions"],
]);
