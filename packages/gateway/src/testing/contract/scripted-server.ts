import { type Script, type ScriptedTurn, turnOf } from "../../suites/scripted-turn.ts";
import { type AnswerFetch, serve, type TestServer } from "../serve.ts";
import { sendFaulty } from "./faulty-response.ts";

/** A scripted server, and the bodies that it received. */
export interface ContractServer extends TestServer {
  readonly bodies: readonly string[];
  readonly rejected: readonly string[];
}

/** The API that a scripted server speaks. */
interface ScriptedApi {
  readonly rejected: readonly string[];
  readonly fetch: AnswerFetch;
  /** The body of a failure that the script asks for. */
  readonly failureBody: (status: number, message: string) => object;
  /** The event of a stream that fails. */
  readonly errorEvent: string;
  /** What is written instead of an answer. Default: the answer itself. */
  readonly rewrite?: (text: string, turn: ScriptedTurn) => string;
}

/** Serves a strict API that follows a script, faults included. `createApi` gets what says which turn it is. */
export async function startScriptedServer<Api extends ScriptedApi>(
  script: Script,
  createApi: (currentTurn: () => ScriptedTurn) => Api,
): Promise<ContractServer & { readonly api: Api }> {
  const bodies: string[] = [];
  const currentTurn = (): ScriptedTurn => turnOf(script, bodies.length);
  const api = createApi(currentTurn);
  const server = await serve(async (request, body, response) => {
    const sent = body.toString();
    if (request.method === "POST") bodies.push(sent);
    const turn = currentTurn();
    const { failure, fault } = turn;
    if (failure !== undefined) {
      response.writeHead(failure.status, {
        "content-type": "application/json",
        "request-id": "req_of_the_upstream",
        ...(failure.retryAfter !== undefined && { "retry-after": failure.retryAfter }),
      });
      response.end(JSON.stringify(api.failureBody(failure.status, failure.message)));
      return;
    }
    const answer = await api.fetch(
      new Request(`http://localhost${request.url}`, {
        method: request.method ?? "GET",
        headers: request.headers as Record<string, string>,
        ...(request.method === "POST" && { body: sent }),
      }),
    );
    const answered = await answer.text();
    const text = api.rewrite?.(answered, turn) ?? answered;
    if (fault !== undefined && answer.ok) {
      sendFaulty(response, text, fault, api.errorEvent);
      return;
    }
    const { "content-length": _length, ...headers } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, headers);
    response.end(text);
  });
  return { ...server, bodies, rejected: api.rejected, api };
}

/** What the servers of OpenAI's APIs share: their base URL ends in `/v1`, and they report failures in the same way. */
export const openAiFailure: Pick<ScriptedApi, "failureBody"> = {
  failureBody: (_status, message) => ({ error: { message, type: "error", param: null, code: null } }),
};
