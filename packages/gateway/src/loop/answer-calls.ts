import { setMaxListeners } from "node:events";
import type { ToolUseBlock } from "@toolcrib/core";
import { nextTurn } from "@toolcrib/shared/timers";
import type { GatewayTool, GatewayToolAnswer } from "../contracts/gateway-tool.ts";
import { maxCallsAtOnce, maxSearchesAtOnce, type RequestBudget, searchRefusal } from "../turn/request-budget.ts";

/** A call that the gateway answered. */
export interface AnsweredCall extends GatewayToolAnswer {
  readonly tool: GatewayTool;
}

/** A call of the model that the gateway answers. */
export interface OwnCall {
  readonly tool: GatewayTool;
  readonly call: ToolUseBlock;
}

/**
 * Answers calls, several at a time; the answers come in the order of the calls. Calls beyond the request's budget are refused. When
 * the client disconnects, running searches are no longer awaited.
 */
export async function answerCalls(
  calls: readonly OwnCall[],
  budget: RequestBudget,
  signal: AbortSignal,
): Promise<AnsweredCall[]> {
  if (calls.length === 0) return [];
  signal.throwIfAborted();
  // Each call that runs listens to it; Node treats more than ten listeners as a leak and warns.
  setMaxListeners(0, signal);
  const answers = answerSome(calls, budget, signal);
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  // Calls that still run may fail later, when nothing handles their rejection.
  answers.catch(() => {});
  try {
    return await Promise.race([answers, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** A model may call endlessly: yield to other requests in between. */
async function answerSome(
  calls: readonly OwnCall[],
  budget: RequestBudget,
  signal: AbortSignal,
): Promise<AnsweredCall[]> {
  const answers: AnsweredCall[] = [];
  const beyond = new Set(calls.filter(({ tool }) => tool.isSearch).slice(maxSearchesAtOnce));
  for (let start = 0; start < calls.length; start += maxCallsAtOnce) {
    if (start > 0) await nextTurn();
    signal.throwIfAborted();
    const batch = calls.slice(start, start + maxCallsAtOnce);
    answers.push(
      ...(await Promise.all(
        batch.map((own) => answerOne(own, beyond.has(own) ? searchRefusal : undefined, budget, signal)),
      )),
    );
  }
  return answers;
}

async function answerOne(
  { tool, call: { id, input } }: OwnCall,
  refusal: string | undefined,
  budget: RequestBudget,
  signal: AbortSignal,
): Promise<AnsweredCall> {
  const reason = refusal ?? (budget.takeCall() ? undefined : budget.refusal);
  if (reason !== undefined) return { tool, ...tool.refuse({ id, input }, reason) };
  // A search reads texts of all tools before it asks an index, which gives it another turn; calls of servers mostly wait.
  if (tool.isSearch) await nextTurn();
  return { tool, ...(await tool.answer({ id, input }, signal)) };
}
