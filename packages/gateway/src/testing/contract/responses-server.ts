import type { Script, ScriptedTurn } from "../../suites/scripted-turn.ts";
import type { ResponsesAnswer } from "../responses-api/responses-request.ts";
import { createStrictResponsesApi, type StrictResponsesApi } from "../responses-api/strict-responses-api.ts";
import { type ContractServer, openAiFailure, startScriptedServer } from "./scripted-server.ts";

const crash = { type: "error", code: "server_error", message: "The model crashed.", param: null };

/** A strict Responses API that follows a script, faults included. Its base URL ends in `/v1`. */
export async function startResponsesServer(
  script: Script,
): Promise<ContractServer & { readonly api: StrictResponsesApi }> {
  const server = await startScriptedServer(script, (currentTurn) => ({
    ...createStrictResponsesApi(() => answerOf(currentTurn())),
    ...openAiFailure,
    errorEvent: `event: error\ndata: ${JSON.stringify(crash)}\n\n`,
  }));
  return { ...server, url: `${server.url}/v1` };
}

function answerOf({ thinking, text, calls, isCut }: ScriptedTurn): ResponsesAnswer {
  return {
    ...(thinking === undefined ? {} : { reasoning: thinking }),
    ...(text === undefined ? {} : { text }),
    ...(calls === undefined ? {} : { calls: calls.map(({ id, name, input }) => ({ id, name, arguments: input })) }),
    ...(isCut === true ? { incomplete: "max_output_tokens" } : {}),
  };
}
