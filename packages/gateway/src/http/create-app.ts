import { Hono } from "hono";
import type { Admission } from "../admission/admission.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { checkOrigin, corsHeaders, identifyCaller, requireRole } from "./access.ts";
import { answerCall, type ClientCall } from "./answer-call.ts";
import { credentialsOf } from "./caller-scope.ts";
import type { BodyGate } from "./collect-body.ts";
import { collectWebBody } from "./collect-web-body.ts";
import { decodeBody } from "./decode-body.ts";
import { errorAnswer, toWireError } from "./error-answer.ts";
import { findModel } from "./find-model.ts";
import type { ConfiguredState } from "./gateway-state.ts";
import type { HealthAnswers } from "./health-answers.ts";
import { serveKept } from "./kept-endpoints.ts";
import { listModels } from "./list-models.ts";
import type { CallServices } from "./open-call.ts";
import { RequestAbort } from "./request-abort.ts";
import { headersOf } from "./request-headers.ts";
import type { ServedEndpoint } from "./served-dialects.ts";
import { webResponse } from "./web-response.ts";

export interface AppOptions {
  readonly currentState: () => ConfiguredState;
  readonly services: CallServices;
  readonly admission: Admission;
  readonly health: () => HealthAnswers;
  /** The metrics in Prometheus' text form, and its content type. */
  readonly metrics: () => Promise<{ readonly text: string; readonly type: string }>;
}

/** All endpoints on web standards. Over a socket, the busiest of them take a faster path (see `createListener`). */
export function createApp(options: AppOptions): Hono {
  const { currentState, services } = options;
  const app = new Hono();

  app.use(async (context, next) => {
    const headers = headersOf(context.req.raw);
    const state = currentState();
    checkOrigin(headers, state);
    const cors = corsHeaders(headers, state.config);
    if (context.req.method === "OPTIONS") return new Response(null, { status: 204, headers: cors });
    await next();
    for (const [name, value] of Object.entries(cors)) context.res.headers.set(name, value);
    return undefined;
  });

  for (const endpoint of services.dialects.endpoints) {
    app.post(endpoint.path, (context) => answer(context.req.raw, endpoint));
  }
  serveKept(app, currentState, services);
  app.get("/v1/models", async (context) => {
    const { state, dialect, credentials } = await modelsRequest(context.req.raw);
    return context.json(dialect.encodeModels(await listModels(state, credentials, context.req.raw.signal)));
  });
  app.get("/v1/models/:id{.+}", async (context) => {
    const { state, dialect, credentials } = await modelsRequest(context.req.raw);
    const model = await findModel(context.req.param("id"), state, credentials, context.req.raw.signal);
    return context.json(dialect.encodeModel(model));
  });
  for (const path of ["/healthz", "/readyz"] as const) {
    app.get(path, (context) => {
      const { status, body } = options.health()[path];
      return context.json(body, status);
    });
  }
  app.get("/metrics", async (context) => {
    await requireRole(headersOf(context.req.raw), currentState(), "operator");
    const { text, type } = await options.metrics();
    return context.body(services.redactor.text(text), 200, { "content-type": type });
  });

  app.notFound((context) => {
    const { method, path, raw } = context.req;
    const reason = services.dialects.whyNotServed(path, headersOf(raw));
    if (reason !== undefined) return failure(new GatewayError("not_served", { path, reason }), raw);
    const methods = isModels(path) ? ["GET"] : services.dialects.methodsAt(path);
    if (methods.length === 0) {
      // With the version of the API missing, or there twice.
      const expected = [`/v1${path}`, path.slice("/v1".length)].find((other) => services.dialects.endpointAt(other));
      return failure(
        expected === undefined
          ? new GatewayError("not_found", { method, path })
          : new GatewayError("wrong_base_url", { method, path, expected }),
        raw,
      );
    }
    const allowed = methods.join(" and ");
    const answer = failure(new GatewayError("wrong_method", { method, path, allowed }), raw);
    answer.headers.set("allow", methods.join(", "));
    return answer;
  });
  app.onError((error, context) => failure(error, context.req.raw));
  return app;

  async function modelsRequest(request: Request) {
    const state = currentState();
    const headers = headersOf(request);
    const dialect = services.dialects.spokenBy(headers);
    return { state, dialect, credentials: credentialsOf(await identifyCaller(headers, state), dialect) };
  }

  async function answer(request: Request, endpoint: ServedEndpoint): Promise<Response> {
    const abort = new RequestAbort();
    request.signal.addEventListener("abort", () => abort.abort(new GatewayError("client_gone", {})), { once: true });
    const state = currentState();
    const { limits } = state.config;
    const headers = headersOf(request);
    const { pathname, search } = new URL(request.url);
    const call: ClientCall = {
      endpoint,
      path: pathname + search,
      abort,
      headers,
      admit: ({ name }) => options.admission.admit(name, limits),
      receive: async ({ name }, { hold }) => {
        const gate: BodyGate = {
          limit: limits.bodyBytes,
          hold,
          watch: (fail) => options.admission.uploads.watch({ caller: name, limits, fail }),
        };
        return decodeBody({ headers, body: await collectWebBody(request, gate) }, gate);
      },
    };
    return webResponse(await answerCall(call, state, services));
  }

  function failure(error: unknown, request: Request): Response {
    const wireError = toWireError(error);
    const requestId = services.createRequestId();
    const headers = headersOf(request);
    const { pathname } = new URL(request.url);
    const dialect = services.dialects.dialectOf(pathname, headers);
    if (wireError.isUnexpected) services.reportProblem(`${requestId} failed`, error);
    return webResponse(errorAnswer(wireError, dialect, requestId, services.redactor));
  }
}

function isModels(path: string): boolean {
  return path === "/v1/models" || path.startsWith("/v1/models/");
}
