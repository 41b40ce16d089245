import { type Script, type ScriptedTurn, turnOf } from "../../suites/scripted-turn.ts";
import type { ChatAnswer } from "../chat/chat-request.ts";
import { createStrictChatApi, type StrictChatApi } from "../chat/strict-chat-api.ts";
import { serve, type TestServer } from "../serve.ts";
import { sendFaulty } from "./faulty-response.ts";

/** A scripted server, and the bodies that came. */
export interface ContractServer extends TestServer {
  readonly bodies: readonly string[];
  readonly rejected: readonly string[];
}

/** A strict Chat Completions server that follows a script, faults included. Its base URL ends in `/v1`. */
export async function startChatServer(script: Script): Promise<ContractServer & { readonly api: StrictChatApi }> {
  const bodies: string[] = [];
  const api = createStrictChatApi(() => chatAnswer(turnOf(script, bodies.length)), { takesReasoning: true });
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
      sendFaulty(response, answerText, fault, 'data: {"error":{"message":"The model crashed.","code":500}}\n\n');
      return;
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(answerText);
  });
  return { ...server, url: `${server.url}/v1`, bodies, rejected: api.rejected, api };
}

function chatAnswer({ thinking, text, calls, isCut }: ScriptedTurn): ChatAnswer {
  return {
    ...(thinking === undefined ? {} : { reasoning: thinking }),
    ...(text === undefined ? {} : { text }),
    ...(calls === undefined ? {} : { calls: calls.map(({ id, name, input }) => ({ id, name, arguments: input })) }),
    ...(isCut === true ? { finishReason: "length" } : {}),
  };
}
