// `npm run bench:teams:search`: search in PostgreSQL beside the index in memory: recall and latency, and many tenants.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openCatalogues } from "@toolcrib/store/search";
import { startPostgres } from "../../../packages/store/src/testing/postgres-server.ts";
import { runStatements } from "../../../packages/store/src/testing/run-statements.ts";
import { describeEnvironment } from "../../environment.ts";
import { measureTenants, type TenantsResult } from "./measure-tenants.ts";
import { measureVectors } from "./measure-vectors.ts";
import { measureWords, type WordsResult } from "./measure-words.ts";
import { searchReport } from "./report.ts";

const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: {
    quick: { type: "boolean", default: false },
    part: { type: "string", default: "vectors,words" },
    tools: { type: "string" },
    data: { type: "string", default: process.env["TOOLCRIB_DATA"] ?? "../shared/data" },
    out: { type: "string", default: "bench/results" },
  },
});
const parts = new Set(options.part.split(","));
const toolCount = Number(options.tools ?? (options.quick ? 20_000 : 1_000_000));
const rootFolder = fileURLToPath(new URL("../../..", import.meta.url));

/** What a server for a million tools has; PostgreSQL's defaults are for a small machine. */
const settings = [
  "shared_buffers=4GB",
  "maintenance_work_mem=1GB",
  "work_mem=64MB",
  "max_wal_size=16GB",
  "wal_level=minimal",
  "max_wal_senders=0",
  "synchronous_commit=off",
  "random_page_cost=1.1",
];

// A server of your own, such as one with pgvector: an empty database.
const given = process.env["TOOLCRIB_BENCH_POSTGRES"];
const server = given === undefined ? await startPostgres(settings) : undefined;
try {
  const url = given ?? ((await server?.createDatabase()) as string);
  const result = {
    environment: describeEnvironment(["@toolcrib/search", "@toolcrib/store"]),
    server: await describeServer(url),
    vectors: parts.has("vectors")
      ? await measureVectors(url, resolve(rootFolder, options.data), options.quick ? 2_000 : 50_000)
      : undefined,
    ...(parts.has("words") ? await measureManyTools(url) : { tenants: undefined, words: undefined }),
  };
  const report = searchReport(result);
  const folder = resolve(rootFolder, options.out);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "teams-search.json"), `${JSON.stringify({ ...result, bars: report.bars }, null, 2)}\n`);
  writeFileSync(join(folder, "teams-search.md"), report.markdown);
  for (const { bar, measured, isMet } of report.bars) console.log(`${isMet ? "met" : "MISSED"}: ${bar}: ${measured}`);
  process.exitCode = report.bars.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  await server?.close();
}

async function measureManyTools(
  url: string,
): Promise<{ readonly tenants: TenantsResult; readonly words: WordsResult }> {
  const catalogues = await openCatalogues(url, { embedder: null });
  try {
    const tenants = await measureTenants(url, catalogues, toolCount);
    return { tenants, words: await measureWords(url, catalogues, toolCount) };
  } finally {
    await catalogues.close();
  }
}

async function describeServer(url: string): Promise<{ readonly version: string; readonly pgvector: string | null }> {
  await runStatements(url, "CREATE EXTENSION IF NOT EXISTS vector").catch(() => {});
  const [version] = await runStatements(url, "SHOW server_version");
  const [extension] = await runStatements(url, "SELECT extversion FROM pg_extension WHERE extname = 'vector'");
  return { version: version?.["server_version"] ?? "unknown", pgvector: extension?.["extversion"] ?? null };
}
