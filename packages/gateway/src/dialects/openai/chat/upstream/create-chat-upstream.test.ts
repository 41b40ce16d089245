import { startChatServer } from "../../../../testing/contract/chat-server.ts";
import { describeUpstream } from "../../../../testing/contract/describe-upstream.ts";
import { createChatUpstream } from "./create-chat-upstream.ts";

describeUpstream("OpenAI's Chat Completions", async (script) => {
  const server = await startChatServer(script);
  return { server, upstream: createChatUpstream({ name: "chat", url: server.url }) };
});
