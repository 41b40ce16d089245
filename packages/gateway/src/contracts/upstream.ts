import type { Loading } from "@toolcrib/core/loaders";
import type { AnswerEvent, AnswerMessage, MessagesBody } from "./inner-form.ts";

/** One model call. The body is meant for this upstream, still in the inner form. */
export interface UpstreamCall {
  readonly body: MessagesBody;
  /** The body in the client's own dialect, if this upstream speaks it: fields that the inner form cannot express are taken from it. */
  readonly clientBody?: Readonly<Record<string, unknown>> | undefined;
  /** The client's id for its session: OpenAI's APIs serve requests with the same one from the same cache. */
  readonly session?: string | undefined;
  /** How the request's deferred tools are loaded, for dialects that have several ways. */
  readonly loading?: Loading | undefined;
  /** Beta names for the `anthropic-beta` header; upstreams of other dialects ignore them. */
  readonly betas: readonly string[];
  /** The client's headers, in lower case and without keys of the gateway; an upstream passes on those that its config names. */
  readonly clientHeaders?: Readonly<Record<string, string>> | undefined;
  /** The client's `anthropic-version`. */
  readonly apiVersion: string;
  /** The client's credentials; an upstream with its own key sends that instead. */
  readonly credentials: Credentials;
  /** Aborts the call when the client disconnects or the time limit is reached. */
  readonly signal: AbortSignal;
  /** Called with the reason of each failed attempt that is retried; for the trace. */
  readonly onRetry?: ((reason: string) => void) | undefined;
  /** Called with each part of the request that the upstream does not get, in words; for the trace. */
  readonly onOmission?: ((what: string) => void) | undefined;
  /** Called with the headers of the answer, including refusals; only by upstreams that speak the client's dialect. */
  readonly onHeaders?: ((headers: Readonly<Record<string, string>>) => void) | undefined;
  /** What the upstream has refused of its own wire format; only upstreams with a `wire` read it. */
  readonly refused?: RefusedParts | undefined;
}

/** Parts of a wire format that an upstream has refused: they are left out, or written in another way. */
export interface RefusedParts {
  /** Paths with `*` for positions, such as `stream_options` or `tools.*.function.strict`. */
  readonly fields: readonly string[];
  /** Roles of messages: `developer`, or `system` after the first message. */
  readonly roles: readonly string[];
}

/** The part of a call that decides what goes over the wire. */
export type WrittenCall = Pick<UpstreamCall, "body" | "clientBody" | "session" | "loading" | "refused">;

/** A wire format that is not the inner form, as far as refusals are read and obeyed in it. */
export interface WireFormat {
  /** A request as it goes over the wire. Throws what the upstream throws for a request that cannot be translated. */
  write(call: WrittenCall): Readonly<Record<string, unknown>>;
  /** Whether a request still says the same without a field of the wire format. */
  canOmit(path: readonly string[]): boolean;
  /** The paths of fields that an error means without naming them. */
  meantBy?(message: string): readonly string[];
}

export interface Credentials {
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** A request as it came, to be passed on: its body byte for byte, and of its headers those that are meant for the upstream. */
export interface RawRequest {
  readonly method: string;
  /** With its query, such as `/v1/messages?beta=true`. */
  readonly path: string;
  /** Names in lower case; without keys of the gateway. */
  readonly headers: Readonly<Record<string, string>>;
  /** In the pieces that it came in: nothing is copied that only passes. */
  readonly body: readonly Uint8Array[];
  readonly signal: AbortSignal;
  /** Cheaper than listening to the signal, which need not be made then. Calls at once where it is aborted; returns what leaves. */
  readonly onAbort?: ((listener: (reason: Error) => void) => () => void) | undefined;
  /** Called with the reason of each failed attempt that is retried; for the trace. */
  readonly onRetry?: ((reason: string) => void) | undefined;
}

/** A response as it came, to be passed back byte for byte. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * A model endpoint. What it throws before its first event is an `UpstreamError`; nothing was streamed then, so the call may be
 * made again. After the first event an error ends the iteration.
 */
export interface Upstream {
  readonly specificationVersion: "v1";
  /** The name in the config, for the trace. */
  readonly name: string;
  /** The wire format: `anthropic`, `openai-chat`, or the name of the provider's package. */
  readonly dialect: string;
  /** Where it is, for the capability table; undefined where a package alone knows. */
  readonly baseUrl: string | undefined;
  /** Fields that it is never given, such as `output_config` or `tools.*.eager_input_streaming`. */
  readonly dropFields?: readonly string[] | undefined;
  /** How requests are written, where that is not the inner form. */
  readonly wire?: WireFormat | undefined;
  /** Whether its dialect loads the tools that a `tool_reference` names. Upstreams of the Messages API do, if the capability table says so. */
  readonly loadsReferences?: boolean | undefined;
  /** Calls the model and gives the answer as it comes. Resolves when the first event is there. */
  doStream(call: UpstreamCall): Promise<AsyncIterable<AnswerEvent>>;
  /** Calls the model and gives the answer whole. */
  doGenerate(call: UpstreamCall): Promise<AnswerMessage>;
  /** Counts the tokens of a request; undefined where the upstream cannot. */
  doCountTokens?(call: UpstreamCall): Promise<number>;
  /** Passes a request on as it is; only on upstreams that speak the client's dialect. */
  doForward?(request: RawRequest): Promise<RawResponse>;
  /** The models it offers, as far as it tells. */
  doListModels?(credentials: Credentials, signal: AbortSignal): Promise<readonly { readonly id: string }[]>;
  /** Gives back its connections, when its config is no longer used. */
  close?(): void;
}
