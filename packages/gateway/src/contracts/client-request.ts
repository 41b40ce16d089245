import type { PolicyRule } from "@toolcrib/core/policy";
import type { CallControl } from "./call-control.ts";
import type { CallerUser } from "./caller-user.ts";
import type { Forwarding, RenameStream } from "./client-dialect.ts";
import type { AnswerEvent, AnswerMessage, MessagesBody, Usage } from "./inner-form.ts";
import type { RequestLearning } from "./request-learning.ts";
import type { RequestSkills } from "./request-skills.ts";
import type { Route } from "./route.ts";
import type { TraceRecorder } from "./trace.ts";
import type { Credentials, RawRequest, RawResponse } from "./upstream.ts";

/** A client's request, parsed and routed, before any decision about it. */
export interface ClientRequest {
  readonly kind: "messages" | "count_tokens";
  /** The client's dialect. */
  readonly dialect: string;
  /** How the client's dialect replaces the model's name in a stream. */
  readonly renameStream?: RenameStream | undefined;
  /** Whether the dialect notes what an upstream keeps of a forwarded answer, so that it has to be readable. */
  readonly isNoted?: boolean | undefined;
  readonly body: MessagesBody;
  /** The body in the client's own dialect, if the upstream speaks it. */
  readonly clientBody?: Readonly<Record<string, unknown>> | undefined;
  /** Why the request cannot be translated: only an upstream of the client's own dialect may get it; without `clientBody`, unchanged. */
  readonly rejection?: Error | undefined;
  /** The names of the tools to defer, if the client asks for a search that it does not see. */
  readonly searchable?: readonly string[] | undefined;
  /** Other names by which a model may call tools, and the tools' own names. */
  readonly aliases?: ReadonlyMap<string, string> | undefined;
  /** Tokens of the conversation before it, if only the upstream has it. */
  readonly keptTokens?: number | undefined;
  /** Whether its bytes have to be forwarded, or cannot be. */
  readonly forwarding?: Forwarding | undefined;
  /** Whether the client knows nothing about the programs in this request, and does not follow the rules for them. */
  readonly hidesPrograms?: boolean | undefined;
  /** The client's id for its session, from the body. */
  readonly session?: string | undefined;
  /** The bytes that `body` was parsed from, for forwarding unchanged. */
  readonly raw: RawRequest;
  /** From the `anthropic-beta` header, in its order. */
  readonly betas: readonly string[];
  readonly apiVersion: string;
  readonly credentials: Credentials;
  /** The name of the caller's key; memories of one caller's conversations are not used for another's. */
  readonly caller?: string | undefined;
  /** A hash that identifies who may read what is kept for the caller. Names may be alike; this is not. */
  readonly callerScope?: string | undefined;
  /** Whose logins at MCP servers are used; undefined for a key that belongs to nobody. */
  readonly user?: CallerUser | undefined;
  readonly route: Route;
  /** All rules for the tools of this request: from servers' entries, the caller's key and the route. */
  readonly policy: readonly PolicyRule[];
  /** Counts and audits the tool calls of this request, if the gateway does. */
  readonly callControl?: CallControl | undefined;
  /** Lets the request in if its quotas allow it, or rejects. It is called before anything is sent up, and counts once. */
  readonly admit?: (() => Promise<void>) | undefined;
  /**
   * Waits until a store has what the next request needs, because that may reach another replica; for a short time at most. Default: as
   * long as it takes.
   */
  readonly untilWritten?: ((write: Promise<unknown>) => Promise<void>) | undefined;
  /** How many tools may be deferred, including those of MCP servers. */
  readonly maxDeferredTools: number;
  /** How many tools it may have, with those of its MCP servers. */
  readonly maxTools: number;
  /** The gateway's skills, if it has any. */
  readonly skills?: RequestSkills | undefined;
  /** What its searches learn from the caller's calls, if the gateway learns. */
  readonly learning?: RequestLearning | undefined;
  /** The share of conversations that go without deferral, if they are compared with the others. */
  readonly withoutDeferralShare?: number | undefined;
  readonly signal: AbortSignal;
  readonly trace: TraceRecorder;
  /** Lets other requests run between steps that each take long; undefined for a request that is not large. */
  readonly pause?: (() => Promise<void>) | undefined;
  /** Called when it is certain that the gateway writes the answer's stream itself. */
  readonly onOwnStream?: (() => void) | undefined;
  /** Called with the headers of each upstream answer that is not forwarded unchanged, including refusals. */
  readonly onUpstreamHeaders?: ((headers: Readonly<Record<string, string>>) => void) | undefined;
}

/** What goes back to the client. Errors are thrown as `GatewayError` or `UpstreamError`. */
export type TurnAnswer =
  /** Forwarded: the upstream's own bytes. */
  | {
      readonly kind: "forwarded";
      readonly response: RawResponse;
      /** The upstream's name. */
      readonly upstream: string;
      /** Called with each event, if it is read instead of passed on as bytes. */
      readonly onEvent?: ((event: AnswerEvent) => void) | undefined;
      /** Called once, when its bytes have ended. */
      readonly onEnd?: ((end: ForwardedEnd) => void) | undefined;
    }
  | { readonly kind: "whole"; readonly message: AnswerMessage }
  | { readonly kind: "streamed"; readonly events: AsyncIterable<AnswerEvent> }
  | { readonly kind: "counted"; readonly inputTokens: number };

/** How a forwarded answer ended. */
export interface ForwardedEnd {
  readonly isBrokenOff: boolean;
  /** Its content, as far as it could be read; only while content capture is on. */
  readonly content: unknown;
  /** What was observed of its bytes; undefined if they were read as events. */
  readonly seen?:
    | {
        /** As far as the upstream reported it. */
        readonly usage: Usage | undefined;
        /** Characters of the answer; undefined if the usage counts them. */
        readonly outputLength: number | undefined;
      }
    | undefined;
}

/** Answers one request: catalogue, gate, repair, loader, upstream, and the loop of searches and MCP calls around it. */
export type AnswerRequest = (request: ClientRequest) => Promise<TurnAnswer>;
