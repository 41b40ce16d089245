import { type Script, type ScriptedTurn, turnOf } from "../../suites/scripted-turn.ts";
import type { ResponsesAnswer } from "../responses-api/responses-request.ts";
import { createStrictResponsesApi, type StrictResponsesApi } from "../responses-api/strict-responses-api.ts";
import { serve } from "../serve.ts";
import type { ContractServer } from "./chat-server.ts";
import { sendFaulty } from "./faulty-response.ts";

/** A strict Responses API that follows a script, faults included. Its base URL ends in `/v1`. */
export async function startResponsesServer(
  script: Script,
): Promise<ContractServer & { readonly api: StrictResponsesApi }> {
  const bodies: string[] = [];
  const api = createStrictResponsesApi(() => answerOf(turnOf(script, bodies.length)));
  const server = await serve(async (request, body, response) => {
    const text = body.toString();
    if (request.method === "POST") bodies.push(text);
    const { failure, fault } = turnOf(script, bodies.length);
    if (failure !== undefined) {
      response.writeHead(failure.status, {
        "content-type": "application/json",
        ...(failure.retryAfter === undefined ? {} : { "retry-after": failure.retryAfter }),
      });
      response.end(JSON.stringify({ error: { message: failure.message, type: "error", param: null, code: null } }));
      return;
    }
    const answer = await api.fetch(
      new Request(`http://localhost${request.url}`, {
        method: request.method ?? "GET",
        headers: request.headers as Record<string, string>,
        ...(request.method === "POST" ? { body: text } : {}),
      }),
    );
    const answerText = await answer.text();
    if (fault !== undefined && answer.ok) {
      const error = { type: "error", code: "server_error", message: "The model crashed.", param: null };
      sendFaulty(response, answerText, fault, `event: error\ndata: ${JSON.stringify(error)}\n\n`);
      return;
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(answerText);
  });
  return { ...server, url: `${server.url}/v1`, bodies, rejected: api.rejected, api };
}

function answerOf({ thinking, text, calls, isCut }: ScriptedTurn): ResponsesAnswer {
  return {
    ...(thinking === undefined ? {} : { reasoning: thinking }),
    ...(text === undefined ? {} : { text }),
    ...(calls === undefined ? {} : { calls: calls.map(({ id, name, input }) => ({ id, name, arguments: input })) }),
    ...(isCut === true ? { incomplete: "max_output_tokens" } : {}),
  };
}
