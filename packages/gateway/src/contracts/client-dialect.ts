import type { AnswerEvent, AnswerMessage, ApiErrorBody, MessagesBody } from "./inner-form.ts";
import type { TraceRecorder } from "./trace.ts";
import type { RawResponse } from "./upstream.ts";

type Headers = Readonly<Record<string, string>>;

/** An endpoint to which clients post requests, and its purpose. */
export interface DialectEndpoint {
  readonly path: string;
  readonly kind: "messages" | "count_tokens";
}

/** A request as received over the wire. */
export interface ReceivedRequest {
  readonly kind: DialectEndpoint["kind"];
  /** Names in lower case. */
  readonly headers: Headers;
  /** In the pieces that it came in. */
  readonly body: readonly Buffer[];
  readonly limits: { readonly tools: number; readonly deferredTools: number };
  /** Runs work later, when no client waits for it. */
  readonly later: (work: () => void) => void;
}

/** A request in the inner form. */
export interface ParsedRequest {
  readonly body: MessagesBody;
  /** Beta names that the client sent, in its order. */
  readonly betas: readonly string[];
  readonly apiVersion: string;
  /** What the dialect needs to encode the answer, such as tool names that it has changed. Nobody else reads it. */
  readonly answerContext?: unknown;
}

/** Reads requests. It may cache what every turn repeats; that never changes the answer. */
export type ParseRequest = (received: ReceivedRequest) => ParsedRequest;

/** Writes one answer as a stream. */
export interface StreamEncoder {
  /** Encodes an event; empty if the client sees nothing of it. A block may come complete, in its `content_block_start`. */
  encode(event: AnswerEvent): string;
  /** Keeps a connection alive while there is nothing to send. */
  ping(): string;
  /** The end of a stream that failed. */
  error(body: ApiErrorBody, requestId: string): string;
}

/** Observes a forwarded answer for its usage and its end. It never holds a byte back. */
export interface ForwardedObserver {
  readonly isEventStream: boolean;
  /** Whether an event has begun and not ended. */
  readonly isInsideEvent: boolean;
  /** Whether it is a stream that has sent neither the end of its message nor an error so far. */
  readonly isCutOff: boolean;
  /** The content so far; undefined while content capture is off, and if it cannot be read. */
  readonly content: unknown;
  see(chunk: Uint8Array): void;
  end(): void;
}

/** A model that clients may ask for, with what its upstream says about it. */
export interface KnownModel {
  readonly id: string;
  readonly [field: string]: unknown;
}

/**
 * A wire format that clients speak. It translates requests into the inner form and answers back; everything in between is the same for
 * all dialects. Between a client and an upstream of the same dialect nothing is lost: unknown fields, blocks and events are forwarded.
 */
export interface ClientDialect {
  readonly specificationVersion: "v1";
  /** A client's bytes can be forwarded unchanged to upstreams whose dialect has the same name. */
  readonly name: string;
  readonly endpoints: readonly DialectEndpoint[];
  /** Other paths of the same API, and why they are not served. */
  readonly notServed: ReadonlyMap<string, string>;
  /** Whether a request to a path that several dialects share, such as `/v1/models`, comes from a client of this dialect. */
  recognises(headers: Headers): boolean;
  createParser(): ParseRequest;
  createStreamEncoder(request: ParsedRequest): StreamEncoder;
  /** The body of a whole answer. */
  encodeAnswer(message: AnswerMessage, request: ParsedRequest): object;
  encodeCount(inputTokens: number): object;
  encodeError(body: ApiErrorBody, requestId: string): object;
  encodeModels(models: readonly KnownModel[]): object;
  encodeModel(model: KnownModel): object;
  /** The rate limit headers of an upstream's answer. */
  rateLimitHeaders(headers: Headers): Headers;
  /** Reads the answer of an upstream that speaks this dialect, for a stream that the gateway writes itself. */
  readAnswer(response: RawResponse, now: number): AsyncIterable<AnswerEvent>;
  /** Observes such an answer while its bytes are forwarded. */
  observeForwarded(headers: Headers, trace: TraceRecorder): ForwardedObserver;
  /** The last bytes of a complete stream: after them the response can end before anything is inspected. */
  readonly endMark: string;
}
