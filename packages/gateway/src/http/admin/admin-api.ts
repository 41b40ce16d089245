import type { TraceRecord } from "../../contracts/trace.ts";
import type { ConversationSummary } from "../../trace/memory-sink.ts";
import type { UpstreamHealth } from "../../trace/upstream-health.ts";

/** `GET /admin/traces`: the newest records first. */
export interface AdminApiTraces {
  readonly traces: readonly TraceRecord[];
  /** The `before` of the next page; null on the last one. */
  readonly next: string | null;
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
}

/** `GET /admin/health`. */
export interface AdminApiHealth {
  readonly status: "ok";
  readonly startedAt: string;
  readonly requestsRunning: number;
  readonly upstreams: readonly AdminApiUpstream[];
  readonly servers: readonly AdminApiServer[];
}

export interface AdminApiUpstream extends Partial<UpstreamHealth> {
  readonly name: string;
  readonly dialect: string;
  readonly url: string | null;
}

/** The body of `POST /admin/search`. */
export interface AdminApiSearchRequest {
  readonly query: string;
  readonly limit?: number | undefined;
  readonly ranker?: string | undefined;
}

/** The answer to `POST /admin/search`. */
export interface AdminApiSearchAnswer {
  readonly query: string;
  readonly ranker: string;
  readonly searched: number;
  readonly hits: readonly { readonly name: string; readonly score: number; readonly reasons?: readonly unknown[] }[];
  /** Why there is no hit. */
  readonly miss?: string | undefined;
  readonly milliseconds: number;
}

/** Where the admin API has its data from, so far as it is not the gateway's own. */
export interface AdminSources {
  catalogue?(): Promise<AdminApiCatalogue> | AdminApiCatalogue;
  servers?(): Promise<readonly AdminApiServer[]> | readonly AdminApiServer[];
  search?(request: AdminApiSearchRequest): Promise<AdminApiSearchAnswer> | AdminApiSearchAnswer;
}
