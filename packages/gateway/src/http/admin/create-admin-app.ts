import type { Redactor } from "@toolcrib/core/redaction";
import { type RankerName, rankerNames } from "@toolcrib/search";
import { describeValue } from "@toolcrib/shared/errors";
import { nextTurn, type StartTimer } from "@toolcrib/shared/timers";
import type { Role } from "@toolcrib/store";
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { Admission } from "../../admission/admission.ts";
import { BodyParser, type HoldMemory, maxBytesAtOnce } from "../../body/body-parser.ts";
import type { CatalogueBrowser } from "../../catalogue-browser/catalogue-browser.ts";
import type { AdminApiEdit, AdminApiSearchRequest } from "../../contracts/catalogue-api.ts";
import type { AdminApiConversationSavings, AdminApiSavings } from "../../contracts/savings-api.ts";
import type { WriterHealth } from "../../contracts/writer-health.ts";
import { GatewayError } from "../../errors/gateway-error.ts";
import type { LearnedHistories } from "../../learning/learned-histories.ts";
import type { RefusalMemory } from "../../refusals/refusal-memory.ts";
import type { SavingsSink } from "../../savings/savings-sink.ts";
import type { MemorySink } from "../../trace/memory-sink.ts";
import type { UpstreamHealthSink } from "../../trace/upstream-health.ts";
import { type Caller, requireRole } from "../access.ts";
import { collectWebBody } from "../collect-web-body.ts";
import type { ConfiguredState } from "../gateway-state.ts";
import { headersWithSession } from "../session-cookie.ts";
import { addAccessRoutes, visibleTo } from "./access-routes.ts";
import type { AdminApiConversations, AdminApiHealth, AdminApiTraces, AdminSources } from "./admin-api.ts";
import { addCallControlRoutes, type CallControlSources } from "./call-control-routes.ts";
import { addConnectionRoutes, type ConnectionRoutesOptions } from "./connection-routes.ts";
import { adminHealth } from "./health.ts";
import { addLearningRoutes } from "./learning-routes.ts";
import { streamEvents } from "./stream-events.ts";

export interface AdminOptions {
  readonly currentState: () => ConfiguredState;
  readonly memory: MemorySink;
  readonly upstreamHealth: UpstreamHealthSink;
  readonly savings: SavingsSink;
  readonly refusals: RefusalMemory;
  readonly admission: Admission;
  readonly sources: AdminSources;
  readonly view: CatalogueBrowser;
  /** What was learned; undefined if the gateway does not learn. */
  readonly histories: () => LearnedHistories | undefined;
  readonly writers: () => readonly WriterHealth[];
  readonly callControls: CallControlSources;
  /** Logins of users at MCP servers. */
  readonly connections: Pick<ConnectionRoutesOptions, "logins" | "entries">;
  readonly startedAt: string;
  readonly startTimer: StartTimer;
  readonly redactor: Redactor;
  readonly closing: () => AbortSignal;
}

const maxTraces = 1_000;
const maxHits = 100;
const maxBodyBytes = 4_194_304;

/** The admin API: what the gateway did and what it knows, as JSON. Requires a key with a role, or loopback when there are no keys. */
export function createAdminApp(options: AdminOptions): Hono {
  const { memory, sources, view, redactor } = options;
  const app = new Hono();
  /** Applied to everything that is sent. */
  const answer = <Value>(context: Context, value: Value): Response => context.json(redactor.value(value) as object);
  const callers = new WeakMap<Request, Caller>();
  const callerOf = ({ req }: Context): Caller => callers.get(req.raw) as Caller;
  app.use(async (context, next) => {
    const { raw, path } = context.req;
    callers.set(raw, await requireRole(headersWithSession(context), options.currentState(), neededRole(path)));
    await next();
  });

  app.get("/traces", (context) => {
    const limit = readLimit(context);
    const { before, conversation } = context.req.query();
    const traces = memory.list({ limit: limit + 1, before, conversation });
    const page = traces.slice(0, limit);
    return answer<AdminApiTraces>(context, {
      traces: page,
      next: traces.length > limit ? (page.at(-1)?.id ?? null) : null,
    });
  });
  app.get("/traces/:id", (context) => {
    const trace = memory.get(context.req.param("id"));
    if (trace === undefined) throw new GatewayError("not_found", { method: "GET", path: context.req.path });
    return answer(context, trace);
  });
  app.get("/events", (context) => {
    const headers = headersWithSession(context);
    const mayRead = (): Promise<boolean> =>
      requireRole(headers, options.currentState(), neededRole("/admin/events")).then(
        () => true,
        () => false,
      );
    return streamSSE(context, (stream) => streamEvents(stream, { ...options, mayRead }));
  });
  app.get("/conversations", (context) =>
    answer<AdminApiConversations>(context, { conversations: memory.conversations() }),
  );
  app.get("/savings", (context) => {
    const { prices, withoutDeferralShare } = options.currentState().config;
    const { asOf, source } = prices;
    const report = options.savings.report(readLimit(context), withoutDeferralShare);
    return answer<AdminApiSavings>(context, { ...report, prices: { asOf, source } });
  });
  app.get("/savings/conversations/:id", (context) => {
    const conversations = options.savings.conversation(context.req.param("id"));
    if (conversations.length === 0) throw new GatewayError("not_found", { method: "GET", path: context.req.path });
    return answer<AdminApiConversationSavings>(context, { conversations });
  });
  app.get("/catalogue", async (context) => {
    const { principal } = callerOf(context);
    if (principal.role !== "operator") {
      return answer(context, await view.catalogue(visibleTo(options.currentState(), principal)));
    }
    return answer(context, (await sources.catalogue?.()) ?? { tools: [] });
  });
  app.get("/health", async (context) => answer<AdminApiHealth>(context, await adminHealth(options)));
  app.post("/search", async (context) => {
    const { principal, name } = callerOf(context);
    const ticket = options.admission.admit(name, options.currentState().config.limits);
    try {
      const request = readSearch(await readJson(context, options, { caller: name, hold: ticket.hold }));
      if (principal.role !== "operator") {
        const { query, limit, ranker } = request;
        const rules = visibleTo(options.currentState(), principal);
        return answer(context, await view.search({ query, limit, ranker }, { rules }));
      }
      if (sources.search === undefined) throw new GatewayError("not_found", { method: "POST", path: context.req.path });
      return answer(context, await sources.search(request));
    } finally {
      ticket.end();
    }
  });
  const readBody = async (context: Context): Promise<unknown> => {
    const held = options.admission.holdBody(options.currentState().config.limits);
    try {
      return await readJson(context, options, { caller: undefined, hold: held.hold });
    } finally {
      held.end();
    }
  };
  addLearningRoutes(app, { histories: options.histories, answer, readBody });
  addCallControlRoutes(app, { currentState: options.currentState, sources: options.callControls, callerOf });
  addConnectionRoutes(app, { ...options.connections, currentState: options.currentState, callerOf, answer });
  addAccessRoutes(app, {
    currentState: options.currentState,
    view,
    callerOf,
    answer,
    readBody,
    userServers: options.connections.entries,
  });
  return app;
}

/** Everybody may ask what they can see themselves, and administrators about their organisation. The rest is for operators. */
function neededRole(path: string): Role {
  if (["/admin/me", "/admin/catalogue", "/admin/search", "/admin/connections"].includes(path)) return "member";
  if (path.startsWith("/admin/connections/")) return "member";
  return ["/admin/access", "/admin/access/visible", "/admin/audit", "/admin/quotas", "/admin/logins"].includes(path)
    ? "admin"
    : "operator";
}

function readLimit(context: Context): number {
  const given = context.req.query("limit");
  if (given === undefined) return 50;
  const limit = Number(given);
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxTraces) return limit;
  throw invalid("limit", `Input should be a whole number from 1 to ${maxTraces}, got ${describeValue(given)}`);
}

function readSearch(body: unknown): AdminApiSearchRequest {
  const { query, limit, ranker, edits, tenant } = (body ?? {}) as Record<string, unknown>;
  if (typeof query !== "string") throw invalid("query", `Input should be a valid string, got ${describeValue(query)}`);
  if (limit !== undefined && !isHitLimit(limit)) {
    throw invalid("limit", `Input should be a whole number from 1 to ${maxHits}, got ${describeValue(limit)}`);
  }
  if (ranker !== undefined && !isRankerName(ranker)) {
    throw invalid("ranker", `Input should be one of ${rankerNames.join(", ")}, got ${describeValue(ranker)}`);
  }
  if (edits !== undefined && !isListOfEdits(edits)) {
    throw invalid("edits", `Input should be a list of { name, description }, got ${describeValue(edits)}`);
  }
  if (tenant !== undefined && typeof tenant !== "string") {
    throw invalid("tenant", `Input should be a valid string, got ${describeValue(tenant)}`);
  }
  return { query, limit, ranker, edits, tenant };
}

/** The value of a body, within the usual body limits. */
async function readJson(
  context: Context,
  { admission, currentState }: AdminOptions,
  { caller, hold }: { readonly caller: string | undefined; readonly hold: HoldMemory },
): Promise<unknown> {
  const { limits } = currentState().config;
  try {
    const pieces = await collectWebBody(context.req.raw, {
      limit: maxBodyBytes,
      hold,
      watch: (fail) => admission.uploads.watch({ caller, limits, fail }),
    });
    const body = Buffer.concat(pieces);
    if (body.length > maxBytesAtOnce) await nextTurn();
    return new BodyParser(() => {}, body.length, hold).parse(body).value;
  } catch (error) {
    if (error instanceof SyntaxError) throw new GatewayError("invalid_json", { reason: error.message });
    throw error;
  }
}

function isHitLimit(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxHits;
}

function isRankerName(value: unknown): value is RankerName {
  return rankerNames.some((name) => name === value);
}

function isListOfEdits(value: unknown): value is readonly AdminApiEdit[] {
  return (
    Array.isArray(value) &&
    value.every((edit) => typeof edit?.name === "string" && typeof edit?.description === "string")
  );
}

function invalid(field: string, problem: string): GatewayError {
  return new GatewayError("invalid_body", { field, problem });
}
