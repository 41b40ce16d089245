import { startChatServer } from "../../testing/contract/chat-server.ts";
import { describeUpstream } from "../../testing/contract/describe-upstream.ts";
import { createAiSdkUpstream } from "./create-ai-sdk-upstream.ts";

describeUpstream("A provider package of the AI SDK", async (script) => {
  const server = await startChatServer(script);
  const upstream = await createAiSdkUpstream({ name: "chat", baseUrl: server.url, apiKey: "own-key" });
  return { upstream, server };
});
