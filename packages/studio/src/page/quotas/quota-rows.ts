import type { AdminApiQuotas, QuotaConfig, QuotaDimension, QuotaUsage } from "@toolcrib/gateway";

/** How close a count is to its limit. */
type QuotaState = "free" | "near" | "used-up";

/** One count of a quota. */
export interface QuotaRow {
  readonly id: string;
  readonly usage: QuotaUsage;
  /** Of the limit: 1 is all of it. */
  readonly share: number;
  readonly state: QuotaState;
}

/** A quota with its counts, the closest to the limit first. */
export interface QuotaGroup {
  readonly quota: QuotaConfig;
  readonly rows: readonly QuotaRow[];
}

/** What is shown: everything, or what is counted for one of these. */
export const dimensions: readonly (readonly [value: "" | QuotaDimension, title: string])[] = [
  ["", "All"],
  ["key", "Keys"],
  ["team", "Teams"],
  ["model", "Models"],
  ["tool", "Tools"],
];

/** From here on a limit is near. */
export const nearShare = 0.8;

/** The quotas with what is used of them. */
export function quotaGroups({ quotas, usage }: AdminApiQuotas): readonly QuotaGroup[] {
  const rows = usage.map(rowOf).toSorted((left, right) => right.share - left.share || (left.id < right.id ? -1 : 1));
  return quotas.map((quota) => ({ quota, rows: rows.filter((row) => row.usage.name === quota.name) }));
}

/** The groups with only the counts for a dimension whose names hold the words. */
export function filterGroups(
  groups: readonly QuotaGroup[],
  dimension: "" | QuotaDimension,
  words: string,
): readonly QuotaGroup[] {
  const wanted = words.toLowerCase();
  const fits = ({ usage }: QuotaRow): boolean =>
    (dimension === "" || usage.of[dimension] !== undefined) &&
    [usage.name, ...Object.values(usage.of)].some((name) => name.toLowerCase().includes(wanted));
  if (dimension === "" && words === "") return groups;
  return groups.map(({ quota, rows }) => ({ quota, rows: rows.filter(fits) })).filter(({ rows }) => rows.length > 0);
}

/** The counts near their limits, over all quotas. */
export function nearRows(groups: readonly QuotaGroup[]): readonly QuotaRow[] {
  return groups
    .flatMap(({ rows }) => rows.filter(({ state }) => state !== "free"))
    .toSorted((left, right) => right.share - left.share);
}

/** Whom a count is for: `acme/ci, claude-opus-4-5`. */
export function subjectOf({ of }: QuotaUsage): string {
  const names = Object.entries(of).map(([dimension, name]) => (name === "" ? `no ${dimension}` : name));
  return names.length === 0 ? "all together" : names.join(", ");
}

function rowOf(usage: QuotaUsage): QuotaRow {
  const { name, unit, of, used, limit } = usage;
  const share = limit === 0 ? 1 : used / limit;
  const state = share >= 1 ? "used-up" : share >= nearShare ? "near" : "free";
  return { id: `${name} ${unit} ${JSON.stringify(of)}`, usage, share, state };
}
