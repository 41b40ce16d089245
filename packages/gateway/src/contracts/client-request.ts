import type { PolicyRule } from "@toolcrib/core/policy";
import type { AnswerEvent, AnswerMessage, MessagesBody } from "./inner-form.ts";
import type { RequestSkills } from "./request-skills.ts";
import type { Route } from "./route.ts";
import type { TraceRecorder } from "./trace.ts";
import type { Credentials, RawRequest, RawResponse } from "./upstream.ts";

/** A client's request, read and routed, before anything is decided about it. */
export interface ClientRequest {
  readonly kind: "messages" | "count_tokens";
  /** What the client speaks. */
  readonly dialect: string;
  readonly body: MessagesBody;
  /** The bytes that `body` was read from, for passing on unchanged. */
  readonly raw: RawRequest;
  /** From the `anthropic-beta` header, in its order. */
  readonly betas: readonly string[];
  readonly apiVersion: string;
  readonly credentials: Credentials;
  /** The name of the caller's key; what is remembered of one caller's conversations is not used for another's. */
  readonly caller?: string | undefined;
  readonly route: Route;
  /** All rules for the tools of this request: of servers' entries, of the caller's key and of the route. */
  readonly policy: readonly PolicyRule[];
  /** How many tools may be deferred, those of MCP servers included. */
  readonly maxDeferredTools: number;
  /** The skills of the gateway, where it has any. */
  readonly skills?: RequestSkills | undefined;
  readonly signal: AbortSignal;
  readonly trace: TraceRecorder;
  /** Told when it is certain that the answer's stream is not the upstream's own. */
  readonly onOwnStream?: (() => void) | undefined;
  /** Told the headers of each answer of the upstream that is not passed on as it is, refusals too. */
  readonly onUpstreamHeaders?: ((headers: Readonly<Record<string, string>>) => void) | undefined;
}

/** What goes back to the client. Errors are thrown as `GatewayError` or `UpstreamError`. */
export type TurnAnswer =
  /** Off is off: the upstream's own bytes. */
  | {
      readonly kind: "forwarded";
      readonly response: RawResponse;
      /** Told once, when its bytes have ended. */
      readonly onEnd?: ((end: ForwardedEnd) => void) | undefined;
    }
  | { readonly kind: "whole"; readonly message: AnswerMessage }
  | { readonly kind: "streamed"; readonly events: AsyncIterable<AnswerEvent> }
  | { readonly kind: "counted"; readonly inputTokens: number };

/** How a forwarded answer ended. */
interface ForwardedEnd {
  readonly isBrokenOff: boolean;
  /** What it said, as far as it could be read; only while content capture is on. */
  readonly content: unknown;
}

/** Answers one request: catalogue, gate, repair, loader, upstream, and the loop of searches and MCP calls around it. */
export type AnswerRequest = (request: ClientRequest) => Promise<TurnAnswer>;
