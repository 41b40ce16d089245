import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import { errorTypeOf } from "../../errors/error-types.ts";
import { type Script, type ScriptedTurn, turnOf } from "../../suites/scripted-turn.ts";
import { serve } from "../serve.ts";
import type { ContractServer } from "./chat-server.ts";
import { sendFaulty } from "./faulty-response.ts";

/** A strict Messages API that follows a script, faults included. */
export async function startMessagesServer(script: Script): Promise<ContractServer> {
  const bodies: string[] = [];
  const api = createStrictMessagesApi(() => contentOf(turnOf(script, bodies.length)));
  const server = await serve(async (request, body, response) => {
    const text = body.toString();
    bodies.push(text);
    const { failure, fault, isCut } = turnOf(script, bodies.length);
    if (failure !== undefined) {
      response.writeHead(failure.status, {
        "content-type": "application/json",
        "request-id": "req_of_the_upstream",
        ...(failure.retryAfter === undefined ? {} : { "retry-after": failure.retryAfter }),
      });
      response.end(
        JSON.stringify({ type: "error", error: { type: errorTypeOf(failure.status), message: failure.message } }),
      );
      return;
    }
    const answer = await api.fetch(`http://localhost${request.url}`, {
      method: "POST",
      headers: request.headers as Record<string, string>,
      body: text,
    });
    const answerText = cutIf(isCut === true, await answer.text());
    if (fault !== undefined && answer.ok) {
      const error = { type: "error", error: { type: "api_error", message: "The model crashed." } };
      sendFaulty(response, answerText, fault, `event: error\ndata: ${JSON.stringify(error)}\n\n`);
      return;
    }
    const { "content-length": _length, ...headers } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, headers);
    response.end(answerText);
  });
  return { ...server, bodies, rejected: api.rejected };
}

function contentOf({ thinking, text, calls = [] }: ScriptedTurn) {
  return [
    ...(thinking === undefined ? [] : [{ type: "thinking", thinking, signature: "signed-by-the-model" }]),
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input })),
  ];
}

function cutIf(isCut: boolean, text: string): string {
  return isCut ? text.replace('"stop_reason":"end_turn"', '"stop_reason":"max_tokens"') : text;
}
