import type { ObservedScenario } from "../frame/observed-scenario.ts";
import { type Turn, turnOf } from "../frame/turn.ts";
import type { Step } from "../upstream/steps.ts";

/** Between one prompt of Codex and the sum of the four that the first answer below takes. */
export const compactionLimit = 16_000;

const sum = (a: number, b: number): Step => ({
  call: "mcp__everything__get_sum",
  input: { a, b },
  returns: `The sum of ${a} and ${b} is ${a + b}.`,
});
const longOutput: Step = {
  call: "exec_command",
  input: { cmd: "head -c 20000 /dev/zero | tr '\\0' x" },
  returns: "xxxx",
};

/** Several unseen searches in one answer, then long outputs until Codex compacts, then more searches and calls. */
export const compactedTurns: readonly Turn[] = [
  turnOf([
    { search: "sum of two numbers" },
    { search: "echo a message" },
    { search: "read the whole knowledge graph" },
    sum(1, 2),
    { say: "The sum is 3." },
  ]),
  turnOf([longOutput, { say: "It was long." }]),
  turnOf([longOutput, { say: "It was long again." }]),
  turnOf([{ search: "sum of two numbers" }, sum(3, 4), { say: "The sum is 7." }]),
  turnOf([sum(5, 6), { say: "The sum is 11." }]),
];

const request = "CONTEXT CHECKPOINT COMPACTION";

/** Codex compacts once, and not because of searches that it knows nothing about. */
export function checkCompaction({ exchanges }: ObservedScenario): readonly string[] {
  const compactions = exchanges.flatMap(({ body }, position) => (body.includes(request) ? [position] : []));
  const outputs = exchanges.findIndex(({ body }) => body.includes("xxxx"));
  return [
    ...(compactions.length === 1 ? [] : [`Codex compacts ${compactions.length} times instead of once`]),
    ...(compactions.some((position) => position < outputs) ? ["Codex compacts before there is much"] : []),
  ];
}
