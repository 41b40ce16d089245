import { charactersPerToken } from "@toolcrib/shared/text";
import type { Usage } from "../contracts/inner-form.ts";
import type { Bill, PromptLengths, Savings, TokenCounts } from "../contracts/savings.ts";
import type { ContextBudget, UpstreamCallRecord } from "../contracts/trace.ts";
import { addSavings, noSavings } from "./add-savings.ts";
import { costOf, type FindPrice } from "./prices.ts";

/** Outside these bounds a prompt is not mostly text: it has images, or its upstream counts in its own way. */
const plausibleRatio = { min: 1.5, max: 8 };

/** Counts what the calls of one request cost, and what they would have cost with every tool loaded. */
export function countSavings(calls: readonly UpstreamCallRecord[], findPrice: FindPrice): Savings {
  return calls.reduce((sum, call, position) => {
    if (call.status >= 400 && call.isUsed !== true) return sum;
    return addSavings(sum, savingsOfCall(call, calls[position + 1]?.prompt?.isExtra === true, findPrice));
  }, noSavings);
}

/** The parts of a prompt in tokens: as many in all as the upstream counted, divided by length. */
export function budgetOf({ prompt, usage }: UpstreamCallRecord): ContextBudget | undefined {
  if (prompt === undefined) return undefined;
  const ratio = ratioOf(prompt, usage);
  const tokens = (characters: number): number => Math.round(characters / ratio);
  return {
    source: "estimated",
    system: tokens(prompt.system),
    messages: tokens(prompt.messages),
    eagerTools: tokens(prompt.eagerTools),
    foundTools: tokens(prompt.foundTools),
    withheldTools: tokens(prompt.withheldTools),
  };
}

function savingsOfCall(call: UpstreamCallRecord, isSearch: boolean, findPrice: FindPrice): Savings {
  const { prompt, usage, model } = call;
  const counted = usage === undefined ? undefined : countsOf(usage);
  const isEstimated = counted === undefined || call.outputLength !== undefined;
  const sent = sentBy(call, counted);
  const without = prompt === undefined ? sent : withoutDeferral(sent, prompt, { usage, isSearch });
  const isChanged = without !== sent;
  const oneHour = counted === undefined ? 0 : oneHourWrites(usage);
  const sentPrice = findPrice(model, promptTokensOf(sent));
  const withoutPrice = findPrice(model, promptTokensOf(without));
  const isPriced = sentPrice !== undefined && withoutPrice !== undefined;
  // What would have been written in addition lasts as long as what was.
  const oneHourWithout = sent.cacheWritten === 0 ? 0 : (oneHour / sent.cacheWritten) * without.cacheWritten;
  const costs = isPriced
    ? { sent: costOf(sent, sentPrice, oneHour), without: costOf(without, withoutPrice, oneHourWithout) }
    : undefined;
  const sentBill = billOf(sent, isEstimated, costs?.sent);
  const withoutBill = billOf(without, isEstimated || isChanged, costs?.without);
  return addSavings(noSavings, {
    ...noSavings,
    modelCalls: 1,
    extraCalls: prompt?.isExtra === true ? 1 : 0,
    estimatedCalls: isEstimated ? 1 : 0,
    unpricedCalls: isPriced ? 0 : 1,
    sent: sentBill,
    withoutDeferral: withoutBill,
  });
}

/**
 * The same call with every tool loaded. A call that was made only because tools were deferred would not exist; its output would have
 * come in place of the search's. The definitions stand before the conversation, so they would have come from the cache, or gone into
 * it, if the call read or wrote one.
 */
function withoutDeferral(
  sent: TokenCounts,
  prompt: PromptLengths,
  { usage, isSearch }: { readonly usage: Usage | undefined; readonly isSearch: boolean },
): TokenCounts {
  const output = isSearch ? 0 : sent.output;
  if (prompt.isExtra) return { input: 0, cacheRead: 0, cacheWritten: 0, output };
  const more = Math.round((prompt.withheldTools - prompt.added) / ratioOf(prompt, usage));
  if (more === 0 && !isSearch) return sent;
  const place = sent.cacheRead > 0 ? "cacheRead" : sent.cacheWritten > 0 ? "cacheWritten" : "input";
  return { ...sent, output, [place]: Math.max(0, sent[place] + more) };
}

/** Characters per token: those of this very prompt if its upstream counted it. */
function ratioOf(prompt: PromptLengths, usage: Usage | undefined): number {
  const counts = usage === undefined ? undefined : countsOf(usage);
  if (counts === undefined) return charactersPerToken;
  const ratio = lengthOf(prompt) / promptTokensOf(counts);
  return ratio >= plausibleRatio.min && ratio <= plausibleRatio.max ? ratio : charactersPerToken;
}

/** The counts of an upstream; undefined if it reports an empty prompt, as servers do that do not count. */
function countsOf(usage: Usage): TokenCounts | undefined {
  const counts = {
    input: usage.input_tokens ?? 0,
    cacheRead: usage.cache_read_input_tokens ?? 0,
    cacheWritten: usage.cache_creation_input_tokens ?? 0,
    output: usage.output_tokens ?? 0,
  };
  return promptTokensOf(counts) === 0 ? undefined : counts;
}

/** What a call used: as its upstream counted it, and estimated from lengths where it did not. */
function sentBy(
  { usage, prompt, promptLength = 0, outputLength }: UpstreamCallRecord,
  counted?: TokenCounts,
): TokenCounts {
  const characters = prompt === undefined ? promptLength : lengthOf(prompt);
  const reported = usage?.output_tokens ?? 0;
  const estimated = outputLength === undefined ? 0 : Math.ceil(outputLength / charactersPerToken);
  return {
    ...(counted ?? { input: Math.round(characters / charactersPerToken), cacheRead: 0, cacheWritten: 0 }),
    output: Math.max(reported, estimated),
  };
}

function lengthOf({ system, messages, eagerTools, foundTools }: PromptLengths): number {
  return system + messages + eagerTools + foundTools;
}

function promptTokensOf({ input, cacheRead, cacheWritten }: TokenCounts): number {
  return input + cacheRead + cacheWritten;
}

function oneHourWrites(usage: Usage | undefined): number {
  const { ephemeral_1h_input_tokens: tokens } = (usage?.["cache_creation"] ?? {}) as Readonly<Record<string, unknown>>;
  return typeof tokens === "number" && tokens > 0 ? tokens : 0;
}

function billOf(tokens: TokenCounts, isEstimated: boolean, cost: number | undefined): Bill {
  return {
    tokens,
    promptTokens: promptTokensOf(tokens),
    ...(cost !== undefined && { cost }),
    source: isEstimated ? "estimated" : "counted",
  };
}
