// `npm run bench:programs`: how fast programs start and resume, how small they are when suspended, and what they save.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeEnvironment } from "../environment.ts";
import { judgeBars } from "./bars.ts";
import { measureJavaScript } from "./engine/javascript.ts";
import { measurePython } from "./engine/python.ts";
import { measureSuspended } from "./engine/suspended.ts";
import { measurePeers } from "./peers/peers.ts";
import { type ProgramResults, reportOf } from "./report.ts";
import { measureWorkloads } from "./workloads/measure-workloads.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    out: { type: "string", default: "bench/results" },
    note: { type: "string" },
  },
});
const outFolder = resolve(fileURLToPath(new URL("../..", import.meta.url)), values.out);
const share = values.quick ? 0.1 : 1;
const times = (count: number) => Math.max(2, Math.round(count * share));

console.log("JavaScript …");
const javascript = await measureJavaScript(times(400));
console.log("suspended programs …");
const suspended = await measureSuspended(values.quick ? 50 : 500);
console.log("Python …");
const python = await measurePython(times(10));
console.log("peers …");
const peers = await measurePeers(times(200));
console.log("workloads …");
const workloads = await measureWorkloads();

const environment = describeEnvironment([
  "@toolcrib/code",
  "@ai-sdk/code-mode",
  "quickjs-emscripten",
  "@utcp/code-mode",
]);
const bars = judgeBars(javascript, suspended);
const results: ProgramResults = {
  note: values.note,
  environment,
  bars,
  javascript,
  python,
  suspended,
  peers,
  workloads,
};
const report = reportOf(results);
mkdirSync(outFolder, { recursive: true });
writeFileSync(join(outFolder, "programs.md"), report);
writeFileSync(join(outFolder, "programs.json"), `${JSON.stringify(results, undefined, 2)}\n`);
console.log(`\n${report}`);
process.exit(bars.every(({ isMet }) => isMet) ? 0 : 1);
