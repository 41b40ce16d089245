// `npm run bench:engine`: time and allocations of preparing a request, against the length of the conversation and the size of the catalogue.
import { cpus } from "node:os";
import { type Case, cases } from "./case.ts";
import { measureFirstTurn } from "./first-turn.ts";
import { followingTurns, measureFollowingTurns, type TurnCost } from "./following-turns.ts";
import { measurePointers } from "./pointers.ts";
import { type Cost, median, quantile } from "./timing.ts";

const barMilliseconds = 1;
/** How much longer a following turn may take than one of a conversation of 21 messages. */
const maxTimes = 1.1;
const lengths = [21, 2_001, 20_001] as const;

measureFirstTurn({ form: "full", messages: 201, tools: 500 });
const first = cases.map(measureFirstTurn);
const following = measureFollowingTurns(cases);
const pointers = measurePointers(lengths, followingTurns);

console.log(
  `Node ${process.version}, ${cpus()[0]?.model ?? "unknown processor"}. Medians of ${followingTurns} following turns.\n`,
);
console.log(
  "| form | messages | tools | first turn, ms | following turn, ms | p99, ms | first turn, kB | following turn, kB | reading `messages`, ms | `nextTurn`, ms |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|");
for (const [index, measured] of cases.entries())
  console.log(rowOf(measured, first[index] as Cost, following[index] ?? []));

console.log("");
for (const [index, length] of lengths.entries()) {
  const costs = pointers[index] ?? [];
  console.log(`Comparing ${length} pointers, for an array that the caller made: ${times(costs).toFixed(3)} ms`);
}
console.log("");
for (const form of ["full", "lean"] as const) {
  const short = timeOf({ form, messages: 21, tools: 5_000 });
  for (const messages of lengths.slice(1)) {
    const ratio = timeOf({ form, messages, tools: 5_000 }) / short;
    const verdict = ratio <= maxTimes ? "held" : "MISSED";
    console.log(
      `${form}: ${messages} messages take ${ratio.toFixed(2)} times what 21 take, goal ${maxTimes}: ${verdict}`,
    );
  }
}
const worst = Math.max(...(["full", "lean"] as const).map((form) => timeOf({ form, messages: 2_001, tools: 5_000 })));
const isHeld = worst < barMilliseconds;
console.log(
  `Following turns at 2,001 messages and 5,000 tools: ${worst.toFixed(3)} ms, bar ${barMilliseconds} ms: ${isHeld ? "held" : "MISSED"}`,
);
process.exitCode = isHeld ? 0 : 1;

function timeOf(wanted: Case): number {
  const index = cases.findIndex(
    ({ form, messages, tools }) => form === wanted.form && messages === wanted.messages && tools === wanted.tools,
  );
  return times(preparing(following[index] ?? []));
}

function times(costs: readonly Cost[]): number {
  return median(costs.map(({ milliseconds }) => milliseconds));
}

function preparing(turns: readonly TurnCost[]): readonly Cost[] {
  return turns.map((turn) => turn.preparing);
}

function sizes(costs: readonly Cost[]): number {
  return median(costs.map(({ kilobytes }) => kilobytes));
}

function rowOf({ form, messages, tools }: Case, firstTurn: Cost, turns: readonly TurnCost[]): string {
  const slowest = quantile(
    preparing(turns).map(({ milliseconds }) => milliseconds),
    0.99,
  );
  const cells = [
    form,
    messages,
    tools,
    firstTurn.milliseconds.toFixed(2),
    times(preparing(turns)).toFixed(3),
    slowest.toFixed(3),
    firstTurn.kilobytes.toFixed(0),
    sizes(preparing(turns)).toFixed(1),
    times(turns.map(({ reading }) => reading)).toFixed(3),
    times(turns.map(({ goingOn }) => goingOn)).toFixed(3),
  ];
  return `| ${cells.join(" | ")} |`;
}
