import { type StartTimer, startBackgroundTimer } from "@toolcrib/shared/timers";
import type { AnswerEvent, AnswerMessage } from "../../../../contracts/inner-form.ts";
import type { Credentials, RawRequest, RawResponse, Upstream, UpstreamCall } from "../../../../contracts/upstream.ts";
import { UpstreamError } from "../../../../errors/upstream-error.ts";
import { abortOf, createHttpCaller } from "../../../shared/http/call-http.ts";
import { readJson } from "../../../shared/http/read-body.ts";
import { startedEvents } from "../../../shared/http/started-events.ts";
import { forwardedHeaders, type UpstreamKey } from "../../../shared/http/upstream-headers.ts";
import { writeBody } from "../../../shared/http/write-body.ts";
import { UniqueCallIds } from "../../../shared/tools/unique-call-ids.ts";
import { readOpenAiError } from "../../shared/read-error.ts";
import { type Fields, responsesName } from "../wire/original.ts";
import type { AnswerContext } from "./answer/answer-context.ts";
import { readResponse } from "./answer/read-response.ts";
import { streamAnswer } from "./answer/stream-answer.ts";
import { canOmit, meantBy } from "./request/refused-fields.ts";
import { countedRequest, type WireRequest, writeRequest } from "./request/write-request.ts";

/** What an upstream of the Responses API needs. */
export interface ResponsesUpstreamOptions {
  readonly name: string;
  /** The part before `/responses`, such as `https://api.openai.com/v1`. */
  readonly url: string;
  /** Sent instead of the client's credentials. */
  readonly apiKey?: string | undefined;
  /** The header for `apiKey`. Default: `authorization`. */
  readonly apiKeyHeader?: "x-api-key" | "authorization" | undefined;
  /** Fields that it is never given. */
  readonly dropFields?: readonly string[] | undefined;
  /** Added to every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long it may take until an answer begins. Default: 600 s. */
  readonly firstByteSeconds?: number | undefined;
  /** How long it may say nothing in the middle of an answer. Default: 300 s. */
  readonly idleSeconds?: number | undefined;
  readonly startTimer?: StartTimer | undefined;
  readonly now?: (() => number) | undefined;
  /** Ids of messages for upstreams that give none. */
  readonly generateId?: (() => string) | undefined;
}

/** An upstream that speaks OpenAI's Responses API. */
export function createResponsesUpstream(options: ResponsesUpstreamOptions): Upstream {
  const { name } = options;
  const baseUrl = options.url.replace(/\/+$/, "");
  const now = options.now ?? Date.now;
  const generateId = options.generateId ?? (() => crypto.randomUUID().replaceAll("-", ""));
  const key: UpstreamKey | undefined =
    options.apiKey === undefined
      ? undefined
      : { value: options.apiKey, header: options.apiKeyHeader ?? "authorization" };
  const addedHeaders = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([header, value]) => [header.toLowerCase(), value]),
  );
  const caller = createHttpCaller(name, baseUrl, {
    firstByteMilliseconds: (options.firstByteSeconds ?? 600) * 1_000,
    idleMilliseconds: (options.idleSeconds ?? 300) * 1_000,
    startTimer: options.startTimer ?? startBackgroundTimer,
  });

  const post = async (path: string, fields: Fields, call: UpstreamCall): Promise<RawResponse> => {
    const body = writeBody(fields);
    const headers = {
      "content-type": "application/json",
      accept: fields["stream"] === true ? "text/event-stream" : "application/json",
      "accept-encoding": "identity",
      "user-agent": "toolcrib",
      ...credentialHeaders(call.credentials, key),
      ...addedHeaders,
      "content-length": String(lengthOf(body)),
    };
    const response = await caller.call({ method: "POST", path, headers, body, onAbort: abortOf(call.signal) });
    call.onHeaders?.(response.headers);
    if (response.status >= 400) throw await readOpenAiError(response, now());
    return response;
  };

  const contextOf = (call: UpstreamCall, { names, callIds, keepsOriginals }: WireRequest): AnswerContext => ({
    upstreamName: name,
    model: call.body.model,
    names,
    callIds: new UniqueCallIds(callIds),
    keepsOriginals,
    generateId,
  });

  return {
    specificationVersion: "v1",
    name,
    dialect: responsesName,
    baseUrl,
    dropFields: options.dropFields,
    loadsReferences: true,
    wire: { write: (call) => writeRequest(call, name).body, canOmit, meantBy },
    close: () => caller.close(),

    async doStream(call: UpstreamCall): Promise<AsyncIterable<AnswerEvent>> {
      const request = writeRequest({ ...call, body: { ...call.body, stream: true } }, name);
      const response = await post("/responses", request.body, call);
      const type = response.headers["content-type"] ?? "";
      if (!type.startsWith("text/event-stream")) {
        const found = type === "" ? "an answer without a content type" : type;
        await response.body[Symbol.asyncIterator]().return?.();
        const message = `The upstream ${name} did not stream: got ${found}.`;
        throw new UpstreamError(502, { type: "api_error", message });
      }
      return startedEvents(streamAnswer(response.body, contextOf(call, request)));
    },

    async doGenerate(call: UpstreamCall): Promise<AnswerMessage> {
      const request = writeRequest({ ...call, body: { ...call.body, stream: false } }, name);
      const response = await readJson(await post("/responses", request.body, call));
      return readResponse(response, contextOf(call, request));
    },

    async doCountTokens(call: UpstreamCall): Promise<number> {
      const counted = countedRequest(writeRequest(call, name).body);
      const tokens = (await readJson(await post("/responses/input_tokens", counted, call)))["input_tokens"];
      if (typeof tokens === "number") return tokens;
      throw new UpstreamError(502, { type: "api_error", message: `The upstream ${name} counted no input_tokens.` });
    },

    doForward(request: RawRequest): Promise<RawResponse> {
      const headers = Object.assign(forwardedHeaders(request.headers, key), addedHeaders);
      headers["content-length"] = String(lengthOf(request.body));
      const { method, body } = request;
      const path = request.path.replace(/^\/v1(?=\/)/, "");
      return caller.call({ method, path, headers, body, onAbort: request.onAbort ?? abortOf(request.signal) });
    },

    async doListModels(credentials: Credentials, signal: AbortSignal): Promise<readonly { readonly id: string }[]> {
      const headers = { ...credentialHeaders(credentials, key), ...addedHeaders };
      const response = await caller.call({
        method: "GET",
        path: "/models",
        headers,
        body: [],
        onAbort: abortOf(signal),
      });
      if (response.status >= 400) throw await readOpenAiError(response, now());
      const list = (await readJson(response))["data"];
      return Array.isArray(list) ? (list as { readonly id: string }[]) : [];
    },
  };
}

/** Clients of the Messages API may send their key in a header of its own. */
function credentialHeaders(
  { authorization, apiKey }: Credentials,
  key: UpstreamKey | undefined,
): Record<string, string> {
  if (key !== undefined) return { [key.header]: key.header === "authorization" ? `Bearer ${key.value}` : key.value };
  if (authorization !== undefined) return { authorization };
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}
