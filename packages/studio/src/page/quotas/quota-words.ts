import type { QuotaConfig, QuotaUnit } from "@toolcrib/gateway";
import { formatCount } from "@toolcrib/shared/text";
import { formatMoney, formatShort } from "../parts/format.ts";

const unitNames: Readonly<Record<QuotaUnit, string>> = {
  requests: "requests",
  tokens: "tokens",
  toolCalls: "tool calls",
  cost: "",
};
const units = Object.keys(unitNames) as QuotaUnit[];
const patterns = ["key", "team", "model", "tool"] as const;

/** `600 requests`, `$12.00`. */
export function formatAmount(amount: number, unit: QuotaUnit): string {
  return `${formatNumber(amount, unit)} ${unitNames[unit]}`.trim();
}

/** `480`, `1.2M`, `$3.20`: without what is counted. */
export function formatNumber(amount: number, unit: QuotaUnit): string {
  if (unit === "cost") return formatMoney(amount);
  return amount < 100_000 ? formatCount(Math.round(amount)) : formatShort(amount);
}

/** `600 requests and 5M tokens per day`. */
export function describeLimits(quota: QuotaConfig): string {
  const limits = units.flatMap((unit) => (quota[unit] === undefined ? [] : [formatAmount(quota[unit], unit)]));
  return `${joinWords(limits)} per ${quota.window}`;
}

/** What it applies to, and what is counted separately. */
export function describeScope(quota: QuotaConfig): string {
  const given = patterns.flatMap((name) => (quota[name] === undefined ? [] : [`${name} ${quota[name]}`]));
  const per = quota.per ?? ["key"];
  const counted = per.length === 0 ? "counted all together" : `counted per ${joinWords(per)}`;
  return given.length === 0 ? counted : `${joinWords(given)}, ${counted}`;
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
