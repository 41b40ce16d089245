import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { BodyReader } from "../body/body-reader.ts";
import { createUpstreams, type Upstreams } from "../config/create-upstreams.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { isLoopbackHost } from "../config/loopback.ts";
import { createFindRoute } from "../config/match-route.ts";
import { type ResolvedConfig, resolveConfig } from "../config/resolve-config.ts";
import type { TraceSink } from "../contracts/trace.ts";
import type { AnswerRequest } from "../contracts/turn.ts";
import { ConfigError } from "../errors/config-error.ts";
import type { MessagesTools } from "../http/answer-messages.ts";
import { createApp } from "../http/create-app.ts";
import { createListener, type NodeHandler } from "../http/create-listener.ts";
import type { ConfiguredState, ReportProblem } from "../http/gateway-state.ts";
import { type StartTimer, startNodeTimer } from "../retry/timer.ts";
import { withRetries } from "../retry/with-retries.ts";
import { passThrough } from "./pass-through.ts";

/** What a gateway is made of beside its config. Everything has a default. */
export interface GatewayDependencies {
  /** Makes what answers requests, for a config; made again when the config changes. */
  readonly createAnswerRequest?: ((config: ResolvedConfig) => AnswerRequest) | undefined;
  readonly sinks?: readonly TraceSink[] | undefined;
  /** The MCP front, mounted at `/mcp` on sockets. */
  readonly mcpHandler?: NodeHandler | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  readonly reportProblem?: ReportProblem | undefined;
  readonly createRequestId?: (() => string) | undefined;
  readonly startTimer?: StartTimer | undefined;
  readonly random?: (() => number) | undefined;
  readonly now?: (() => number) | undefined;
}

/** Where a gateway listens. */
export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
  /** For an SDK's base URL. */
  readonly url: string;
}

/** A gateway. */
export interface Gateway {
  /** All endpoints on web standards, for tests and other runtimes. */
  readonly app: Hono;
  readonly config: ResolvedConfig;
  /** Replaces the config for the requests to come; those that run keep theirs. Rejects, and changes nothing, where it is not usable. */
  reload(config: GatewayConfig): Promise<void>;
  /** Default: host and port of the config. */
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<ListeningAddress>;
  /** Stops listening and ends open connections. */
  close(): Promise<void>;
}

/** Makes a gateway. It listens to nothing until told to. */
export async function createGateway(
  config: GatewayConfig = {},
  dependencies: GatewayDependencies = {},
): Promise<Gateway> {
  const startTimer = dependencies.startTimer ?? startNodeTimer;
  const now = dependencies.now ?? Date.now;
  const environment = dependencies.environment ?? {};
  const tools: MessagesTools = {
    bodyReader: new BodyReader(),
    createRequestId: dependencies.createRequestId ?? (() => `req_${randomUUID().replaceAll("-", "")}`),
    now,
    clock: () => performance.now(),
    startTimer,
    reportProblem: dependencies.reportProblem ?? (() => {}),
  };
  const running = { count: 0 };
  let configured = await configure(config);
  const currentState = (): ConfiguredState => configured.state;
  const app = createApp({
    currentState,
    tools,
    running,
    metrics: async () => ({ text: "", type: "text/plain" }),
    addRoutes: () => {},
  });
  let server: Server | undefined;

  return {
    app,
    get config() {
      return configured.state.config;
    },
    reload: async (changed) => {
      const before = configured;
      configured = await configure(changed);
      before.upstreams.close();
    },
    listen: async ({ port, host } = {}) => {
      const { config } = configured.state;
      const address = { port: port ?? config.port, host: host ?? config.host };
      if (config.keys.length === 0 && !isLoopbackHost(address.host)) {
        throw new ConfigError("open_without_keys", { host: address.host });
      }
      const others = getRequestListener(app.fetch, { overrideGlobalObjects: false });
      const listener = createListener({
        currentState,
        tools,
        running,
        others,
        mcpHandler: dependencies.mcpHandler,
      });
      // A client with kept connections must be the one to close them, or it may send into one that is closing.
      server = createServer({ keepAliveTimeout: 75_000, noDelay: true }, listener);
      return await startListening(server, address);
    },
    close: async () => {
      const closing = server;
      server = undefined;
      if (closing !== undefined) {
        await new Promise<void>((resolve) => {
          closing.close(() => resolve());
          closing.closeAllConnections();
        });
      }
      configured.upstreams.close();
    },
  };

  async function configure(given: GatewayConfig): Promise<Configured> {
    const resolved = resolveConfig(given);
    const upstreams = await createUpstreams(resolved.upstreams, environment);
    const retrying = new Map(
      [...upstreams.byName].map(([name, upstream]) => [
        name,
        withRetries(upstream, {
          policy: resolved.retries,
          startTimer,
          now,
          random: dependencies.random ?? Math.random,
        }),
      ]),
    );
    const state: ConfiguredState = {
      config: resolved,
      upstreams: retrying,
      findRoute: createFindRoute(resolved, retrying),
      answerRequest: dependencies.createAnswerRequest?.(resolved) ?? passThrough,
      sinks: dependencies.sinks ?? [],
    };
    return { state, upstreams };
  }
}

interface Configured {
  readonly state: ConfiguredState;
  readonly upstreams: Upstreams;
}

function startListening(server: Server, { port, host }: { port: number; host: string }): Promise<ListeningAddress> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: Error & { code?: string }) => {
      reject(new ConfigError("port_in_use", { port, host, reason: error.code ?? error.message }, { cause: error }));
    });
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo;
      const name = address.address.includes(":") ? `[${address.address}]` : address.address;
      resolve({ host: address.address, port: address.port, url: `http://${name}:${address.port}` });
    });
  });
}
