import type { Hono } from "hono";
import type { Admission } from "../admission/admission.ts";
import type { SeenTools } from "../catalogue-browser/seen-tools.ts";
import { createAdminApp } from "../http/admin/create-admin-app.ts";
import { createApp } from "../http/create-app.ts";
import type { ConfiguredState } from "../http/gateway-state.ts";
import type { HealthAnswers } from "../http/health-answers.ts";
import type { CallServices } from "../http/open-call.ts";
import type { BaseServices } from "./base-services.ts";
import type { GatewayOptions } from "./gateway.ts";
import type { GatewaySocket } from "./gateway-socket.ts";
import type { SharedParts } from "./make-configured.ts";
import { mountPages } from "./mount-pages.ts";
import { openCatalogueView } from "./open-catalogue-view.ts";

export interface EndpointsOptions extends SharedParts {
  readonly services: BaseServices & CallServices;
  readonly currentState: () => ConfiguredState;
  readonly admission: Admission;
  readonly seenTools: SeenTools;
  readonly socket: GatewaySocket;
  readonly publicUrl: () => string;
  readonly health: () => HealthAnswers;
}

/** Creates all endpoints: the model APIs, the admin API and what people open in a browser. */
export function createEndpoints(options: GatewayOptions, parts: EndpointsOptions): Hono {
  const { services, recorders, learning, currentState, admission, users, socket } = parts;
  const { metrics } = recorders;
  const app = createApp({
    currentState,
    services,
    admission,
    health: parts.health,
    metrics: async () => ({ text: await metrics.text(), type: metrics.contentType }),
  });
  const { view, sources } = openCatalogueView({
    ...options,
    seenTools: parts.seenTools,
    currentState,
    histories: () => learning.histories,
    clock: services.clock,
  });
  const admin = createAdminApp({
    ...recorders,
    currentState,
    refusals: parts.answering.refusals,
    admission,
    sources,
    view,
    histories: () => (currentState().learning === undefined ? undefined : learning.histories),
    callControls: parts.callControls,
    connections: users,
    startedAt: new Date(services.now()).toISOString(),
    startTimer: services.startTimer,
    redactor: services.redactor,
    closing: () => socket.closing,
  });
  app.route("/admin", admin);
  mountPages(app, {
    ...users,
    currentState,
    environment: services.environment,
    now: services.now,
    admission,
    publicUrl: parts.publicUrl,
    redact: (text) => services.redactor.text(text),
    reportProblem: services.reportProblem,
    dialects: services.dialects,
    pages: options.pages,
    hasFront: options.mcpHandler !== undefined,
  });
  return app;
}
