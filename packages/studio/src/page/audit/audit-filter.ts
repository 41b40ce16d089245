/** Which lines of the audit log are shown. Empty fields select everything. */
export interface AuditFilter {
  readonly user: string;
  readonly key: string;
  readonly tool: string;
  readonly outcome: string;
  readonly kind: string;
  /** A span before now, or `dates` for the days `from` and `until`. */
  readonly period: string;
  readonly from: string;
  readonly until: string;
}

export const outcomes = [
  ["", "any"],
  ["ok", "ok"],
  ["error", "error"],
  ["refused", "refused"],
] as const;

export const kinds = [
  ["", "all"],
  ["call", "calls"],
  ["change", "changes"],
  ["checkpoint", "checkpoints"],
] as const;

export const periods = [
  ["", "any time"],
  ["hour", "the last hour"],
  ["day", "the last 24 hours"],
  ["week", "the last 7 days"],
  ["month", "the last 30 days"],
  ["dates", "between two days"],
] as const;

const hour = 3_600_000;
const spans: Readonly<Record<string, number>> = { hour, day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour };
const noFilter: AuditFilter = {
  user: "",
  key: "",
  tool: "",
  outcome: "",
  kind: "",
  period: "",
  from: "",
  until: "",
};
const fields = Object.keys(noFilter) as (keyof AuditFilter)[];

/** Reads a filter from the place in the address bar, so that a view can be shared. */
export function readFilter(chosen: string | undefined): AuditFilter {
  const given = new URLSearchParams(chosen ?? "");
  return Object.fromEntries(fields.map((field) => [field, given.get(field) ?? ""])) as unknown as AuditFilter;
}

/** The place of a filter; undefined if it selects everything. */
export function writeFilter(filter: AuditFilter): string | undefined {
  const given = fields.filter((field) => filter[field] !== "").map((field) => [field, filter[field]]);
  return given.length === 0 ? undefined : new URLSearchParams(given).toString();
}

/** What the admin API is asked for. */
export function queryOf(filter: AuditFilter, now: number): Readonly<Record<string, string>> {
  const { user, key, tool, outcome, kind } = filter;
  const given = Object.entries({ user, key, tool, outcome, kind, ...timesOf(filter, now) });
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

function timesOf({ period, from, until }: AuditFilter, now: number): { since: string; until: string } {
  if (period === "dates") return { since: startOf(from, 0), until: startOf(until, 1) };
  const span = spans[period];
  return { since: span === undefined ? "" : new Date(now - span).toISOString(), until: "" };
}

/** When a day begins where the viewer is, or a day later; empty for what is not a date. */
function startOf(date: string, daysLater: number): string {
  const [year, month, day] = date.split("-").map(Number);
  if (year === undefined || month === undefined || day === undefined) return "";
  const time = new Date(year, month - 1, day + daysLater).getTime() - daysLater;
  return Number.isNaN(time) ? "" : new Date(time).toISOString();
}
