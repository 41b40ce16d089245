import type { Environment } from "../../environment.ts";
import type { Bar } from "../report.ts";
import type { Loading } from "./load-tools.ts";
import type { TenantsResult } from "./measure-tenants.ts";
import type { VectorsResult } from "./measure-vectors.ts";
import type { WordsResult } from "./measure-words.ts";
import type { Times } from "./timing.ts";

/** Everything that was measured; parts that were left out are undefined. */
export interface SearchResult {
  readonly environment: Environment;
  readonly server: { readonly version: string; readonly pgvector: string | null };
  readonly vectors: VectorsResult | undefined;
  readonly words: WordsResult | undefined;
  readonly tenants: TenantsResult | undefined;
}

const maxTenantMilliseconds = 20;

/** The figures as a page, and what they say about the promises. */
export function searchReport({ environment, server, vectors, words, tenants }: SearchResult): {
  readonly bars: readonly Bar[];
  readonly markdown: string;
} {
  const bars: readonly Bar[] =
    tenants === undefined
      ? []
      : [
          {
            bar: `a search filtered to one of ${tenants.tenants} tenants over ${count(tenants.tools)} tools takes at most ${maxTenantMilliseconds} ms`,
            measured: `p50 ${ms(tenants.times.p50)}, p99 ${ms(tenants.times.p99)}`,
            isMet: tenants.times.p50 <= maxTenantMilliseconds,
          },
          { bar: "no answer holds a tool of another tenant", measured: `${tenants.leaks}`, isMet: tenants.leaks === 0 },
        ];
  const { cpu, cores, memoryGigabytes, node, date } = environment;
  const rows = [
    ...(vectors === undefined ? [] : vectorRows(vectors)),
    ...(words === undefined ? [] : wordRows(words)),
    ...(tenants === undefined ? [] : tenantRows(tenants)),
  ];
  const loadings = [vectors?.loading, tenants?.loading].filter((loading) => loading !== undefined);
  const processor = tenants === undefined ? [] : [describeProcessor(tenants), ""];
  const markdown = [
    "# Search in PostgreSQL",
    "",
    `\`npm run bench:teams:search\`, ${date}: ${cpu}, ${cores} cores, ${memoryGigabytes} GB, Node ${node}. PostgreSQL ${server.version} on the same machine, ${server.pgvector === null ? "without pgvector" : `with pgvector ${server.pgvector}`}; one search at a time.`,
    "",
    table(
      ["promise", "measured", ""],
      bars.map(({ bar, measured, isMet }) => [bar, measured, isMet ? "met" : "missed"]),
    ),
    "",
    table(["catalogue", "where", "p50", "p99", "recall@5", "first five as in memory"], rows),
    "",
    table(["tools loaded", "seconds", "tables and indexes"], loadings.map(loadingRow)),
    "",
    ...processor,
  ].join("\n");
  return { bars, markdown };
}

function vectorRows({ catalogue, tools, memory, database, indexed, agreement }: VectorsResult): string[][] {
  const title = `${count(tools)} with vectors: ${catalogue}`;
  const rows = [
    [title, "memory", ...times(memory.times), percent(memory.recallAt5), ""],
    [title, "PostgreSQL", ...times(database.times), percent(database.recallAt5), percent(agreement)],
  ];
  if (indexed !== null) {
    rows.push([
      title,
      "with an index of vectors",
      ...times(indexed.times),
      percent(indexed.recallAt5),
      percent(indexed.agreement),
    ]);
  }
  return rows;
}

function wordRows({ tools, bytes, memory, database, agreement }: WordsResult): string[][] {
  const title = `${count(tools)} with words: made-up tools`;
  return [
    [title, `memory (${(memory.residentBytes / 2 ** 30).toFixed(1)} GB)`, ...times(memory.times), "", ""],
    [title, `PostgreSQL (${(bytes / 2 ** 30).toFixed(1)} GB)`, ...times(database), "", percent(agreement)],
  ];
}

function tenantRows({ tools, tenants, times: plain, restricted }: TenantsResult): string[][] {
  const title = `one of ${tenants} tenants of ${count(tools)} with words`;
  return [
    [title, "PostgreSQL", ...times(plain), "", ""],
    [`${title}, a third of the names denied`, "PostgreSQL", ...times(restricted), "", ""],
  ];
}

function describeProcessor({ processor: { here, database } }: TenantsResult): string {
  const inDatabase = database === null ? "" : `, and ${database.toFixed(1)} ms in PostgreSQL`;
  return `A search of a tenant takes ${here.toFixed(1)} ms of processor time in the process that searches${inDatabase}.`;
}

function loadingRow({ tools, seconds, bytes }: Loading): string[] {
  return [count(tools), seconds.toFixed(0), `${(bytes / 2 ** 30).toFixed(2)} GB`];
}

const count = (number: number): string => number.toLocaleString("en");
const ms = (milliseconds: number): string => `${milliseconds.toFixed(2)} ms`;
const times = ({ p50, p99 }: Times): string[] => [ms(p50), ms(p99)];
const percent = (share: number | null): string => (share === null ? "" : `${(share * 100).toFixed(1)} %`);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
