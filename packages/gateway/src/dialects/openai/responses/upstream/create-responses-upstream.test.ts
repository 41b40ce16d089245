import { describe, it } from "vitest";
import { type StartUpstream, upstreamSuite } from "../../../../suites/index.ts";
import { startResponsesServer } from "../../../../testing/contract/responses-server.ts";
import { inFrontOf } from "../../../../testing/contract/upstream-under-test.ts";
import { createResponsesUpstream } from "./create-responses-upstream.ts";

const start: StartUpstream = async (script) => {
  const server = await startResponsesServer(script);
  return inFrontOf(server, createResponsesUpstream({ name: "responses", url: server.url, apiKey: "key" }));
};

describe("a server of OpenAI's Responses API as an upstream", () => {
  it.each(upstreamSuite(start))("$title", ({ run }) => run());
});
