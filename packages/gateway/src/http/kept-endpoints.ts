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
      const caller = identifyCaller(headersOf(context.req.raw), currentState().config);
      const kept = services.kept.of(callerScope(caller, dialect));
      const body = await kept.whenLoaded(() => answer(context.req.param("id") ?? "", kept));
      return context.json(body, 200, { [dialect.requestIdHeader ?? "request-id"]: services.createRequestId() });
    });
  }
}
