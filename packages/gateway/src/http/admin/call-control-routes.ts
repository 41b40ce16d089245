import { describeValue } from "@toolcrib/shared/errors";
import type { CounterValue, JournalQuery } from "@toolcrib/store";
import type { Context, Hono } from "hono";
import { auditLabels, teamLabel } from "../../audit/audit-chain.ts";
import type { AuditLog } from "../../audit/audit-log.ts";
import type { QuotaConfig, QuotaUsage } from "../../contracts/quota.ts";
import { GatewayError } from "../../errors/gateway-error.ts";
import { quotaNamespace } from "../../quotas/quota-counters.ts";
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
  readonly counters: { list(namespace: string, limit: number): Promise<readonly CounterValue[]> };
}

const maxLines = 1_000;
const maxCounters = 10_000;

/** The audit log and the use of quotas. */
export function addCallControlRoutes(
  app: Hono,
  currentState: () => ConfiguredState,
  sources: CallControlSources,
): void {
  app.get("/audit", async (context) => {
    const { audit } = currentState().config;
    const { auditLog, publicKey = null } = sources;
    if (audit === undefined || auditLog === undefined) throw new GatewayError("audit_off", {});
    const query = readQuery(context);
    const found = await auditLog.read({ ...query, limit: query.limit + 1 });
    const last = found[query.limit];
    const lines = found.slice(0, query.limit).map(({ text }) => text);
    // Not redacted: that would change the bytes that the hashes are of. Secrets were taken out before they were written.
    return context.json({
      retentionDays: audit.retentionDays,
      publicKey,
      lines,
      next: last?.sequence ?? null,
    } satisfies AdminApiAudit);
  });
  app.get("/quotas", async (context) => {
    const quotas = currentState().callControls?.quotas;
    const counters = quotas === undefined ? [] : await sources.counters.list(quotaNamespace, maxCounters);
    return context.json({
      quotas: quotas?.all ?? [],
      usage: quotas?.usage(counters) ?? [],
    } satisfies AdminApiQuotas);
  });
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
