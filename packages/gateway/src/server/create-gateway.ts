import { getRequestListener } from "@hono/node-server";
import { hidesAllOf } from "@toolcrib/core/policy";
import { Admission } from "../admission/admission.ts";
import { Connections } from "../admission/connections.ts";
import { SeenTools } from "../catalogue-browser/seen-tools.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { isOpen } from "../http/access.ts";
import { unreadableHead } from "../http/check-head.ts";
import { createListener } from "../http/create-listener.ts";
import { errorAnswer, toWireError } from "../http/error-answer.ts";
import type { ConfiguredState } from "../http/gateway-state.ts";
import { type HealthAnswers, healthAnswers } from "../http/health-answers.ts";
import { webResponse } from "../http/web-response.ts";
import { namedKeys } from "../learning/named-keys.ts";
import { KeptObjectsOfCallers } from "../memory/kept-objects.ts";
import { SharedTurns } from "../memory/shared-turns.ts";
import { StoreWait } from "../memory/store-wait.ts";
import { configSecrets } from "../redaction/config-secrets.ts";
import { Answering } from "./answering.ts";
import { type BaseServices, createBaseServices } from "./base-services.ts";
import { CallControlsFactory } from "./call-controls-factory.ts";
import { checkParts } from "./check-parts.ts";
import { createEndpoints } from "./create-endpoints.ts";
import { CurrentConfig } from "./current-config.ts";
import type { Gateway, GatewayOptions } from "./gateway.ts";
import { GatewaySocket } from "./gateway-socket.ts";
import { HealthServer } from "./health-server.ts";
import { LazyLearning } from "./lazy-learning.ts";
import { createMakeConfigured } from "./make-configured.ts";
import { type OpenedStores, openStores } from "./open-stores.ts";
import { loginChange, openUserLogins } from "./open-user-logins.ts";
import { createRecorders } from "./recorders.ts";
import { requireKeys } from "./require-keys.ts";

/** Creates a gateway. It does not listen until `listen` is called. */
export async function createGateway(config: GatewayConfig = {}, options: GatewayOptions = {}): Promise<Gateway> {
  checkParts(options);
  const services = createBaseServices(options);
  services.redactor.learn(configSecrets(config, services.environment));
  const stores = await openStores(config, options, services);
  try {
    return await assemble(config, options, services, stores);
  } catch (error) {
    await stores.close();
    throw error;
  }
}

const openedMessage =
  "The reloaded config has no keys: everybody who reaches this gateway may now use and administer it. Add keys, or set requireKeys.";

/** Puts the parts together. Those that outlive configs come first; they read the config in use through `current`. */
async function assemble(
  config: GatewayConfig,
  options: GatewayOptions,
  base: BaseServices,
  stores: OpenedStores,
): Promise<Gateway> {
  const { environment, now, clock, startTimer, reportProblem, redactor, dialects } = base;
  const { store, directory, indexes } = stores;
  const storeWait = new StoreWait({ clock, startTimer, reportProblem });
  const services = { ...base, kept: new KeptObjectsOfCallers(store.ofProcess, reportProblem), storeWait };
  const current = new CurrentConfig(services);
  let healthServer: HealthServer | undefined;
  const currentState = (): ConfiguredState => current.state;
  const socket = new GatewaySocket();
  const publicUrl = (): string =>
    current.state.config.publicUrl ?? socket.address?.url ?? `http://localhost:${current.state.config.port}`;
  const admission = new Admission({ startTimer, clock });
  const connections = new Connections(() => current.state.config.limits.connections);
  const callControls = new CallControlsFactory({
    store: store.ofProcess,
    environment,
    now,
    startTimer,
    reportProblem,
  });
  const recorders = createRecorders({
    services,
    admission,
    connections,
    currentState,
    storeWait,
    otherWriters: () => [...store.health(), ...callControls.health(), ...(options.admin?.writers?.() ?? [])],
  });
  const users = await openUserLogins({
    entries: options.userServers,
    store,
    environment,
    now,
    clock,
    publicUrl,
    onEvent: (event) => callControls.auditLog?.add(loginChange(event, now)),
    trustedOrigins: () => {
      const { mcpAllowedHosts, oidc } = current.state.config;
      return oidc === undefined ? mcpAllowedHosts : [...mcpAllowedHosts, oidc.issuer];
    },
    mayUse: async (caller, { name }) => {
      await directory.refresh();
      return !hidesAllOf(name, current.state.policies.forFront(caller));
    },
  });
  const learning = new LazyLearning({ ...services, store: store.shared, keys: () => namedKeys(current.state) });
  const seenTools = new SeenTools();
  const answering = new Answering({
    findMcpServer: options.findMcpServer,
    mcpServerUrls: options.mcpServerUrls,
    loaders: options.loaders,
    embedder: options.embedder,
    languages: options.languages,
    storedIndexes: indexes,
    toolsetServers: options.toolsetServers,
    sharedTurns: store.shared === undefined ? undefined : new SharedTurns(store.shared, reportProblem),
    // Not before the request is sent: it takes time for a large catalogue.
    onCatalogue: (seen) => void setImmediate(() => seenTools.note(seen)),
    clock,
    // A store in memory would drop large programs, or others' values for them.
    programs: { sandboxes: options.sandboxes, store: store.shared, now, reportProblem },
  });
  const health = (): HealthAnswers => healthAnswers({ writers: recorders.writers(), isDraining: socket.isDraining });
  const parts = { services, directory, users, callControls, recorders, answering, learning };
  const makeConfigured = createMakeConfigured(options, parts);
  current.use(await makeConfigured(config));
  const app = createEndpoints(options, { ...parts, currentState, admission, seenTools, socket, publicUrl, health });

  return {
    app,
    get config() {
      return current.state.config;
    },
    get skills() {
      return current.state.skills?.library;
    },
    userTokens: users.logins,
    reload: async (changed) => {
      const made = await makeConfigured(changed);
      if (socket.address !== undefined) requireKeys(made.state.config, socket.address.host);
      const neededKeys = !isOpen(current.state);
      current.use(made);
      if (neededKeys && isOpen(current.state)) reportProblem(openedMessage, undefined);
      socket.configure(made.state.config.limits);
    },
    listen: async ({ port, host } = {}) => {
      const { config: used } = current.state;
      const address = { port: port ?? used.port, host: host ?? used.host };
      requireKeys(used, address.host);
      const others = getRequestListener(app.fetch, {
        overrideGlobalObjects: false,
        errorHandler: (error) => {
          const wireError = toWireError(unreadableHead(error));
          return webResponse(errorAnswer(wireError, dialects.spokenBy({}), services.createRequestId(), redactor));
        },
      });
      const listener = createListener({
        currentState,
        services,
        admission,
        connections,
        others,
        mcpHandler: options.mcpHandler,
        onRefused: options.onRefused,
        closing: () => socket.closing,
        isDraining: () => socket.isDraining,
      });
      const { healthPort } = used;
      // Before clients come: a thread starts slowly on a busy machine.
      if (healthPort !== undefined) {
        const at = { host: address.host, port: healthPort };
        healthServer = await HealthServer.open({ ...at, answers: health, startTimer, reportProblem });
      }
      try {
        const listening = await socket.open(listener, { ...address, connections, limits: used.limits });
        healthServer?.start();
        return healthServer === undefined ? listening : { ...listening, healthPort: healthServer.port };
      } catch (error) {
        await healthServer?.close();
        throw error;
      }
    },
    drain: () => {
      socket.drain();
      healthServer?.update();
    },
    close: async ({ drainMilliseconds = 0 } = {}) => {
      const closing = socket.close(drainMilliseconds, () =>
        services.calls.endAll(new GatewayError("shutting_down", {})),
      );
      healthServer?.update();
      await closing;
      await healthServer?.close();
      current.close();
      await recorders.configuredSinks.close();
      await answering.close();
      await learning.close();
      await callControls.close();
      await stores.close();
    },
  };
}
