import { randomUUID } from "node:crypto";
import { getRequestListener } from "@hono/node-server";
import { hidesAllOf } from "@toolcrib/core/policy";
import { Redactor } from "@toolcrib/core/redaction";
import { startBackgroundTimer } from "@toolcrib/shared/timers";
import { Admission } from "../admission/admission.ts";
import { Connections } from "../admission/connections.ts";
import { SeenTools } from "../catalogue-browser/seen-tools.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { createRankerTable } from "../config/ranker-table.ts";
import { resolveConfig } from "../config/resolve-config.ts";
import type { WriterHealth } from "../contracts/writer-health.ts";
import { DenyListPoll } from "../deny-list/deny-list-poll.ts";
import { clientDialects } from "../dialects/client-dialects.ts";
import { ConfigError } from "../errors/config-error.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { createAdminApp } from "../http/admin/create-admin-app.ts";
import { unreadableHead } from "../http/check-head.ts";
import { createApp } from "../http/create-app.ts";
import { createListener } from "../http/create-listener.ts";
import { errorAnswer, toWireError } from "../http/error-answer.ts";
import type { ConfiguredState } from "../http/gateway-state.ts";
import type { CallServices } from "../http/open-call.ts";
import { RunningCalls } from "../http/running-calls.ts";
import { ServedDialects } from "../http/served-dialects.ts";
import { webResponse } from "../http/web-response.ts";
import type { LearnedHistories } from "../learning/learned-histories.ts";
import type { Learning } from "../learning/learning.ts";
import { namedKeys } from "../learning/named-keys.ts";
import { KeptObjectsOfCallers } from "../memory/kept-objects.ts";
import { SharedTurns } from "../memory/shared-turns.ts";
import type { GatewaySkills } from "../plan/skills/gateway-skills.ts";
import { openGatewaySkills } from "../plan/skills/open-gateway-skills.ts";
import { configSecrets } from "../redaction/config-secrets.ts";
import { redactError } from "../redaction/redact-error.ts";
import { createLoaderTable } from "../route/loader-table.ts";
import { SavingsSink } from "../savings/savings-sink.ts";
import { ConfiguredSinks } from "../trace/configured-sinks.ts";
import { MemorySink } from "../trace/memory-sink.ts";
import { createMetrics } from "../trace/metrics.ts";
import { UpstreamHealthSink } from "../trace/upstream-health.ts";
import { Answering } from "./answering.ts";
import { CallControlsFactory } from "./call-controls-factory.ts";
import { checkParts } from "./check-parts.ts";
import { configure, withUnsupportedModels } from "./configure.ts";
import type { Gateway, GatewayOptions } from "./gateway.ts";
import { type Listening, listen } from "./listen.ts";
import { mountPages } from "./mount-pages.ts";
import { openCatalogueView } from "./open-catalogue-view.ts";
import { openDirectory } from "./open-directory.ts";
import { openGatewayStore } from "./open-gateway-store.ts";
import { openStoredIndexes } from "./open-stored-indexes.ts";
import { loginChange, openUserLogins } from "./open-user-logins.ts";
import { requireKeys } from "./require-keys.ts";

/** A program that answers requests itself need not know about quotas. */
function admitFirst(create: GatewayOptions["createAnswerRequest"]): GatewayOptions["createAnswerRequest"] {
  if (create === undefined) return undefined;
  return (config) => {
    const answerRequest = create(config);
    return async (request) => {
      await request.admit?.();
      return answerRequest(request);
    };
  };
}

/** Creates a gateway. It does not listen until `listen` is called. */
export async function createGateway(config: GatewayConfig = {}, options: GatewayOptions = {}): Promise<Gateway> {
  checkParts(options);
  const startTimer = options.startTimer ?? startBackgroundTimer;
  const now = options.now ?? Date.now;
  const environment = options.environment ?? process.env;
  const redactor = new Redactor();
  const report = options.reportProblem ?? ((problem, error) => console.error(problem, error ?? ""));
  const dialects = new ServedDialects([...clientDialects, ...(options.dialects ?? [])]);
  const services: CallServices = {
    dialects,
    createRequestId: options.createRequestId ?? (() => `req_${randomUUID().replaceAll("-", "")}`),
    now,
    clock: () => performance.now(),
    startTimer,
    reportProblem: (problem, error) => {
      try {
        report(redactor.text(problem), redactError(error, redactor));
      } catch {
        // A broken reporter must not break a request.
      }
    },
    redactor,
    calls: new RunningCalls(),
    get kept() {
      return kept;
    },
  };
  redactor.learn(configSecrets(config, environment));
  const store = await openGatewayStore(config.store, options.store, services);
  const directory = await openDirectory(store, services);
  const closeStore = async (error: unknown): Promise<never> => {
    directory.close();
    await store.close();
    throw error;
  };
  const storedIndexes =
    config.search?.index === "store" ? await openStoredIndexes(store, options, services).catch(closeStore) : undefined;
  const callControls = new CallControlsFactory({
    store: store.ofProcess,
    environment,
    now,
    startTimer,
    reportProblem: services.reportProblem,
  });
  const giveUp = async (error: unknown): Promise<never> => {
    await storedIndexes?.close();
    return closeStore(error);
  };
  const publicUrl = (): string =>
    configured.state.config.publicUrl ?? listening?.address.url ?? `http://localhost:${configured.state.config.port}`;
  const users = await openUserLogins({
    entries: options.userServers,
    store,
    environment,
    now,
    publicUrl,
    onEvent: (event) => callControls.auditLog?.add(loginChange(event, now)),
    mayUse: async (caller, { name }) => {
      await directory.refresh();
      return !hidesAllOf(name, configured.state.policies.forFront(caller));
    },
  }).catch(giveUp);
  const kept = new KeptObjectsOfCallers(store.ofProcess, services.reportProblem);
  const admission = new Admission({ startTimer, clock: services.clock });
  const connections = new Connections(() => configured.state.config.limits.connections);
  const configuredSinks = new ConfiguredSinks({ startTimer, reportProblem: services.reportProblem });
  const writers = (): readonly WriterHealth[] => [
    ...configuredSinks.logs(),
    ...store.health(),
    ...callControls.health(),
    ...(options.admin?.writers?.() ?? []),
  ];
  const metrics = createMetrics({ admission, connections, writers });
  const memory = new MemorySink(() => {
    const { memory: records, memoryBytes: bytes } = configured.state.config.trace;
    return { records, bytes };
  });
  const upstreamHealth = new UpstreamHealthSink();
  const savings = new SavingsSink(now);
  const seenTools = new SeenTools();
  const answering = new Answering({
    findMcpServer: options.findMcpServer,
    mcpServerUrls: options.mcpServerUrls,
    loaders: options.loaders,
    embedder: options.embedder,
    languages: options.languages,
    storedIndexes: storedIndexes?.indexes,
    toolsetServers: options.toolsetServers,
    sharedTurns: store.shared === undefined ? undefined : new SharedTurns(store.shared, services.reportProblem),
    // Not before the request is sent: it takes time for a large catalogue.
    onCatalogue: (seen) => void setImmediate(() => seenTools.note(seen)),
    clock: services.clock,
    // A store in memory would drop large programs, or others' values for them.
    programs: { sandboxes: options.sandboxes, store: store.shared, now, reportProblem: services.reportProblem },
  });
  const loaders = createLoaderTable(options.loaders);
  const rankers = createRankerTable(options.rankers);
  let skills: GatewaySkills | undefined;
  let learned: { readonly learning: Learning; readonly histories: LearnedHistories } | undefined;
  /** Not imported by gateways that do not learn. It outlives configs, so that a reload forgets nothing. */
  const openLearning = async (): Promise<Learning> => {
    const { createLearning } = await import("../learning/create-learning.ts");
    learned ??= createLearning({
      store: store.shared,
      startTimer,
      now,
      reportProblem: services.reportProblem,
      keys: () => namedKeys(configured.state),
    });
    return learned.learning;
  };
  const makeConfigured = (given: GatewayConfig) => {
    if (given.search?.embedder === "encoder" && (options.embedder ?? null) === null) {
      throw new ConfigError("embedder_missing", { name: "encoder" });
    }
    if (given.search?.languages === true && options.languages === undefined) {
      throw new ConfigError("languages_missing", {});
    }
    users.check();
    // Secrets of earlier configs stay known: requests that began under them may still be running.
    redactor.learn([...configSecrets(given, environment), ...(options.secrets?.() ?? [])]);
    return configure(resolveConfig(given, rankers), {
      loaders,
      upstreams: options.upstreams ?? [],
      environment,
      retry: { startTimer, now, random: options.random ?? Math.random },
      sinks: [metrics.sink, memory, upstreamHealth, savings, ...(options.sinks ?? [])],
      configuredSinks,
      serverRules: options.mcpServerRules?.() ?? [],
      directory,
      createCallControls: (resolved) => callControls.for(resolved),
      openLearning,
      openSkills: async (places) => {
        skills = await openGatewaySkills(places, skills, services.reportProblem);
        return skills;
      },
      createAnswerRequest: admitFirst(options.createAnswerRequest) ?? ((resolved) => answering.for(resolved)),
    });
  };
  let configured = await makeConfigured(config).catch(giveUp);
  const denyList = new DenyListPoll({
    startTimer,
    reportProblem: services.reportProblem,
    onChange: () => {
      configured = withUnsupportedModels(configured, denyList.list);
    },
  });
  denyList.follow(configured.state.config.modelDenyList);
  const currentState = (): ConfiguredState => configured.state;
  const app = createApp({
    currentState,
    services,
    admission,
    writers,
    isDraining: () => isDraining,
    metrics: async () => ({ text: await metrics.text(), type: metrics.contentType }),
  });
  const startedAt = new Date(now()).toISOString();
  const { view, sources } = openCatalogueView({
    ...options,
    seenTools,
    currentState,
    histories: () => learned?.histories,
    clock: services.clock,
  });
  app.route(
    "/admin",
    createAdminApp({
      currentState,
      memory,
      upstreamHealth,
      savings,
      refusals: answering.refusals,
      admission,
      sources,
      view,
      histories: () => (configured.state.learning === undefined ? undefined : learned?.histories),
      writers,
      callControls,
      connections: users,
      startedAt,
      startTimer,
      redactor,
      closing: () => closing.signal,
    }),
  );
  mountPages(app, {
    ...users,
    currentState,
    environment,
    now,
    admission,
    publicUrl,
    redact: (text) => redactor.text(text),
    reportProblem: services.reportProblem,
    dialects,
    pages: options.pages,
    hasFront: options.mcpHandler !== undefined,
  });
  let listening: Listening | undefined;
  let isDraining = false;
  let closing = new AbortController();

  return {
    app,
    get config() {
      return configured.state.config;
    },
    get skills() {
      return configured.state.skills?.library;
    },
    userTokens: users.logins,
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
      const { mcpHandler } = options;
      const others = getRequestListener(app.fetch, {
        overrideGlobalObjects: false,
        errorHandler: (error) =>
          webResponse(
            errorAnswer(
              toWireError(unreadableHead(error)),
              dialects.spokenBy({}),
              services.createRequestId(),
              redactor,
            ),
          ),
      });
      const { onRefused } = options;
      const listener = createListener({
        currentState,
        services,
        admission,
        connections,
        others,
        mcpHandler,
        onRefused,
        closing: () => closing.signal,
        isDraining: () => isDraining,
      });
      closing = new AbortController();
      isDraining = false;
      listening = await listen(listener, { ...address, connections, limits: config.limits });
      return listening.address;
    },
    drain: () => {
      isDraining = true;
    },
    close: async ({ drainMilliseconds = 0 } = {}) => {
      isDraining = true;
      closing.abort();
      await listening?.close({
        milliseconds: drainMilliseconds,
        onTimeUp: () => services.calls.endAll(new GatewayError("shutting_down", {})),
      });
      listening = undefined;
      denyList.stop();
      configured.close();
      await configuredSinks.close();
      await answering.close();
      await learned?.learning.close();
      await callControls.close();
      await storedIndexes?.close();
      directory.close();
      await store.close();
    },
  };
}
