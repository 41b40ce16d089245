import { describe, it } from "vitest";
import { type StartUpstream, upstreamSuite } from "../../../../suites/index.ts";
import { startChatServer } from "../../../../testing/contract/chat-server.ts";
import { inFrontOf } from "../../../../testing/contract/upstream-under-test.ts";
import { createChatUpstream } from "./create-chat-upstream.ts";

const start: StartUpstream = async (script) => {
  const server = await startChatServer(script);
  return inFrontOf(server, createChatUpstream({ name: "chat", url: server.url }));
};

describe("a server of OpenAI's Chat Completions as an upstream", () => {
  it.each(upstreamSuite(start))("$title", ({ run }) => run());
});
