import { describe, it } from "vitest";
import { type StartUpstream, upstreamSuite } from "../../suites/index.ts";
import { startChatServer } from "../../testing/contract/chat-server.ts";
import { startMessagesServer } from "../../testing/contract/messages-server.ts";
import { inFrontOf } from "../../testing/contract/upstream-under-test.ts";
import { createAiSdkUpstream } from "./create-ai-sdk-upstream.ts";

const startBuiltIn: StartUpstream = async (script) => {
  const server = await startChatServer(script);
  return inFrontOf(server, await createAiSdkUpstream({ name: "chat", baseUrl: server.url, apiKey: "own-key" }));
};

const startPackage: StartUpstream = async (script) => {
  const server = await startMessagesServer(script);
  const named = { name: "claude", package: "@ai-sdk/anthropic" };
  return inFrontOf(server, await createAiSdkUpstream({ ...named, baseUrl: `${server.url}/v1`, apiKey: "own-key" }));
};

describe.each([
  ["the built-in provider of OpenAI-compatible models", startBuiltIn],
  ["a provider by the name of its package", startPackage],
])("%s as an upstream", (_name, start) => {
  it.each(upstreamSuite(start))("$title", ({ run }) => run());
});
