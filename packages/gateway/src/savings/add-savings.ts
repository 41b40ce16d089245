import type { Bill, Savings } from "../contracts/savings.ts";

const nothing: Bill = {
  tokens: { input: 0, cacheRead: 0, cacheWritten: 0, output: 0 },
  promptTokens: 0,
  source: "counted",
};

/** The savings of no calls. */
export const noSavings: Savings = {
  modelCalls: 0,
  extraCalls: 0,
  estimatedCalls: 0,
  unpricedCalls: 0,
  sent: nothing,
  withoutDeferral: nothing,
  saved: { promptTokens: 0, promptShare: 0, source: "counted" },
};

/** The savings of two groups of calls together. */
export function addSavings(left: Savings, right: Savings): Savings {
  const sent = addBills(left.sent, right.sent);
  const withoutDeferral = addBills(left.withoutDeferral, right.withoutDeferral);
  return {
    modelCalls: left.modelCalls + right.modelCalls,
    extraCalls: left.extraCalls + right.extraCalls,
    estimatedCalls: left.estimatedCalls + right.estimatedCalls,
    unpricedCalls: left.unpricedCalls + right.unpricedCalls,
    sent,
    withoutDeferral,
    saved: differenceOf(sent, withoutDeferral),
  };
}

function differenceOf(sent: Bill, withoutDeferral: Bill): Savings["saved"] {
  const promptTokens = withoutDeferral.promptTokens - sent.promptTokens;
  return {
    promptTokens,
    promptShare: withoutDeferral.promptTokens === 0 ? 0 : promptTokens / withoutDeferral.promptTokens,
    ...(sent.cost !== undefined && withoutDeferral.cost !== undefined && { cost: withoutDeferral.cost - sent.cost }),
    source: withoutDeferral.source,
  };
}

function addBills(left: Bill, right: Bill): Bill {
  const cost = left.cost === undefined ? right.cost : left.cost + (right.cost ?? 0);
  return {
    tokens: {
      input: left.tokens.input + right.tokens.input,
      cacheRead: left.tokens.cacheRead + right.tokens.cacheRead,
      cacheWritten: left.tokens.cacheWritten + right.tokens.cacheWritten,
      output: left.tokens.output + right.tokens.output,
    },
    promptTokens: left.promptTokens + right.promptTokens,
    ...(cost !== undefined && { cost }),
    source: left.source === "estimated" || right.source === "estimated" ? "estimated" : "counted",
  };
}
