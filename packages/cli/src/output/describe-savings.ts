import type { Savings } from "@toolcrib/gateway";
import { formatCount, formatCountOf } from "@toolcrib/shared/text";

/** What deferral saved, in one line. Estimates are marked. */
export function describeSavings({ sent, withoutDeferral, saved, modelCalls, extraCalls }: Savings): string {
  const calls = `${formatCountOf(modelCalls, "model call")}${extraCalls > 0 ? `, ${formatCount(extraCalls)} for searches` : ""}`;
  const tokens = `${formatCount(sent.promptTokens)} prompt tokens${sent.source === "estimated" ? " (estimated)" : ""}`;
  if (saved.promptTokens === 0) return `${tokens}${costOf(sent.cost)}; nothing was deferred; ${calls}`;
  const share = `${Math.round(Math.abs(saved.promptShare) * 100)} %`;
  const what = saved.promptTokens > 0 ? `${share} saved` : `${share} more than without deferral`;
  const dollars = saved.cost === undefined ? "" : `, ${formatDollars(saved.cost)}`;
  const without = `${formatCount(withoutDeferral.promptTokens)} without deferral`;
  return `${tokens} of ${without}: ${what}${dollars} (estimated); ${calls}`;
}

/** An amount with as many digits as it needs to be readable. */
export function formatDollars(amount: number): string {
  const sign = amount < 0 ? "-" : "";
  const size = Math.abs(amount);
  return `${sign}$${size.toFixed(size !== 0 && size < 0.995 ? 4 : 2)}`;
}

function costOf(cost: number | undefined): string {
  return cost === undefined ? "" : `, ${formatDollars(cost)}`;
}
