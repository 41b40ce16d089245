import { ApiRejection, rejectionResponse } from "./api/api-error.ts";
import type { RequestBody, WireBlock } from "./api/request-body.ts";
import { checkRequestFields } from "./check/check-fields.ts";
import { checkMessages } from "./check/check-messages.ts";
import { checkThinking, type KnownThinking, rememberThinking } from "./check/check-thinking.ts";
import { checkTools } from "./check/check-tools.ts";
import { type AnswerMessage, streamMessage } from "./message-stream.ts";
import { commonParts, renderPrompt, tokensOf, visibleTools } from "./prompt.ts";

/** The scripted model's response to a request: content blocks. It stops for tool use if one of them is a call. */
export type ScriptedModel = (body: RequestBody, requestNumber: number) => readonly WireBlock[];

/** An accepted request, and its cost. */
export interface AcceptedRequest {
  readonly body: RequestBody;
  readonly headers: Headers;
  /** The prompt that the model sees, in tokens (four characters each). */
  readonly promptTokens: number;
  /** The part of it that the previous request had cached. */
  readonly cachedTokens: number;
}

/** A Messages API without a model. */
export interface StrictMessagesApi {
  /** For the SDK's option `fetch`, or behind a server. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly accepted: readonly AcceptedRequest[];
  /** The API's messages for rejected requests. */
  readonly rejected: readonly string[];
}

/**
 * A Messages API that rejects what the real one rejects, with the same messages, and uses a script in place of the
 * model. The script may only call tools that the model could see: those in the prompt, and those loaded by a reference.
 */
export function createStrictMessagesApi(model: ScriptedModel): StrictMessagesApi {
  const accepted: AcceptedRequest[] = [];
  const rejected: string[] = [];
  const thinking: KnownThinking = new Map();
  let promptBefore: readonly string[] = [];

  const answer = async (request: Request): Promise<Response> => {
    const body = await readBody(request);
    checkThinking(body, thinking);
    const prompt = renderPrompt(body);
    const promptTokens = tokensOf(prompt);
    if (new URL(request.url).pathname.endsWith("/count_tokens")) return Response.json({ input_tokens: promptTokens });
    const cachedTokens = tokensOf(commonParts(promptBefore, prompt));
    promptBefore = prompt;
    accepted.push({ body, headers: request.headers, promptTokens, cachedTokens });
    const content = model(body, accepted.length);
    checkCalls(content, body);
    rememberThinking(content, thinking);
    const message = answerMessage(body, content, accepted.length, { promptTokens, cachedTokens });
    return body.stream === true
      ? streamMessage(message)
      : Response.json(message, { headers: { "request-id": "req_strict" } });
  };

  return {
    accepted,
    rejected,
    async fetch(input, init) {
      try {
        return await answer(new Request(input, init));
      } catch (error) {
        if (!(error instanceof ApiRejection)) throw error;
        rejected.push(error.message);
        return rejectionResponse(error);
      }
    },
  };
}

async function readBody(request: Request): Promise<RequestBody> {
  const { pathname } = new URL(request.url);
  if (request.method !== "POST" || !/\/v1\/messages(\/count_tokens)?$/.test(pathname)) {
    throw new ApiRejection(`Not found: ${request.method} ${pathname}`, { status: 404, type: "not_found_error" });
  }
  if (request.headers.get("authorization") === null && request.headers.get("x-api-key") === null) {
    throw new ApiRejection("x-api-key header is required", { status: 401, type: "authentication_error" });
  }
  const version = request.headers.get("anthropic-version");
  if (version === null) throw new ApiRejection("anthropic-version: header is required");
  const parsed = (await request.json()) as Record<string, unknown>;
  const isCount = pathname.endsWith("/count_tokens");
  checkRequestFields(isCount ? { max_tokens: 1, ...parsed } : parsed, version);
  const body = parsed as unknown as RequestBody;
  checkTools(body.tools ?? []);
  checkMessages(body.messages, body.tools ?? []);
  return body;
}

function checkCalls(content: readonly WireBlock[], body: RequestBody): void {
  const visible = visibleTools(body);
  for (const { type, name } of content) {
    if (type === "tool_use" && !visible.has(String(name))) {
      throw new Error(`The scripted model calls ${String(name)}, whose definition it cannot see.`);
    }
  }
}

function answerMessage(
  body: RequestBody,
  content: readonly WireBlock[],
  number: number,
  { promptTokens, cachedTokens }: { promptTokens: number; cachedTokens: number },
): AnswerMessage {
  return {
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    model: body.model,
    content,
    stop_reason: content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: {
      input_tokens: 0,
      cache_read_input_tokens: cachedTokens,
      cache_creation_input_tokens: promptTokens - cachedTokens,
      output_tokens: 1,
    },
  };
}
