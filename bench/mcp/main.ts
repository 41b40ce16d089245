import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measureFirstSearch } from "./forty-servers.ts";
import { type Failure, measureCalls } from "./latency.ts";
import { measureLists } from "./list-bytes.ts";
import { barsOf, reportOf } from "./report.ts";

// What a call costs through the front and through others, how large the list of tools is, and how soon a first search is answered.
const { values } = parseArgs({ options: { quick: { type: "boolean" }, out: { type: "string" } } });
const root = fileURLToPath(new URL("../..", import.meta.url));
const outFolder = resolve(root, values.out ?? "bench/results");
const rounds = values.quick === true ? 1 : 15;
const callsPerRound = values.quick === true ? 100 : 150;

const failures: Failure[] = [];
const calls = [];
for (const toolCount of values.quick === true ? [100] : [10, 100, 1_000]) {
  console.log(`calls with ${toolCount} tools …`);
  calls.push(...(await measureCalls(toolCount, rounds, callsPerRound, (failure) => failures.push(failure))));
}
console.log("lists …");
const lists = await measureLists([10, 100, 1_000]);
console.log("the first search …");
const firstSearch = measureFirstSearch(values.quick === true ? 1 : 5);

const results = { calls, lists, firstSearch, failures };
const bars = barsOf(results);
const report = reportOf(results, bars);
mkdirSync(outFolder, { recursive: true });
writeFileSync(join(outFolder, "mcp.md"), report);
writeFileSync(join(outFolder, "mcp.json"), `${JSON.stringify({ ...results, bars }, undefined, 2)}\n`);
console.log(`\n${report}`);
process.exit(0);
