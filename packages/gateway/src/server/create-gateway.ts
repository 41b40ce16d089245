import { randomUUID } from "node:crypto";
import { getRequestListener } from "@hono/node-server";
import type { PolicyRule, Tool } from "@toolcrib/core";
import { Redactor } from "@toolcrib/core/redaction";
import type { Hono } from "hono";
import { Admission } from "../admission/admission.ts";
import { Connections } from "../admission/connections.ts";
import { BodyReader } from "../body/body-reader.ts";
import { CatalogueView } from "../catalogue-view/catalogue-view.ts";
import { SeenTools } from "../catalogue-view/seen-tools.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { isLoopbackHost } from "../config/loopback.ts";
import { type ResolvedConfig, resolveConfig } from "../config/resolve-config.ts";
import type { ToolsetConnection } from "../contracts/toolset.ts";
import type { TraceSink } from "../contracts/trace.ts";
import type { AnswerRequest } from "../contracts/turn.ts";
import type { WriterHealth } from "../contracts/writer-health.ts";
import { DenyListPoll } from "../deny-list/deny-list-poll.ts";
import { ConfigError } from "../errors/config-error.ts";
import type { AdminSources } from "../http/admin/admin-api.ts";
import { createAdminApp } from "../http/admin/create-admin-app.ts";
import type { MessagesTools } from "../http/answer-messages.ts";
import { createApp } from "../http/create-app.ts";
import { createListener } from "../http/create-listener.ts";
import type { ConfiguredState, ReportProblem } from "../http/gateway-state.ts";
import type { McpHandler } from "../http/mcp-door.ts";
import { createPagesApp, type FindPage } from "../http/pages.ts";
import type { ConfiguredUrl } from "../mcp-toolsets/configured-name.ts";
import { configSecrets } from "../redaction/config-secrets.ts";
import { redactError } from "../redaction/redact-error.ts";
import { type StartTimer, startNodeTimer } from "../retry/timer.ts";
import { ConfiguredSinks } from "../trace/configured-sinks.ts";
import { MemorySink } from "../trace/memory-sink.ts";
import { createMetrics } from "../trace/metrics.ts";
import { UpstreamHealthSink } from "../trace/upstream-health.ts";
import { Answering } from "./answering.ts";
import { configure, withUnsupportedModels } from "./configure.ts";
import { type Listening, type ListeningAddress, listen } from "./listen.ts";

const noTools: readonly Tool[] = [];

/** What a gateway is made of beside its config. Everything has a default. */
export interface GatewayDependencies {
  /** Makes what answers requests, for a config; made again when the config changes. */
  readonly createAnswerRequest?: ((config: ResolvedConfig) => AnswerRequest) | undefined;
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
  /** Replaces the config for the requests to come; those that run keep theirs. Rejects, and changes nothing, where it is not usable. */
  reload(config: GatewayConfig): Promise<void>;
  /** Default: host and port of the config. */
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<ListeningAddress>;
  /** Stops listening, and ends open connections: at once, or when their answers are complete and at the latest after this time. */
  close(options?: { readonly drainMilliseconds?: number }): Promise<void>;
}

/** Makes a gateway. It listens to nothing until told to. */
export async function createGateway(
  config: GatewayConfig = {},
  dependencies: GatewayDependencies = {},
): Promise<Gateway> {
  const startTimer = dependencies.startTimer ?? startNodeTimer;
  const now = dependencies.now ?? Date.now;
  const environment = dependencies.environment ?? process.env;
  const redactor = new Redactor(dependencies.secrets ?? []);
  const report = dependencies.reportProblem ?? ((problem, error) => console.error(problem, error ?? ""));
  const tools: MessagesTools = {
    bodyReader: new BodyReader(),
    createRequestId: dependencies.createRequestId ?? (() => `req_${randomUUID().replaceAll("-", "")}`),
    now,
    clock: () => performance.now(),
    startTimer,
    reportProblem: (problem, error) => report(redactor.text(problem), redactError(error, redactor)),
    redactor,
  };
  const admission = new Admission({ startTimer, clock: tools.clock });
  const connections = new Connections(() => configured.state.config.limits.connections);
  const configuredSinks = new ConfiguredSinks({ startTimer, reportProblem: tools.reportProblem });
  const writers = (): readonly WriterHealth[] => [
    ...configuredSinks.logs(),
    ...(dependencies.admin?.writers?.() ?? []),
  ];
  const metrics = createMetrics({ admission, connections, writers });
  const memory = new MemorySink(() => {
    const { memory: records, memoryBytes: bytes } = configured.state.config.trace;
    return { records, bytes };
  });
  const upstreamHealth = new UpstreamHealthSink();
  const seenTools = new SeenTools();
  const answering = new Answering({
    findMcpServer: dependencies.findMcpServer,
    mcpServerUrls: dependencies.mcpServerUrls,
    onCatalogue: (seen) => seenTools.note(seen),
    clock: tools.clock,
  });
  const makeConfigured = (given: GatewayConfig) => {
    // Secrets of earlier configs stay known: requests that began under them may still be running.
    redactor.learn(configSecrets(given, environment));
    return configure(resolveConfig(given), {
      environment,
      retry: { startTimer, now, random: dependencies.random ?? Math.random },
      sinks: [metrics.sink, memory, upstreamHealth, ...(dependencies.sinks ?? [])],
      configuredSinks,
      serverRules: dependencies.mcpServerRules?.() ?? [],
      createAnswerRequest: dependencies.createAnswerRequest ?? ((resolved) => answering.for(resolved)),
    });
  };
  let configured = await makeConfigured(config);
  const denyList = new DenyListPoll({
    startTimer,
    reportProblem: tools.reportProblem,
    onChange: () => {
      configured = withUnsupportedModels(configured, denyList.list);
    },
  });
  denyList.follow(configured.state.config.modelDenyList);
  const currentState = (): ConfiguredState => configured.state;
  const app = createApp({
    currentState,
    tools,
    admission,
    writers,
    metrics: async () => ({ text: await metrics.text(), type: metrics.contentType }),
  });
  const startedAt = new Date(now()).toISOString();
  const view = new CatalogueView({
    ownTools: () => dependencies.admin?.tools?.() ?? noTools,
    seenTools,
    settings: () => configured.state.config.handling.settings,
    policy: () => configured.state.policies.forEverybody(),
    clock: tools.clock,
  });
  const sources: AdminSources = {
    catalogue: () => view.catalogue(),
    search: (request) => view.search(request),
    ...dependencies.admin,
  };
  app.route(
    "/admin",
    createAdminApp({
      currentState,
      memory,
      upstreamHealth,
      refusals: answering.refusals,
      running: admission,
      sources,
      writers,
      startedAt,
      startTimer,
      redactor,
    }),
  );
  if (dependencies.pages !== undefined) app.route("/studio", createPagesApp(dependencies.pages));
  let listening: Listening | undefined;

  return {
    app,
    get config() {
      return configured.state.config;
    },
    reload: async (changed) => {
      const before = configured;
      const made = await makeConfigured(changed);
      if (listening !== undefined) requireKeys(made.state.config, listening.address.host);
      denyList.follow(made.state.config.modelDenyList);
      configured = denyList.list === undefined ? made : withUnsupportedModels(made, denyList.list);
      listening?.configure(made.state.config.limits);
      before.close();
    },
    listen: async ({ port, host } = {}) => {
      const { config } = configured.state;
      const address = { port: port ?? config.port, host: host ?? config.host };
      requireKeys(config, address.host);
      const { mcpHandler } = dependencies;
      const others = getRequestListener(app.fetch, { overrideGlobalObjects: false });
      const listener = createListener({ currentState, tools, admission, connections, others, mcpHandler });
      listening = await listen(listener, { ...address, connections, limits: config.limits });
      return listening.address;
    },
    close: async ({ drainMilliseconds = 0 } = {}) => {
      await listening?.close(drainMilliseconds);
      listening = undefined;
      denyList.stop();
      configured.close();
      await configuredSinks.close();
      await answering.close();
    },
  };
}

/** Nobody opens a gateway to others by leaving something out. */
function requireKeys({ keys }: ResolvedConfig, host: string): void {
  if (keys.length === 0 && !isLoopbackHost(host)) throw new ConfigError("open_without_keys", { host });
}
