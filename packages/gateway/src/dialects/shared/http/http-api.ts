import { nextTurn, type StartTimer, startBackgroundTimer } from "@toolcrib/shared/timers";
import type { ReportProblem } from "../../../contracts/report-problem.ts";
import type { Credentials, RawRequest, RawResponse, UpstreamCall } from "../../../contracts/upstream.ts";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import { headerList } from "../../../outgoing/header-list.ts";
import { abortOf, createHttpCaller } from "./call-http.ts";
import { createForwardedHeaders, namedHeaders } from "./forwarded-headers.ts";
import { modelsIn } from "./model-list.ts";
import { readJson } from "./read-body.ts";
import { keyHeaders, type UpstreamKey } from "./upstream-headers.ts";
import { writeBody } from "./write-body.ts";

/** Options of every upstream that is called over HTTP. */
export interface HttpUpstreamOptions {
  readonly name: string;
  readonly url: string;
  /** Sent in place of the client's credentials. */
  readonly apiKey?: string | undefined;
  /** The header for `apiKey`. The default depends on the API. */
  readonly apiKeyHeader?: UpstreamKey["header"] | undefined;
  /** Fields that are never sent to it. */
  readonly dropFields?: readonly string[] | undefined;
  /** Added to every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Names of the client's headers that are passed on besides the usual ones; `*` at the end stands for any end. */
  readonly forwardHeaders?: readonly string[] | undefined;
  /** Called once with each header of a client that is not passed on. */
  readonly reportProblem?: ReportProblem | undefined;
  /** Time limit for the start of an answer. Default: 600 s. */
  readonly firstByteSeconds?: number | undefined;
  /** How long an answer may stall. Default: 300 s. */
  readonly idleSeconds?: number | undefined;
  readonly startTimer?: StartTimer | undefined;
  readonly now?: (() => number) | undefined;
}

/** In what the APIs differ. */
export interface HttpApiTraits {
  readonly baseUrl: string;
  /** The header for the gateway's own key, unless the options name another. */
  readonly keyHeader: UpstreamKey["header"];
  /** The headers for a client's credentials. They are sent only if the gateway has no key of its own. */
  readonly credentialHeaders: (credentials: Credentials) => Readonly<Record<string, string>>;
  readonly readError: (response: RawResponse, now: number) => Promise<UpstreamError>;
}

type Fields = Readonly<Record<string, unknown>>;
type Call = Pick<UpstreamCall, "clientHeaders" | "credentials" | "signal" | "onHeaders">;

/** Calls a JSON API. */
export interface HttpApi {
  /** Throws the error of an answer that reports one. */
  post(path: string, fields: Fields, call: Call, headers?: Readonly<Record<string, string>>): Promise<RawResponse>;
  /** Passes a client's request on, and the answer back, whatever its status. */
  forward(request: RawRequest, path: string): Promise<RawResponse>;
  /** The models of a list; entries without an id are left out. */
  listModels(
    path: string,
    credentials: Credentials,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ): Promise<readonly { readonly id: string }[]>;
  close(): void;
}

/** Messages or items that are translated and written without a turn in between. */
const maxInOneTurn = 10_000;

export function createHttpApi(options: HttpUpstreamOptions, traits: HttpApiTraits): HttpApi {
  const { apiKey, apiKeyHeader = traits.keyHeader } = options;
  const now = options.now ?? Date.now;
  const key: UpstreamKey | undefined = apiKey === undefined ? undefined : { value: apiKey, header: apiKeyHeader };
  const addedHeaders = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([header, value]) => [header.toLowerCase(), value]),
  );
  const caller = createHttpCaller(options.name, traits.baseUrl, {
    firstByteMilliseconds: (options.firstByteSeconds ?? 600) * 1_000,
    idleMilliseconds: (options.idleSeconds ?? 300) * 1_000,
    startTimer: options.startTimer ?? startBackgroundTimer,
  });
  const isAllowed = headerList(options.forwardHeaders ?? []);
  const forwardedHeaders = createForwardedHeaders({
    hasKey: key !== undefined,
    hasLogin: new URL(traits.baseUrl).username !== "",
    addedHeaders,
    isAllowed,
    onOmission: (header) =>
      options.reportProblem?.(
        `The upstream ${options.name} does not get the header ${header} of a client; to pass it on, name it in the upstream's forwardHeaders.`,
      ),
  });
  const accessHeaders = (credentials: Credentials): Readonly<Record<string, string>> =>
    key === undefined ? traits.credentialHeaders(credentials) : keyHeaders(key);

  return {
    close: () => caller.close(),

    async post(path, fields, { clientHeaders, credentials, signal, onHeaders }, headers) {
      // Such a conversation was translated just now, and is written for as long.
      const conversation = fields["messages"] ?? fields["input"];
      if (Array.isArray(conversation) && conversation.length > maxInOneTurn) await nextTurn();
      const body = writeBody(fields);
      const response = await caller.call({
        method: "POST",
        path,
        headers: {
          "user-agent": "toolcrib",
          ...namedHeaders(clientHeaders, isAllowed),
          "content-type": "application/json",
          accept: fields["stream"] === true ? "text/event-stream" : "application/json",
          // The gateway reads the answer uncompressed.
          "accept-encoding": "identity",
          ...headers,
          ...accessHeaders(credentials),
          ...addedHeaders,
          "content-length": String(lengthOf(body)),
        },
        body,
        onAbort: abortOf(signal),
      });
      onHeaders?.(response.headers);
      if (response.status >= 400) throw await traits.readError(response, now());
      return response;
    },

    forward({ method, headers: received, body, onAbort, signal }, path) {
      const headers = Object.assign(forwardedHeaders(received), key === undefined ? {} : keyHeaders(key), addedHeaders);
      headers["content-length"] = String(lengthOf(body));
      return caller.call({ method, path, headers, body, onAbort: onAbort ?? abortOf(signal) });
    },

    async listModels(path, credentials, signal, headers) {
      const all = { accept: "application/json", ...headers, ...accessHeaders(credentials), ...addedHeaders };
      const response = await caller.call({ method: "GET", path, headers: all, body: [], onAbort: abortOf(signal) });
      if (response.status >= 400) throw await traits.readError(response, now());
      return modelsIn(await readJson(response));
    },
  };
}

/** Leaves an answer unread, and returns the error for one that should have been a stream. */
export async function notStreamed(upstreamName: string, response: RawResponse): Promise<UpstreamError> {
  await response.body[Symbol.asyncIterator]().return?.();
  const type = response.headers["content-type"] ?? "";
  const found = type === "" ? "an answer without a content type" : type;
  const message = `The upstream ${upstreamName} did not stream: got ${found}.`;
  return new UpstreamError(502, { type: "api_error", message });
}

export function isEventStream({ headers }: RawResponse): boolean {
  return headers["content-type"]?.startsWith("text/event-stream") === true;
}

/** The number of input tokens in the answer of an endpoint that counts them. */
export async function readTokenCount(upstreamName: string, response: RawResponse): Promise<number> {
  const { input_tokens: counted } = await readJson(response);
  if (typeof counted === "number") return counted;
  throw new UpstreamError(502, { type: "api_error", message: `The upstream ${upstreamName} counted no input_tokens.` });
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}
