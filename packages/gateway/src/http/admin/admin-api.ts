import type { Tool } from "@toolcrib/core";
import type { LintFinding, RankerName, Reason } from "@toolcrib/search";
import type { FlowStep, TraceRecord } from "../../contracts/trace.ts";
import type { WriterHealth } from "../../contracts/writer-health.ts";
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
  /** What is known of the request so far. Its `flow` is empty: each step is told once. */
  readonly trace: TraceRecord;
  /** The step's place in the flow, from 0. */
  readonly index: number;
  readonly step: FlowStep;
}

/** `GET /admin/conversations`. */
export interface AdminApiConversations {
  readonly conversations: readonly ConversationSummary[];
}

/** A tool of the gateway's own MCP servers. */
export interface AdminApiTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly server?: string | undefined;
  readonly input_schema?: unknown;
  /** What its definition costs in a prompt, estimated from its length. */
  readonly tokens?: number | undefined;
  /** What becomes of it in a request, so far as the rules alone decide. */
  readonly placement?: "eager" | "deferred" | "pinned" | "hidden" | undefined;
  /** Which rule decided that, in words. */
  readonly rule?: string | undefined;
  /** What the lint says about it; absent while the lint is at work, and for more than 3,000 tools. */
  readonly findings?: readonly LintFinding[] | undefined;
}

/** `GET /admin/catalogue`: the tools that the gateway knows without a request. */
export interface AdminApiCatalogue {
  readonly hash?: string | undefined;
  readonly tools: readonly AdminApiTool[];
}

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
  /** What it refused within the last ten minutes, so that requests go there without it. */
  readonly refused: readonly RefusalReport[];
}

/** The body of `POST /admin/search`. */
export interface AdminApiSearchRequest {
  readonly query: string;
  readonly limit?: number | undefined;
  /** Default: the gateway's setting. */
  readonly ranker?: RankerName | undefined;
  /** Descriptions to try: the search is made as if the tools had these. Nothing else changes. */
  readonly edits?: readonly AdminApiEdit[] | undefined;
}

/** Another description for a tool. */
export interface AdminApiEdit {
  readonly name: string;
  readonly description: string;
}

/** The answer to `POST /admin/search`. */
export interface AdminApiSearchAnswer {
  readonly query: string;
  readonly ranker: string;
  readonly searched: number;
  readonly hits: readonly { readonly name: string; readonly score: number; readonly reasons?: readonly Reason[] }[];
  /** How many tools matched, those that were cut off included. */
  readonly matched?: number | undefined;
  /** Up to three names that come nearest where nothing was found. */
  readonly nearest?: readonly string[] | undefined;
  /** Why there is no hit. */
  readonly miss?: string | undefined;
  readonly milliseconds: number;
}

/** Where the admin API has its data from, so far as it is not the gateway's own. */
export interface AdminSources {
  /** The tools of the gateway's own MCP servers: they are shown and searched together with those that requests carried. */
  tools?(): readonly Tool[];
  /** Instead of what the gateway would answer from these tools. */
  catalogue?(): Promise<AdminApiCatalogue> | AdminApiCatalogue;
  servers?(): Promise<readonly AdminApiServer[]> | readonly AdminApiServer[];
  /** What is written in the background beside the gateway's own logs, such as lists of tools. */
  writers?(): readonly WriterHealth[];
  search?(request: AdminApiSearchRequest): Promise<AdminApiSearchAnswer> | AdminApiSearchAnswer;
}
