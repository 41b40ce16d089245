import { startChatServer } from "../../testing/contract/chat-server.ts";
import { describeUpstream } from "../../testing/contract/describe-upstream.ts";
import { startMessagesServer } from "../../testing/contract/messages-server.ts";
import { createAiSdkUpstream } from "./create-ai-sdk-upstream.ts";

describeUpstream("The built-in provider of OpenAI-compatible models", async (script) => {
  const server = await startChatServer(script);
  const upstream = await createAiSdkUpstream({ name: "chat", baseUrl: server.url, apiKey: "own-key" });
  return { upstream, server };
});

describeUpstream("A provider by the name of its package", async (script) => {
  const server = await startMessagesServer(script);
  const baseUrl = `${server.url}/v1`;
  const upstream = await createAiSdkUpstream({
    name: "claude",
    package: "@ai-sdk/anthropic",
    baseUrl,
    apiKey: "own-key",
  });
  return { upstream, server };
});
