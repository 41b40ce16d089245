import type { AdminApiSavings, Comparison, SavingsSummary } from "@toolcrib/gateway";
import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import { askAdmin } from "../../gateway/ask-admin.ts";
import { gatewayAddress, type RunningGatewayOptions } from "../../gateway/running-gateway.ts";
import type { Output } from "../../output/console-output.ts";
import { describeSavings, formatDollars } from "../../output/describe-savings.ts";
import { formatTime } from "../../output/format-time.ts";
import { plainText } from "../../output/plain-text.ts";

/** The options of `toolcrib savings`. */
export interface SavingsOptions extends RunningGatewayOptions {
  readonly limit: number;
}

/** Prints what a running gateway saved. */
export async function runSavings(options: SavingsOptions, output: Output): Promise<void> {
  const gateway = gatewayAddress(options);
  const report = (await askAdmin(gateway, `/savings?limit=${options.limit}`)) as AdminApiSavings;
  if (options.json) {
    output.print(JSON.stringify(report));
    return;
  }
  printSummary("Today", report.today, output);
  printSummary(`Since ${formatTime(report.since)}`, report.total, output);
  if (report.conversations.length > 0) output.print(output.style.bold("Latest conversations"));
  for (const { conversation, model, savings } of report.conversations) {
    output.print(`  ${plainText(conversation)} ${plainText(model)}  ${describeSavings(savings)}`);
  }
  if (report.comparison !== undefined) printComparison(report.comparison, output);
  output.print(output.style.dim(describePrices(report.prices)));
}

function describePrices({ source, asOf }: AdminApiSavings["prices"]): string {
  if (source === "config") return `Prices: from the config, as of ${asOf}.`;
  return `Prices: public list prices, copied on ${asOf}. Check them, or set your own (prices in the config, or --prices).`;
}

function printSummary(
  title: string,
  { requests, conversations, savings, cache, searches }: SavingsSummary,
  output: Output,
): void {
  const counts = `${formatCountOf(conversations, "conversation")}, ${formatCountOf(requests, "request")}`;
  output.print(`${output.style.bold(title)}  ${output.style.dim(counts)}`);
  if (requests === 0) return;
  output.print(`  ${describeSavings(savings)}`);
  const read = `${Math.round(cache.readShare * 100)} % of the prompts read from the cache`;
  output.print(
    `  ${read}; ${formatCountOf(searches.total, "search", "searches")}, ${formatCount(searches.misses)} without a hit`,
  );
}

function printComparison(comparison: Comparison, output: Output): void {
  const { deferred, loaded, difference, neededConversations, source } = comparison;
  output.print(output.style.bold("Compared with conversations without deferral"));
  const counts = `${formatCount(deferred.conversations)} with, ${formatCount(loaded.conversations)} without`;
  if (difference === null) {
    output.print(`  ${counts}: at least ${neededConversations} of each are needed to tell the difference.`);
    return;
  }
  const { promptTokens, modelCalls, cost } = difference;
  const range = ({ mean, low, high }: typeof promptTokens, write: (value: number) => string): string =>
    `${write(mean)} (95 % confidence: ${write(low)} to ${write(high)})`;
  output.print(`  ${counts}, tokens ${source}. Deferral saves per conversation:`);
  output.print(`  prompt tokens  ${range(promptTokens, (value) => formatCount(Math.round(value)))}`);
  output.print(`  model calls    ${range(modelCalls, (value) => value.toFixed(2))}`);
  if (cost !== undefined) output.print(`  cost           ${range(cost, formatDollars)}`);
}
