import type { Tool } from "@toolcrib/core";
import type { AdminApiCatalogue, AdminApiSearchAnswer, AdminApiSearchRequest } from "../../contracts/catalogue-api.ts";
import type { FlowStep, TraceRecord } from "../../contracts/trace.ts";
import type { WriterHealth } from "../../contracts/writer-health.ts";
import type { LearnedHistory, LearnedSummary } from "../../learning/learned-histories.ts";
import type { RefusalReport } from "../../refusals/refusal-memory.ts";
import type { ConversationSummary } from "../../trace/memory-sink.ts";
import type { UpstreamHealth } from "../../trace/upstream-health.ts";

/** `GET /admin/traces`: the newest records first. */
export interface AdminApiTraces {
  readonly traces: readonly TraceRecord[];
  /** The `before` of the next page; null on the last one. */
  readonly next: string | null;
}

/** An event `step` of `GET /admin/events`: what a request that is still running did. */
export interface AdminApiStep {
  /** What is known of the request so far. Its `flow` is empty: each step is sent once. */
  readonly trace: TraceRecord;
  /** The step's index in the flow, from 0. */
  readonly index: number;
  readonly step: FlowStep;
}

/** `GET /admin/conversations`. */
export interface AdminApiConversations {
  readonly conversations: readonly ConversationSummary[];
}

/** `GET /admin/learning`. */
export interface AdminApiLearning {
  readonly isOn: boolean;
  /** One per key of the config or, without keys, one per caller that has searched recently. */
  readonly histories: readonly LearnedSummary[];
}

/** `GET /admin/learning/history`: what was learned for one tenant. */
export type AdminApiLearnedHistory = LearnedHistory;

/** An MCP server of the gateway's config. */
export interface AdminApiServer {
  readonly name: string;
  readonly state: string;
  readonly reason?: string | undefined;
  readonly tools?: number | undefined;
  /** The last lines that it wrote to its standard error. */
  readonly log?: readonly string[] | undefined;
}

/** `GET /admin/health`. */
export interface AdminApiHealth {
  /** `degraded`: requests are answered, but something in `writers` is not written. */
  readonly status: "ok" | "degraded";
  readonly startedAt: string;
  readonly requestsRunning: number;
  /** Whether records hold message text and payloads. */
  readonly capturesContent: boolean;
  readonly upstreams: readonly AdminApiUpstream[];
  readonly servers: readonly AdminApiServer[];
  /** What is written in the background. */
  readonly writers: readonly WriterHealth[];
}

export interface AdminApiUpstream extends Partial<UpstreamHealth> {
  readonly name: string;
  readonly dialect: string;
  readonly url: string | null;
  /** What it refused within the last ten minutes of any caller's requests; that caller's requests to it leave this out. */
  readonly refused: readonly RefusalReport[];
}

/** Data for the admin API from outside the gateway. */
export interface AdminSources {
  /** The tools of the gateway's own MCP servers: they are shown and searched together with those that requests carried. */
  tools?(): readonly Tool[];
  /** Replaces the gateway's own answer from these tools. */
  catalogue?(): Promise<AdminApiCatalogue> | AdminApiCatalogue;
  servers?(): Promise<readonly AdminApiServer[]> | readonly AdminApiServer[];
  /** What is written in the background besides the gateway's own logs, such as lists of tools. */
  writers?(): readonly WriterHealth[];
  search?(request: AdminApiSearchRequest): Promise<AdminApiSearchAnswer> | AdminApiSearchAnswer;
}
