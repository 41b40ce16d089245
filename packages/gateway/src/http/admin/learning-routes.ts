import type { ExportedUsage } from "@toolcrib/search";
import { describeValue } from "@toolcrib/shared/errors";
import type { Context, Hono } from "hono";
import { GatewayError } from "../../errors/gateway-error.ts";
import type { LearnedHistories } from "../../learning/learned-histories.ts";
import type { AdminApiLearnedHistory, AdminApiLearning } from "./admin-api.ts";

export interface LearningRoutesOptions {
  readonly histories: () => LearnedHistories | undefined;
  readonly answer: <Value>(context: Context, value: Value) => Response;
  readonly readBody: (context: Context) => Promise<unknown>;
}

/** What was learned from calls: inspected, exported, imported and reset, one tenant at a time. */
export function addLearningRoutes(app: Hono, { histories, answer, readBody }: LearningRoutesOptions): void {
  const known = (): LearnedHistories => {
    const found = histories();
    if (found === undefined) throw new GatewayError("learning_off", {});
    return found;
  };
  app.get("/learning", async (context) => {
    const found = histories();
    return answer<AdminApiLearning>(context, { isOn: found !== undefined, histories: (await found?.list()) ?? [] });
  });
  app.get("/learning/history", async (context) =>
    answer<AdminApiLearnedHistory>(context, await known().inspect(tenantIn(context))),
  );
  app.get("/learning/export", async (context) =>
    answer<ExportedUsage>(context, await known().export(tenantIn(context))),
  );
  app.post("/learning/import", async (context) => {
    const tenant = tenantIn(context);
    return answer<AdminApiLearnedHistory>(context, await known().import(tenant, await readBody(context)));
  });
  app.delete("/learning/history", async (context) =>
    answer<AdminApiLearnedHistory>(context, await known().reset(tenantIn(context), context.req.query("tool"))),
  );
}

function tenantIn(context: Context): string {
  const tenant = context.req.query("tenant");
  if (tenant !== undefined && tenant !== "") return tenant;
  const problem = `Input should be the name of a tenant of GET /admin/learning, got ${describeValue(tenant)}`;
  throw new GatewayError("invalid_body", { field: "tenant", problem });
}
