import type { PrefixReading } from "../prefix-meter.ts";
import type { AnswerFetch } from "../serve.ts";

/** An error in OpenAI's envelope. */
export class OpenAiRejection extends Error {
  override readonly name = "OpenAiRejection";
  readonly status: number;
  readonly code: string | null;
  readonly param: string | null;

  constructor(message: string, options: { status?: number; code?: string | null; param?: string | null } = {}) {
    super(message);
    this.status = options.status ?? 400;
    this.code = options.code ?? null;
    this.param = options.param ?? null;
  }
}

/** A request that was accepted, and what a prompt cache could reuse of it. */
export interface AcceptedRequest<Body> {
  readonly body: Body;
  /** The bytes, for comparing. */
  readonly text: string;
  readonly headers: Headers;
  readonly prefix: PrefixReading;
}

/** One of OpenAI's APIs without a model: it refuses what the real one refuses, in its words, and a script says the answers. */
export interface StrictApi<Body> {
  readonly fetch: AnswerFetch;
  readonly accepted: readonly AcceptedRequest<Body>[];
  /** What was refused, in the API's words. */
  readonly rejected: readonly string[];
}

/** `answer` adds what it accepts to the list that it gets, and throws an `OpenAiRejection` for what it refuses. */
export function createStrictApi<Body>(
  answer: (request: Request, accepted: AcceptedRequest<Body>[]) => Promise<Response>,
): StrictApi<Body> {
  const accepted: AcceptedRequest<Body>[] = [];
  const rejected: string[] = [];
  return {
    accepted,
    rejected,
    async fetch(request) {
      try {
        return await answer(request, accepted);
      } catch (error) {
        if (!(error instanceof OpenAiRejection)) throw error;
        rejected.push(error.message);
        return rejectionResponse(error);
      }
    },
  };
}

/** Refuses a request without a key. */
export function checkKey({ headers }: Request): void {
  if (/^Bearer ./.test(headers.get("authorization") ?? "")) return;
  throw new OpenAiRejection("You didn't provide an API key.", { status: 401, code: "invalid_api_key" });
}

function rejectionResponse({ message, status, code, param }: OpenAiRejection): Response {
  const error = { message, type: status === 401 ? "authentication_error" : "invalid_request_error", param, code };
  return Response.json({ error }, { status, headers: { "x-request-id": "req_strict" } });
}
