import type { Script, ScriptedTurn } from "../../suites/scripted-turn.ts";
import type { ChatAnswer } from "../chat/chat-request.ts";
import { createStrictChatApi, type StrictChatApi } from "../chat/strict-chat-api.ts";
import { type ContractServer, openAiFailure, startScriptedServer } from "./scripted-server.ts";

/** A strict Chat Completions server that follows a script, faults included. Its base URL ends in `/v1`. */
export async function startChatServer(script: Script): Promise<ContractServer & { readonly api: StrictChatApi }> {
  const server = await startScriptedServer(script, (currentTurn) => ({
    ...createStrictChatApi(() => answerOf(currentTurn()), { takesReasoning: true }),
    ...openAiFailure,
    errorEvent: 'data: {"error":{"message":"The model crashed.","code":500}}\n\n',
  }));
  return { ...server, url: `${server.url}/v1` };
}

function answerOf({ thinking, text, calls, isCut }: ScriptedTurn): ChatAnswer {
  return {
    ...(thinking === undefined ? {} : { reasoning: thinking }),
    ...(text === undefined ? {} : { text }),
    ...(calls === undefined ? {} : { calls: calls.map(({ id, name, input }) => ({ id, name, arguments: input })) }),
    ...(isCut === true ? { finishReason: "length" } : {}),
  };
}
