import { costOfCalls, createCache } from "../cost/cost-of-calls.ts";
import { isRight, type TaskResult } from "../run/task-result.ts";
import { providerOf } from "../set-ups/set-up.ts";
import { setUpNamed } from "../set-ups/set-ups.ts";
import { dollars } from "./format.ts";

/** One line about a task that was played. */
export function describeResult(result: TaskResult): string {
  const { setUp, task, calls, problems } = result;
  const cost = costOfCalls(calls, createCache[providerOf(setUpNamed(setUp).dialect)]());
  const outcome = isRight(result) ? "right" : `wrong: ${problems[0]}`;
  return `${setUp}  ${task}  ${calls.length} calls  ${dollars(cost.dollars)}  ${outcome}`;
}
