import { describeValue } from "@toolcrib/shared/errors";
import type { CounterValue, JournalQuery, Principal } from "@toolcrib/store";
import type { Context, Hono } from "hono";
import { auditLabels, teamLabel } from "../../audit/audit-chain.ts";
import type { AuditLog } from "../../audit/audit-log.ts";
import { type AuditVerification, type KnownLine, verifyAudit } from "../../audit/verify-audit.ts";
import type { QuotaConfig, QuotaUsage } from "../../contracts/quota.ts";
import { GatewayError } from "../../errors/gateway-error.ts";
import { quotaNamespace } from "../../quotas/quota-counters.ts";
import type { Caller } from "../access.ts";
import type { ConfiguredState } from "../gateway-state.ts";

/** `GET /admin/audit`: lines of the audit log. */
export interface AdminApiAudit {
  readonly retentionDays: number;
  /** The public key of the one that signs checkpoints; null if none does. */
  readonly publicKey: string | null;
  /** The lines byte for byte, because each holds the hash of the one before: JSON texts of `AuditRecord`s. */
  readonly lines: readonly string[];
  /** The `from` of the next page or, newest first, its `to`; null on the last one. */
  readonly next: number | null;
}

/** `GET /admin/audit/verification`: whether a part of the audit log is as it was written. */
export interface AdminApiAuditVerification extends AuditVerification {
  /** The `after` of the next part; null at the end of the log. */
  readonly next: string | null;
}

/** `GET /admin/quotas`. */
export interface AdminApiQuotas {
  readonly quotas: readonly QuotaConfig[];
  /** What is used of them in the current periods. */
  readonly usage: readonly QuotaUsage[];
}

/** What the routes read from. */
export interface CallControlSources {
  readonly auditLog: AuditLog | undefined;
  readonly publicKey: string | undefined;
  readonly now: () => number;
  readonly counters: { list(namespace: string, limit: number): Promise<readonly CounterValue[]> };
}

const maxLines = 1_000;
/** A log may have millions of lines: a part of it is read and hashed within a moment. */
const verifiedLines = 5_000;
const dayMilliseconds = 86_400_000;
const maxCounters = 10_000;

export interface CallControlRoutesOptions {
  readonly currentState: () => ConfiguredState;
  readonly sources: CallControlSources;
  readonly callerOf: (context: Context) => Caller;
}

/** The audit log and the use of quotas. Administrators see what belongs to their own organisation. */
export function addCallControlRoutes(app: Hono, options: CallControlRoutesOptions): void {
  const { currentState, sources, callerOf } = options;
  const openLog = (): { readonly log: AuditLog; readonly retentionDays: number } => {
    const { audit } = currentState().config;
    const { auditLog: log } = sources;
    if (audit === undefined || log === undefined) throw new GatewayError("audit_off", {});
    return { log, retentionDays: audit.retentionDays };
  };
  app.get("/audit", async (context) => {
    const { log, retentionDays } = openLog();
    const { publicKey = null } = sources;
    const query = limitedTo(callerOf(context).principal, readQuery(context));
    const found = await log.read({ ...query, limit: query.limit + 1 });
    const last = found[query.limit];
    const lines = found.slice(0, query.limit).map(({ text }) => text);
    // Not redacted: that would change the bytes that the hashes are of. Secrets were taken out before they were written.
    return context.json({
      retentionDays,
      publicKey,
      lines,
      next: last?.sequence ?? null,
    } satisfies AdminApiAudit);
  });
  app.get("/audit/verification", async (context) => {
    const { log, retentionDays } = openLog();
    const after = readKnownLine("after", context.req.query("after"));
    const from = after === undefined ? undefined : after.sequence + 1;
    const found = await log.read({ from, limit: verifiedLines + 1 });
    const isContinued = found.length > verifiedLines;
    const report = await verifyAudit(found.slice(0, verifiedLines), {
      publicKeys: [...(context.req.queries("publicKey") ?? []), sources.publicKey ?? []].flat(),
      keptSince: sources.now() - retentionDays * dayMilliseconds,
      after,
      isContinued,
    });
    const next = isContinued ? `${report.last}:${report.lastHash}` : null;
    return context.json({ ...report, next } satisfies AdminApiAuditVerification);
  });
  app.get("/quotas", async (context) => {
    const quotas = currentState().callControls?.quotas;
    const counters = quotas === undefined ? [] : await sources.counters.list(quotaNamespace, maxCounters);
    const report = { quotas: quotas?.all ?? [], usage: quotas?.usage(counters) ?? [] };
    return context.json(shownTo(callerOf(context).principal, report) satisfies AdminApiQuotas);
  });
}

/** An administrator reads the lines of its own organisation. Checkpoints belong to none. */
function limitedTo({ role, organisation = "" }: Principal, query: JournalQuery): JournalQuery {
  if (role === "operator") return query;
  return { ...query, labels: { ...query.labels, organisation } };
}

/** An administrator sees what the keys and teams of its own organisation used. Patterns may name others. */
function shownTo({ role, organisation = "" }: Principal, { quotas, usage }: AdminApiQuotas): AdminApiQuotas {
  if (role === "operator") return { quotas, usage };
  const own = usage.filter(({ of }) => [of.key, of.team].some((name) => name?.startsWith(`${organisation}/`)));
  const used = quotas.filter(({ name }) => own.some((usage) => usage.name === name));
  return {
    quotas: used.map(({ key: _key, team: _team, model: _model, tool: _tool, ...quota }) => quota),
    usage: own,
  };
}

function readQuery(context: Context): JournalQuery {
  const given = context.req.query();
  const labels = auditLabels.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  const teams = given["team"] === undefined ? [] : [[teamLabel(given["team"]), ""] as const];
  return {
    from: readNumber("from", given["from"]),
    to: readNumber("to", given["to"]),
    since: readTime("since", given["since"]),
    until: readTime("until", given["until"]),
    labels: Object.fromEntries([...labels, ...teams]),
    newestFirst: given["order"] === "newest",
    limit: Math.min(maxLines, readNumber("limit", given["limit"]) ?? 100),
  };
}

function readKnownLine(field: string, text: string | undefined): KnownLine | undefined {
  if (text === undefined) return undefined;
  const [, sequence, hash = ""] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence !== undefined) return { sequence: Number(sequence), hash };
  throw invalid(field, "NUMBER:HASH of a line", text);
}

function readNumber(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw invalid(field, "a whole number of at least 1", text);
}

function readTime(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw invalid(field, "a date, such as 2026-01-31 or 2026-01-31T12:00:00Z", text);
}

function invalid(field: string, expected: string, received: string): GatewayError {
  return new GatewayError("invalid_body", {
    field,
    problem: `Input should be ${expected}, got ${describeValue(received)}`,
  });
}
