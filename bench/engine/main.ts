// `npm run bench:engine`: time and allocations of preparing a request, against the length of the conversation and the size of the catalogue.
import { cpus } from "node:os";
import { type Measurement, measure } from "./measure.ts";

const sizes: readonly (readonly [messages: number, tools: number])[] = [
  [21, 5_000],
  [201, 5_000],
  [2_001, 5_000],
  [20_001, 5_000],
  [2_001, 50],
  [2_001, 500],
  [2_001, 50_000],
];
const barMilliseconds = 1;

measure(201, 500, "full");
console.log(
  `Node ${process.version}, ${cpus()[0]?.model ?? "unknown processor"}. Medians; 200 following turns, 5 first turns.\n`,
);
console.log(
  "| form | messages | tools | first turn, ms | following turn, ms | p99, ms | first turn, kB | following turn, kB |",
);
console.log("|---|---|---|---|---|---|---|---|");
const measurements: Measurement[] = [];
for (const form of ["full", "lean"] as const) {
  for (const [messages, tools] of sizes) {
    const measured = measure(messages, tools, form);
    measurements.push(measured);
    console.log(rowOf(measured));
  }
}

const held = measurements.filter(({ messages, tools }) => messages === 2_001 && tools === 5_000);
const worst = Math.max(...held.map(({ followingMedianMilliseconds }) => followingMedianMilliseconds));
const isHeld = worst < barMilliseconds;
console.log(
  `\nFollowing turns at 2,001 messages and 5,000 tools: ${worst.toFixed(3)} ms, bar ${barMilliseconds} ms: ${isHeld ? "held" : "MISSED"}`,
);
process.exitCode = isHeld ? 0 : 1;

function rowOf(measured: Measurement): string {
  const cells = [
    measured.form,
    measured.messages,
    measured.tools,
    measured.firstMilliseconds.toFixed(2),
    measured.followingMedianMilliseconds.toFixed(3),
    measured.followingP99Milliseconds.toFixed(3),
    measured.firstKilobytes.toFixed(0),
    measured.followingKilobytes.toFixed(1),
  ];
  return `| ${cells.join(" | ")} |`;
}
