import type { AnswerEvent, AnswerMessage, ApiErrorBody, MessagesBody } from "./inner-form.ts";
import type { KeptObjects } from "./kept-objects.ts";
import type { TraceRecorder } from "./trace.ts";
import type { RawResponse } from "./upstream.ts";

type Headers = Readonly<Record<string, string>>;

/** An endpoint to which clients post requests, and its purpose. */
export interface DialectEndpoint {
  readonly path: string;
  readonly kind: "messages" | "count_tokens";
}

/** An answer that an upstream goes on with when its request has ended, and what was counted of it then. */
export interface UnfinishedAnswer {
  readonly model: string;
  readonly conversation: string;
  readonly promptTokens: number;
  readonly outputTokens: number;
}

/** All tokens of an answer and of its prompt, when they are counted. */
export interface FinishedAnswer {
  readonly tokens: number;
}

/** An endpoint for what the dialect has kept. It calls no model. */
export interface KeptEndpoint {
  readonly method: "GET" | "POST" | "DELETE";
  /** With one parameter, `:id`, such as `/v1/responses/:id`. */
  readonly path: string;
  /** The upstream that keeps it instead of the gateway: the request is passed on to it. Left out: upstreams keep nothing. */
  readonly upstreamOf?: ((id: string, kept: KeptObjects) => string | undefined) | undefined;
  /** What was counted of an answer that goes on without its request, where the endpoint returns one. */
  readonly unfinished?:
    | {
        at(id: string, kept: KeptObjects): UnfinishedAnswer | undefined;
        /** Notes what is counted now: a part, or all tokens of the conversation up to its end. */
        note(id: string, counted: UnfinishedAnswer | FinishedAnswer, kept: KeptObjects): void;
      }
    | undefined;
  /** The body of the answer. Throws a `GatewayError` if nothing is kept under this id. `query` is that of the address. */
  readonly answer: (id: string, kept: KeptObjects, query: Readonly<Record<string, string>>) => object;
}

/** What a client dialect may know of an upstream. */
export interface KnownUpstream {
  readonly dialect: string;
  /** Whether it finds and loads deferred tools in the way of its own API. */
  readonly loadsTools: boolean;
  /** Whether programs that call tools are left to it: it runs them itself, or the gateway must not. */
  readonly leavesPrograms?: boolean | undefined;
  /** Fields of the inner form that it is never given. */
  readonly dropFields?: readonly string[] | undefined;
}

/** A request as received over the wire. */
export interface ReceivedRequest {
  readonly kind: DialectEndpoint["kind"];
  /** Names in lower case. */
  readonly headers: Headers;
  /** In the pieces that it came in. */
  readonly body: readonly Buffer[];
  readonly limits: { readonly bodyBytes: number; readonly tools: number; readonly deferredTools: number };
  /** The upstream that a model's requests go to; for a client of the same dialect nothing has to be translated. */
  readonly upstreamOf?: ((model: string) => KnownUpstream) | undefined;
  /** What the dialect keeps for this caller. */
  readonly kept: KeptObjects;
  /** Whether the caller has a key of the gateway: it shares the upstreams with others, and may name only what was kept for itself. */
  readonly hasKey?: boolean | undefined;
  /** Runs work later, when no client waits for it. */
  readonly later: (work: () => void) => void;
  /** Reserves the memory that the parsed body takes, before it is parsed. Throws if all requests together would take too much. */
  readonly hold?: ((bytes: number) => void) | undefined;
}

/**
 * `required`: only the upstream knows all of the conversation or of the tools, so that nothing may be changed. `impossible`: the
 * request refers to something that only the gateway knows.
 */
export type Forwarding = "required" | "impossible";

/** A request in the inner form. */
export interface ParsedRequest {
  readonly body: MessagesBody;
  /** Beta names that the client sent, in its order. */
  readonly betas: readonly string[];
  readonly apiVersion: string;
  /** Paths of what the dialect leaves out because no other model has it. Answers name them in `toolcrib-omitted`. */
  readonly omitted?: readonly string[] | undefined;
  /** The names of deferred tools that the gateway is to find in a search that the client does not see; undefined if it asks for none. */
  readonly searchable?: readonly string[] | undefined;
  /** Other names by which a model may call tools, such as a member's without its namespace, and the tools' own names. */
  readonly aliases?: ReadonlyMap<string, string> | undefined;
  /** The client's id for its session, if the dialect has one in the body. */
  readonly session?: string | undefined;
  /** The body in the client's own dialect. Upstreams of the same dialect take from it what the inner form cannot express. */
  readonly clientBody?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Why the request cannot be translated: if the upstream speaks another dialect, it is rejected with this error. An upstream of the same
   * dialect gets it from `clientBody`; without that it is forwarded unchanged, and `body` needs to hold only the model and `stream`.
   */
  readonly rejection?: Error | undefined;
  /** Whether the client's bytes have to be forwarded, or cannot be, to an upstream of the same dialect. Default: neither. */
  readonly forwarding?: Forwarding | undefined;
  /** Tokens of the conversation before it, if only the upstream has it. */
  readonly keptTokens?: number | undefined;
  /** What the dialect needs to encode the answer, such as tool names that it has changed. Plain data that nobody else reads. */
  readonly answerContext?: unknown;
}

/** Reads requests. It may cache what every turn repeats; that never changes the answer. */
export type ParseRequest = (received: ReceivedRequest) => ParsedRequest;

/** Replaces the model's name in the bytes of a stream, and nothing else. */
export type RenameStream = (body: RawResponse["body"], model: string) => AsyncIterable<Uint8Array>;

/** Writes one answer as a stream. */
export interface StreamEncoder {
  /** Encodes an event; empty if the client sees nothing of it. A block may come complete, in its `content_block_start`. */
  encode(event: AnswerEvent): string;
  /** Keeps a connection alive while there is nothing to send. */
  ping(): string;
  /** The end of a stream that failed. */
  error(body: ApiErrorBody, requestId: string): string;
}

/** What a forwarded answer answers, so that the dialect can note what the upstream keeps of it. */
export interface ForwardedContext {
  readonly request: ParsedRequest;
  readonly kept: KeptObjects | undefined;
  /** The upstream's name. */
  readonly upstream: string;
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
  /**
   * Characters that the model wrote so far, for an estimate of their tokens; undefined if the usage counts them. Left out: answers
   * without usage count as nothing but their prompts.
   */
  readonly outputLength?: number | undefined;
  see(chunk: Uint8Array): void;
  /** Notes what is known; the answer may have broken off. */
  end(): void;
  /** Told what was counted, when the request has ended. */
  noteCounted?(counted: UnfinishedAnswer): void;
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
  /** Endpoints for what the dialect has kept. */
  readonly keptEndpoints?: readonly KeptEndpoint[] | undefined;
  /** The name of the header with the request's id. Default: `request-id`. */
  readonly requestIdHeader?: string | undefined;
  /** Whether a client's bearer token is its API key. Otherwise it is passed on as it is. */
  readonly sendsKeyAsBearer?: boolean | undefined;
  /** Statuses of errors that this API does not have, and what it has instead. */
  readonly statuses?: ReadonlyMap<number, number> | undefined;
  /** Other paths of the same API, and why they are not served. A segment that begins with `:` stands for any. */
  readonly notServed: ReadonlyMap<string, string>;
  /** Whether a request to a path that several dialects share, such as `/v1/models`, comes from a client of this dialect. */
  recognises(headers: Headers): boolean;
  createParser(): ParseRequest;
  /** `kept` is what the dialect keeps for the caller of this request. */
  createStreamEncoder(request: ParsedRequest, kept?: KeptObjects): StreamEncoder;
  /** The body of a whole answer. */
  encodeAnswer(message: AnswerMessage, request: ParsedRequest, kept?: KeptObjects): object;
  encodeCount(inputTokens: number): object;
  encodeError(body: ApiErrorBody, requestId: string): object;
  encodeModels(models: readonly KnownModel[]): object;
  encodeModel(model: KnownModel): object;
  /** The rate limit headers of an upstream's answer. */
  rateLimitHeaders(headers: Headers): Headers;
  /** Reads the answer of an upstream that speaks this dialect, for a stream that the gateway writes itself. */
  readAnswer(response: RawResponse, now: number): AsyncIterable<AnswerEvent>;
  /** Observes such an answer while its bytes are forwarded. */
  observeForwarded(headers: Headers, trace: TraceRecorder, context?: ForwardedContext): ForwardedObserver;
  /**
   * Puts the name that the client asked for into a forwarded stream of a route that renames the model. Left out: the stream keeps the
   * upstream's name.
   */
  readonly renameStream?: RenameStream | undefined;
  /** The last bytes of a complete stream: after them the response can end before anything is inspected. */
  readonly endMark: string;
}
