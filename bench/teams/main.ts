// `npm run bench:teams`: what replicas with one PostgreSQL store cost: reads on the request path, and processor time per request.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startPostgres } from "../../packages/store/src/testing/postgres-server.ts";
import { describeEnvironment } from "../environment.ts";
import { measureReads } from "./reads.ts";
import { measureReplicas } from "./replicas.ts";
import { teamsReport } from "./report.ts";

const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: { quick: { type: "boolean", default: false }, out: { type: "string", default: "bench/results" } },
});
const rounds = options.quick ? 100 : 2_000;

const postgres = await startPostgres();
try {
  const reads = await measureReads(await postgres.createDatabase(), rounds);
  const slices = options.quick ? 3 : 15;
  const replicas = [
    ...(await measureReplicas(undefined, slices)),
    ...(await measureReplicas(
      {
        one: await postgres.createDatabase(),
        three: await postgres.createDatabase(),
        apart: [await postgres.createDatabase(), await postgres.createDatabase(), await postgres.createDatabase()],
      },
      slices,
    )),
  ];
  const result = { environment: describeEnvironment(["@toolcrib/gateway", "@toolcrib/store"]), reads, replicas };
  const report = teamsReport(result);
  const folder = resolve(fileURLToPath(new URL("../..", import.meta.url)), options.out);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "teams.json"), `${JSON.stringify({ ...result, bars: report.bars }, null, 2)}\n`);
  writeFileSync(join(folder, "teams.md"), report.markdown);
  for (const { bar, measured, isMet } of report.bars) console.log(`${isMet ? "met" : "MISSED"}: ${bar}: ${measured}`);
  process.exitCode = report.bars.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  await postgres.close();
}
