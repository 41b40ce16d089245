import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import { errorTypeOf } from "../../errors/error-types.ts";
import type { Script, ScriptedTurn } from "../../suites/scripted-turn.ts";
import { type ContractServer, startScriptedServer } from "./scripted-server.ts";

const crash = { type: "error", error: { type: "api_error", message: "The model crashed." } };

/** A strict Messages API that follows a script, faults included. */
export function startMessagesServer(script: Script): Promise<ContractServer> {
  return startScriptedServer(script, (currentTurn) => {
    const api = createStrictMessagesApi(() => contentOf(currentTurn()));
    return {
      rejected: api.rejected,
      fetch: (request) => api.fetch(request),
      failureBody: (status, message) => ({ type: "error", error: { type: errorTypeOf(status), message } }),
      errorEvent: `event: error\ndata: ${JSON.stringify(crash)}\n\n`,
      rewrite: (text, { isCut }) =>
        isCut === true ? text.replace('"stop_reason":"end_turn"', '"stop_reason":"max_tokens"') : text,
    };
  });
}

function contentOf({ thinking, text, calls = [] }: ScriptedTurn) {
  return [
    ...(thinking === undefined ? [] : [{ type: "thinking", thinking, signature: "signed-by-the-model" }]),
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input })),
  ];
}
