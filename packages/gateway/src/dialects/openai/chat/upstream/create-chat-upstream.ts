import { isRecord } from "@toolcrib/shared/json";
import { type StartTimer, startBackgroundTimer } from "@toolcrib/shared/timers";
import type { AnswerEvent, AnswerMessage } from "../../../../contracts/inner-form.ts";
import type {
  Credentials,
  RawRequest,
  RawResponse,
  Upstream,
  UpstreamCall,
  WrittenCall,
} from "../../../../contracts/upstream.ts";
import { UpstreamError } from "../../../../errors/upstream-error.ts";
import { eventsOfMessage } from "../../../../inner-form/whole-message.ts";
import { abortOf, createHttpCaller } from "../../../shared/http/call-http.ts";
import { readJson } from "../../../shared/http/read-body.ts";
import { startedEvents } from "../../../shared/http/started-events.ts";
import { forwardedHeaders, type UpstreamKey } from "../../../shared/http/upstream-headers.ts";
import { writeBody } from "../../../shared/http/write-body.ts";
import { UniqueCallIds } from "../../../shared/tools/unique-call-ids.ts";
import { readOpenAiError } from "../../shared/read-error.ts";
import type { AnswerContext } from "../wire/answer-context.ts";
import { toAnswerEvents } from "../wire/stream-answer.ts";
import { toAnswerMessage } from "../wire/whole-answer.ts";
import { readTraits } from "./request/chat-traits.ts";
import { canOmit } from "./request/refused-fields.ts";
import { type WrittenChat, writeChat } from "./request/write-chat.ts";

/** What an upstream of Chat Completions needs. */
export interface ChatUpstreamOptions {
  readonly name: string;
  /** The part before `/chat/completions`, such as `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  /** Sent instead of the client's key. */
  readonly apiKey?: string | undefined;
  /** Fields that it is never given: of the inner form, or of Chat Completions. */
  readonly dropFields?: readonly string[] | undefined;
  /** Added to every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** `traits` correct what is assumed of the server. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** How long it may take until an answer begins. Default: 600 s. */
  readonly firstByteSeconds?: number | undefined;
  /** How long it may say nothing in the middle of an answer. Default: 300 s. */
  readonly idleSeconds?: number | undefined;
  readonly startTimer?: StartTimer | undefined;
  readonly now?: (() => number) | undefined;
  /** Ids of messages for servers that give none. */
  readonly generateId?: (() => string) | undefined;
}

/** An upstream that speaks OpenAI's Chat Completions: OpenAI itself, vLLM, Ollama, llama.cpp, LiteLLM, OpenRouter and many others. */
export function createChatUpstream(options: ChatUpstreamOptions): Upstream {
  const { name } = options;
  const traits = readTraits(name, options.url, options.settings);
  const now = options.now ?? Date.now;
  const generateId = options.generateId ?? (() => crypto.randomUUID().replaceAll("-", ""));
  const { base, query } = splitUrl(options.url);
  const key: UpstreamKey | undefined =
    options.apiKey === undefined ? undefined : { value: options.apiKey, header: "authorization" };
  const addedHeaders = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([header, value]) => [header.toLowerCase(), value]),
  );
  const caller = createHttpCaller(name, base, {
    firstByteMilliseconds: (options.firstByteSeconds ?? 600) * 1_000,
    idleMilliseconds: (options.idleSeconds ?? 300) * 1_000,
    startTimer: options.startTimer ?? startBackgroundTimer,
  });
  const write = ({ body, ...call }: WrittenCall): WrittenChat =>
    writeChat(body, { upstreamName: name, traits, ...call, refused: call.refused });

  const post = async (call: UpstreamCall, written: WrittenChat): Promise<RawResponse> => {
    const body = writeBody(written.body);
    const response = await caller.call({
      method: "POST",
      path: `/chat/completions${query}`,
      headers: {
        "content-type": "application/json",
        accept: call.body.stream === true ? "text/event-stream" : "application/json",
        // What the gateway reads, it reads as it comes.
        "accept-encoding": "identity",
        "user-agent": "toolcrib",
        ...bearer(call.credentials, options.apiKey),
        ...addedHeaders,
        "content-length": String(lengthOf(body)),
      },
      body,
      onAbort: abortOf(call.signal),
    });
    call.onHeaders?.(response.headers);
    if (response.status >= 400) throw await readOpenAiError(response, now());
    return response;
  };
  const contextOf = ({ body, clientBody }: UpstreamCall, { names, usedIds }: WrittenChat): AnswerContext => ({
    upstreamName: name,
    model: body.model,
    names,
    // A client of this dialect takes any id.
    callIds: clientBody === undefined ? new UniqueCallIds(usedIds) : new UniqueCallIds(usedIds, ({ id }) => id),
    generateId,
    isOwn: clientBody !== undefined,
  });

  return {
    specificationVersion: "v1",
    name,
    dialect: "openai-chat",
    baseUrl: options.url,
    dropFields: options.dropFields,
    wire: { write: (call) => write(call).body, canOmit },
    close: () => caller.close(),

    async doStream(given: UpstreamCall): Promise<AsyncIterable<AnswerEvent>> {
      const call = { ...given, body: { ...given.body, stream: true } };
      const written = write(call);
      const response = await post(call, written);
      const type = response.headers["content-type"] ?? "";
      const context = contextOf(call, written);
      if (type.startsWith("text/event-stream")) return startedEvents(toAnswerEvents(response.body, context));
      if (type.startsWith("application/json")) {
        // An error with a status of success, or a server that does not stream.
        const message = toAnswerMessage(await readJson(response), context);
        return wholeEvents(message);
      }
      await response.body[Symbol.asyncIterator]().return?.();
      const found = type === "" ? "an answer without a content type" : type;
      const message = `The upstream ${name} did not stream: got ${found}.`;
      throw new UpstreamError(502, { type: "api_error", message });
    },

    async doGenerate(given: UpstreamCall): Promise<AnswerMessage> {
      const { stream: _stream, ...body } = given.body;
      const call = { ...given, body: body as UpstreamCall["body"] };
      const written = write(call);
      const response = await post(call, written);
      return toAnswerMessage(await readJson(response), contextOf(call, written));
    },

    doForward({ method, path, headers: received, body, onAbort, signal }: RawRequest): Promise<RawResponse> {
      const headers = Object.assign(forwardedHeaders(received, key), addedHeaders);
      headers["content-length"] = String(lengthOf(body));
      const target = path.replace(/^\/v1(?=\/)/, "");
      return caller.call({
        method,
        path: withQuery(target, query),
        headers,
        body,
        onAbort: onAbort ?? abortOf(signal),
      });
    },

    async doListModels(credentials: Credentials, signal: AbortSignal): Promise<readonly { readonly id: string }[]> {
      const headers = { accept: "application/json", ...bearer(credentials, options.apiKey), ...addedHeaders };
      const call = { method: "GET", path: `/models${query}`, headers, body: [], onAbort: abortOf(signal) };
      const response = await caller.call(call);
      if (response.status >= 400) throw await readOpenAiError(response, now());
      const { data } = await readJson(response);
      const models: readonly unknown[] = Array.isArray(data) ? data : [];
      return models.filter((model): model is { id: string } => isRecord(model) && typeof model["id"] === "string");
    },
  };
}

function splitUrl(given: string): { readonly base: string; readonly query: string } {
  const url = new URL(given);
  const query = url.search;
  url.search = "";
  return { base: url.href.replace(/\/+$/, ""), query };
}

/** The client's own query, then the upstream's. */
function withQuery(path: string, query: string): string {
  if (query === "") return path;
  return path.includes("?") ? `${path}&${query.slice(1)}` : path + query;
}

function bearer({ authorization, apiKey }: Credentials, ownKey: string | undefined): Record<string, string> {
  if (ownKey !== undefined) return { authorization: `Bearer ${ownKey}` };
  if (authorization !== undefined) return { authorization };
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}

async function* wholeEvents(message: AnswerMessage): AsyncGenerator<AnswerEvent> {
  yield* eventsOfMessage(message);
}
