import type { Loader } from "@toolcrib/core/loaders";
import type { PolicyRule } from "@toolcrib/core/policy";
import type { SkillLibrary } from "@toolcrib/core/skills";
import type { Embedder } from "@toolcrib/search";
import type { StartTimer } from "@toolcrib/shared/timers";
import type { Hono } from "hono";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { ClientDialect } from "../contracts/client-dialect.ts";
import type { AnswerRequest } from "../contracts/client-request.ts";
import type { ReportProblem } from "../contracts/report-problem.ts";
import type { ToolsetConnection, ToolsetServers } from "../contracts/toolset.ts";
import type { TraceSink } from "../contracts/trace.ts";
import type { Upstream } from "../contracts/upstream.ts";
import type { AdminSources } from "../http/admin/admin-api.ts";
import type { McpHandler } from "../http/mcp-door.ts";
import type { FindPage } from "../http/pages.ts";
import type { ConfiguredUrl } from "../plan/mcp-toolsets/configured-name.ts";
import type { ListeningAddress } from "./listen.ts";

/** What a gateway is made of beside its config. Everything has a default. */
export interface GatewayOptions {
  /** Makes what answers requests, for a config; made again when the config changes. */
  readonly createAnswerRequest?: ((config: ResolvedConfig) => AnswerRequest) | undefined;
  /** Loaders beside the built-in ones; the config names them as it names those. */
  readonly loaders?: readonly Loader[] | undefined;
  /** Dialects that clients may speak beside the Messages API. */
  readonly dialects?: readonly ClientDialect[] | undefined;
  /** Model endpoints beside those of the config; routes name them as they name those. */
  readonly upstreams?: readonly Upstream[] | undefined;
  /** What gives texts a meaning, for searching. Default: the table that ships with the search package; `null`: words only. */
  readonly embedder?: Embedder | null | undefined;
  /** Opens MCP servers for requests, instead of what the gateway makes for its config; whoever made it closes it. */
  readonly toolsetServers?: ToolsetServers | undefined;
  /** Where records go beside the sinks of the config. */
  readonly sinks?: readonly TraceSink[] | undefined;
  /** What the admin API tells about MCP servers and their tools. */
  readonly admin?: AdminSources | undefined;
  /** MCP servers of the operator that requests may use by name; undefined for a name that is none. */
  readonly findMcpServer?: ((name: string) => ToolsetConnection | undefined) | undefined;
  /** Those of them that are reached by URL: a request that names their URL itself gets no other rules. */
  readonly mcpServerUrls?: (() => readonly ConfiguredUrl[]) | undefined;
  /** Rules in the entries of these servers; they hold for their tools at every door. Asked for when a config is loaded. */
  readonly mcpServerRules?: (() => readonly PolicyRule[]) | undefined;
  /** The files of the web page at `/studio`. */
  readonly pages?: FindPage | undefined;
  /** The MCP front, mounted at `/mcp` on sockets. */
  readonly mcpHandler?: McpHandler | undefined;
  /** Holds the upstreams' keys. Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Further texts that must not be shown or written down, beside the secrets of the config. */
  readonly secrets?: readonly string[] | undefined;
  /** Told about what nobody foresaw. Default: standard error. */
  readonly reportProblem?: ReportProblem | undefined;
  readonly createRequestId?: (() => string) | undefined;
  readonly startTimer?: StartTimer | undefined;
  readonly random?: (() => number) | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** A gateway. */
export interface Gateway {
  /** All endpoints on web standards, for tests and other runtimes; without `/mcp`. */
  readonly app: Hono;
  /** The config in use, with its defaults. */
  readonly config: ResolvedConfig;
  /** The skills of the config in use. */
  readonly skills: SkillLibrary | undefined;
  /** Replaces the config for the requests to come; those that run keep theirs. Rejects, and changes nothing, where it is not usable. */
  reload(config: GatewayConfig): Promise<void>;
  /** Default: host and port of the config. */
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<ListeningAddress>;
  /** Stops listening, and ends open connections: at once, or when their answers are complete. Those that are not after this time end with an error. */
  close(options?: { readonly drainMilliseconds?: number }): Promise<void>;
}
