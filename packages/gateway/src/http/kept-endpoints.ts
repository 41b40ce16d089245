import type { Context, Hono } from "hono";
import type { ClientDialect } from "../contracts/client-dialect.ts";
import type { Upstream } from "../contracts/upstream.ts";
import { identifyCaller } from "./access.ts";
import { clientHeaders } from "./answer-call.ts";
import { callerScope } from "./caller-scope.ts";
import { countUnfinished, traceOf, type UnfinishedReading } from "./count-unfinished.ts";
import { withoutKeysInQuery } from "./gateway-keys.ts";
import type { ConfiguredState } from "./gateway-state.ts";
import type { CallServices } from "./open-call.ts";
import { redactForwarded } from "./redact-forwarded.ts";
import { headersOf } from "./request-headers.ts";
import { webResponse } from "./web-response.ts";

/** Serves what dialects have kept, to the caller that it is kept for. */
export function serveKept(app: Hono, currentState: () => ConfiguredState, services: CallServices): void {
  for (const { dialect, method, path, upstreamOf, unfinished, answer } of services.dialects.keptEndpoints) {
    app.on(method, path, async (context: Context) => {
      const headers = headersOf(context.req.raw);
      if (isOtherPath(context.req.path, headers, services)) return context.notFound();
      const state = currentState();
      const caller = await identifyCaller(headers, state);
      const kept = services.kept.of(callerScope(caller, dialect));
      const id = context.req.param("id") ?? "";
      const keeper = state.upstreams.get((await kept.whenLoaded(() => upstreamOf?.(id, kept))) ?? "");
      if (keeper?.doForward !== undefined) {
        const before = () => unfinished?.at(id, kept);
        const note: UnfinishedReading["note"] = (counted) => unfinished?.note(id, counted, kept);
        const reading = { upstream: keeper.name, caller, state, services, before, note };
        const response = await passOn(context.req.raw, keeper as Forwarding, reading, dialect);
        if (method === "DELETE" && response.ok) kept.delete(id);
        return response;
      }
      const query = context.req.query();
      const body = await kept.whenLoaded(() => answer(id, kept, query));
      await kept.deleted();
      return context.json(body, 200, { [dialect.requestIdHeader ?? "request-id"]: services.createRequestId() });
    });
  }
}

type Forwarding = Upstream & Required<Pick<Upstream, "doForward">>;

async function passOn(
  request: Request,
  upstream: Forwarding,
  reading: UnfinishedReading,
  dialect: ClientDialect,
): Promise<Response> {
  const { caller, state } = reading;
  const { pathname, search } = new URL(request.url);
  const isUnfinished = reading.before() !== undefined;
  const received = await upstream.doForward({
    method: request.method,
    path: caller.id === undefined ? pathname + search : withoutKeysInQuery(pathname + search, state),
    headers: {
      ...clientHeaders(headersOf(request), caller, state),
      // What is counted has to be readable.
      ...(isUnfinished && { "accept-encoding": "identity" }),
    },
    body: [],
    signal: request.signal,
  });
  const { status, headers, body } = await redactForwarded(received, reading.services.redactor);
  const trace = traceOf(reading);
  const observer = isUnfinished && status < 400 ? dialect.observeForwarded(headers, trace) : undefined;
  return webResponse({
    status,
    headers,
    body: async (sink) => {
      try {
        for await (const chunk of body) {
          observer?.see(chunk);
          await sink.write(chunk);
        }
      } finally {
        observer?.end();
        if (observer !== undefined) countUnfinished(reading, trace, observer);
      }
    },
  });
}

/** Paths of other endpoints also match the pattern of an id. */
function isOtherPath(path: string, headers: Readonly<Record<string, string>>, { dialects }: CallServices): boolean {
  return dialects.endpointAt(path) !== undefined || dialects.whyNotServed(path, headers) !== undefined;
}
