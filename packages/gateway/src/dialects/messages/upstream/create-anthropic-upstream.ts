import { type StartTimer, startBackgroundTimer } from "@toolcrib/shared/timers";
import type { AnswerEvent, AnswerMessage } from "../../../contracts/inner-form.ts";
import { messagesDialectName } from "../../../contracts/messages-dialect-name.ts";
import type { Credentials, RawRequest, RawResponse, Upstream, UpstreamCall } from "../../../contracts/upstream.ts";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import { abortOf, createHttpCaller } from "../../shared/http/call-http.ts";
import { readJson } from "../../shared/http/read-body.ts";
import { startedEvents } from "../../shared/http/started-events.ts";
import {
  callHeaders,
  credentialHeaders,
  forwardedHeaders,
  type UpstreamKey,
} from "../../shared/http/upstream-headers.ts";
import { writeBody } from "../../shared/http/write-body.ts";
import { messageProblem } from "../wire/check-answer.ts";
import { readError } from "../wire/read-answer.ts";
import { readAnswerEvents } from "../wire/read-answer-events.ts";
import { readUsage } from "../wire/read-usage.ts";

/** Options for an Anthropic-compatible upstream. */
export interface AnthropicUpstreamOptions {
  readonly name: string;
  /** For example `https://api.anthropic.com`; `/v1/messages` is appended. */
  readonly url: string;
  /** Sent in place of the client's credentials. */
  readonly apiKey?: string | undefined;
  /** The header for `apiKey`. Default: `x-api-key`. */
  readonly apiKeyHeader?: "x-api-key" | "authorization" | undefined;
  /** Fields that are never sent to it. */
  readonly dropFields?: readonly string[] | undefined;
  /** Added to every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Time limit for the start of a response. Default: 600 s. */
  readonly firstByteSeconds?: number | undefined;
  /** How long a response may stall. Default: 300 s. */
  readonly idleSeconds?: number | undefined;
  readonly startTimer?: StartTimer | undefined;
  readonly now?: (() => number) | undefined;
}

/** An upstream that holds connections, which `close` releases. */
export interface ClosableUpstream extends Upstream {
  close(): void;
}

/** An upstream that uses the Messages API. */
export function createAnthropicUpstream(options: AnthropicUpstreamOptions): ClosableUpstream {
  const { name } = options;
  const baseUrl = options.url.replace(/\/+$/, "").replace(/\/v1$/, "");
  const now = options.now ?? Date.now;
  const key: UpstreamKey | undefined =
    options.apiKey === undefined ? undefined : { value: options.apiKey, header: options.apiKeyHeader ?? "x-api-key" };
  const addedHeaders = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([header, value]) => [header.toLowerCase(), value]),
  );
  const caller = createHttpCaller(name, baseUrl, {
    firstByteMilliseconds: (options.firstByteSeconds ?? 600) * 1_000,
    idleMilliseconds: (options.idleSeconds ?? 300) * 1_000,
    startTimer: options.startTimer ?? startBackgroundTimer,
  });

  const post = async (path: string, call: UpstreamCall): Promise<RawResponse> => {
    const body = writeBody(call.body);
    const response = await caller.call({
      method: "POST",
      path,
      headers: { ...callHeaders(call, key), ...addedHeaders, "content-length": String(lengthOf(body)) },
      body,
      onAbort: abortOf(call.signal),
    });
    call.onHeaders?.(response.headers);
    if (response.status >= 400) throw await readError(response, now());
    return response;
  };

  return {
    specificationVersion: "v1",
    name,
    dialect: messagesDialectName,
    baseUrl,
    dropFields: options.dropFields,
    close: () => caller.close(),

    async doStream(call: UpstreamCall): Promise<AsyncIterable<AnswerEvent>> {
      const response = await post("/v1/messages", { ...call, body: { ...call.body, stream: true } });
      const type = response.headers["content-type"] ?? "";
      if (!type.startsWith("text/event-stream")) {
        const found = type === "" ? "an answer without a content type" : type;
        await response.body[Symbol.asyncIterator]().return?.();
        throw new UpstreamError(502, {
          type: "api_error",
          message: `The upstream ${name} did not stream: got ${found}.`,
        });
      }
      return startedEvents(readAnswerEvents(response.body));
    },

    async doGenerate(call: UpstreamCall): Promise<AnswerMessage> {
      const response = await post("/v1/messages", { ...call, body: { ...call.body, stream: false } });
      const message = await readJson(response);
      const problem = messageProblem(message);
      if (problem !== undefined) {
        const text = `The upstream ${name} answered with no message: ${problem}.`;
        throw new UpstreamError(502, { type: "api_error", message: text });
      }
      const usage = readUsage(message["usage"]);
      return (usage === message["usage"] ? message : { ...message, usage: usage ?? {} }) as unknown as AnswerMessage;
    },

    async doCountTokens(call: UpstreamCall): Promise<number> {
      const { max_tokens: _limit, stream: _stream, ...body } = call.body;
      const counted = (
        await readJson(await post("/v1/messages/count_tokens", { ...call, body: body as UpstreamCall["body"] }))
      )["input_tokens"];
      if (typeof counted === "number") return counted;
      throw new UpstreamError(502, { type: "api_error", message: `The upstream ${name} counted no input_tokens.` });
    },

    doForward(request: RawRequest): Promise<RawResponse> {
      const headers = Object.assign(forwardedHeaders(request.headers, key), addedHeaders);
      headers["content-length"] = String(lengthOf(request.body));
      const { method, path, body } = request;
      return caller.call({ method, path, headers, body, onAbort: request.onAbort ?? abortOf(request.signal) });
    },

    async doListModels(credentials: Credentials, signal: AbortSignal): Promise<readonly { readonly id: string }[]> {
      const headers = { "anthropic-version": "2023-06-01", ...credentialHeaders(credentials, key), ...addedHeaders };
      const path = "/v1/models?limit=1000";
      const response = await caller.call({ method: "GET", path, headers, body: [], onAbort: abortOf(signal) });
      if (response.status >= 400) throw await readError(response, now());
      const list = (await readJson(response))["data"];
      return Array.isArray(list) ? (list as { readonly id: string }[]) : [];
    },
  };
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}
