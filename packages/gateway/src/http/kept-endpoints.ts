import type { Context, Hono } from "hono";
import { identifyCaller } from "./access.ts";
import { callerScope } from "./caller-scope.ts";
import type { ConfiguredState } from "./gateway-state.ts";
import type { CallServices } from "./open-call.ts";
import { headersOf } from "./request-headers.ts";

/** Serves what dialects have kept, to the caller that it is kept for. */
export function serveKept(app: Hono, currentState: () => ConfiguredState, services: CallServices): void {
  for (const { dialect, method, path, answer } of services.dialects.keptEndpoints) {
    app.on(method, path, async (context: Context) => {
      const headers = headersOf(context.req.raw);
      if (isOtherPath(context.req.path, headers, services)) return context.notFound();
      const caller = identifyCaller(headers, currentState().config);
      const kept = services.kept.of(callerScope(caller, dialect));
      const query = context.req.query();
      const body = await kept.whenLoaded(() => answer(context.req.param("id") ?? "", kept, query));
      await kept.deleted();
      return context.json(body, 200, { [dialect.requestIdHeader ?? "request-id"]: services.createRequestId() });
    });
  }
}

/** Paths of other endpoints also match the pattern of an id. */
function isOtherPath(path: string, headers: Readonly<Record<string, string>>, { dialects }: CallServices): boolean {
  return dialects.endpointAt(path) !== undefined || dialects.whyNotServed(path, headers) !== undefined;
}
