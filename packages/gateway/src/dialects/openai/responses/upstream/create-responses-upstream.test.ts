import { describeUpstream } from "../../../../testing/contract/describe-upstream.ts";
import { startResponsesServer } from "../../../../testing/contract/responses-server.ts";
import { createResponsesUpstream } from "./create-responses-upstream.ts";

describeUpstream("A server of the Responses API", async (script) => {
  const server = await startResponsesServer(script);
  return { server, upstream: createResponsesUpstream({ name: "responses", url: server.url, apiKey: "key" }) };
});
