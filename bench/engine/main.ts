// `npm run bench:engine`: time and allocations of preparing a request, against the length of the conversation and the size of the catalogue.
import { cpus } from "node:os";
import { type Case, cases } from "./case.ts";
import { measureFirstTurn } from "./first-turn.ts";
import { followingTurns, measureFollowingTurns } from "./following-turns.ts";
import { measurePointers } from "./pointers.ts";
import { type Cost, median, quantile } from "./timing.ts";

const barMilliseconds = 1;
/** How much longer a following turn may take than one of a conversation of 21 messages. */
const goals = [
  { messages: 2_001, times: 1.15 },
  { messages: 20_001, times: 2 },
];

measureFirstTurn({ form: "full", messages: 201, tools: 500 });
const first = cases.map(measureFirstTurn);
const following = measureFollowingTurns(cases);
const lengths = [21, ...goals.map(({ messages }) => messages)];
const pointers = measurePointers(lengths, followingTurns);

console.log(
  `Node ${process.version}, ${cpus()[0]?.model ?? "unknown processor"}. Medians of ${followingTurns} following turns.\n`,
);
console.log(
  "| form | messages | tools | first turn, ms | following turn, ms | p99, ms | first turn, kB | following turn, kB |",
);
console.log("|---|---|---|---|---|---|---|---|");
for (const [index, measured] of cases.entries())
  console.log(rowOf(measured, first[index] as Cost, following[index] ?? []));

console.log("");
for (const [index, length] of lengths.entries()) {
  const costs = pointers[index] ?? [];
  console.log(`Comparing and copying ${length} pointers: ${times(costs).toFixed(3)} ms, ${sizes(costs).toFixed(1)} kB`);
}
console.log("");
for (const form of ["full", "lean"] as const) {
  const short = timeOf({ form, messages: 21, tools: 5_000 });
  for (const goal of goals) {
    const ratio = timeOf({ form, messages: goal.messages, tools: 5_000 }) / short;
    const verdict = ratio <= goal.times ? "held" : "MISSED";
    console.log(
      `${form}: ${goal.messages} messages take ${ratio.toFixed(2)} times what 21 take, goal ${goal.times}: ${verdict}`,
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
  return times(following[index] ?? []);
}

function times(costs: readonly Cost[]): number {
  return median(costs.map(({ milliseconds }) => milliseconds));
}

function sizes(costs: readonly Cost[]): number {
  return median(costs.map(({ kilobytes }) => kilobytes));
}

function rowOf({ form, messages, tools }: Case, firstTurn: Cost, turns: readonly Cost[]): string {
  const slowest = quantile(
    turns.map(({ milliseconds }) => milliseconds),
    0.99,
  );
  const cells = [
    form,
    messages,
    tools,
    firstTurn.milliseconds.toFixed(2),
    times(turns).toFixed(3),
    slowest.toFixed(3),
    firstTurn.kilobytes.toFixed(0),
    sizes(turns).toFixed(1),
  ];
  return `| ${cells.join(" | ")} |`;
}
