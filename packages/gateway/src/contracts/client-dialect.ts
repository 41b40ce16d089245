import type { AnswerEvent, AnswerMessage, ApiErrorBody, MessagesBody } from "./inner-form.ts";
import type { TraceRecorder } from "./trace.ts";
import type { RawResponse } from "./upstream.ts";

type Headers = Readonly<Record<string, string>>;

/** An endpoint to which clients post requests, and what for. */
export interface DialectEndpoint {
  readonly path: string;
  readonly kind: "messages" | "count_tokens";
}

/** A request as it came over the wire. */
export interface ReceivedRequest {
  readonly kind: DialectEndpoint["kind"];
  /** Names in lower case. */
  readonly headers: Headers;
  /** In the pieces that it came in. */
  readonly body: readonly Buffer[];
  readonly limits: { readonly tools: number; readonly deferredTools: number };
  /** Does something when nobody waits for it. */
  readonly later: (work: () => void) => void;
}

/** A request in the inner form. */
export interface ParsedRequest {
  readonly body: MessagesBody;
  /** Beta names that the client wants, in its order. */
  readonly betas: readonly string[];
  readonly apiVersion: string;
}

/** Reads requests. It may remember what comes again with every turn; that never changes the answer. */
export type ParseRequest = (received: ReceivedRequest) => ParsedRequest;

/** Writes one answer as a stream. */
export interface StreamEncoder {
  /** What an event becomes; empty where the client sees nothing of it. A block may come whole, in its `content_block_start`. */
  encode(event: AnswerEvent): string;
  /** What keeps a connection alive while there is nothing to say. */
  ping(): string;
  /** The end of a stream that failed. */
  error(body: ApiErrorBody, requestId: string): string;
}

/** Watches an answer that passes by, for its usage and its end. It never holds a byte back. */
export interface ForwardedObserver {
  readonly isEventStream: boolean;
  /** Whether an event has begun and not ended. */
  readonly isInsideEvent: boolean;
  /** Whether it is a stream that told neither the end of its message nor an error so far. */
  readonly isCutOff: boolean;
  /** What it said so far; undefined while content capture is off, and where it cannot be read. */
  readonly content: unknown;
  see(chunk: Uint8Array): void;
  end(): void;
}

/** A model that clients may ask for, with what its upstream tells of it. */
export interface KnownModel {
  readonly id: string;
  readonly [field: string]: unknown;
}

/**
 * A wire format that clients speak. It turns requests into the inner form and answers back; what the gateway does in between is the
 * same for all. Between a client and an upstream of one dialect nothing is lost: unknown fields, blocks and events pass.
 */
export interface ClientDialect {
  readonly specificationVersion: "v1";
  /** Upstreams whose dialect has the same name can be given a client's bytes as they are. */
  readonly name: string;
  readonly endpoints: readonly DialectEndpoint[];
  /** Other paths of the same API, and why they are not served. */
  readonly notServed: ReadonlyMap<string, string>;
  /** Whether a request to a path that several dialects have, such as `/v1/models`, comes from a client of this one. */
  recognises(headers: Headers): boolean;
  createParser(): ParseRequest;
  createStreamEncoder(request: ParsedRequest): StreamEncoder;
  /** The body of a whole answer. */
  encodeAnswer(message: AnswerMessage, request: ParsedRequest): object;
  encodeCount(inputTokens: number): object;
  encodeError(body: ApiErrorBody, requestId: string): object;
  encodeModels(models: readonly KnownModel[]): object;
  encodeModel(model: KnownModel): object;
  /** Those of an upstream's headers that tell a client how to pace itself. */
  rateLimitHeaders(headers: Headers): Headers;
  /** Reads the answer of an upstream that speaks this dialect, for a stream that the gateway writes itself. */
  readAnswer(response: RawResponse, now: number): AsyncIterable<AnswerEvent>;
  /** Looks at such an answer while its bytes pass. */
  observeForwarded(headers: Headers, trace: TraceRecorder): ForwardedObserver;
  /** Bytes at the end of a complete stream: with them nothing has to be looked at before the client is let go. */
  readonly endMark: string;
}
