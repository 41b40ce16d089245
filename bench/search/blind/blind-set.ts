import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CatalogueTool } from "../catalogue/catalogue-tool.ts";
import type { LabelledQuery } from "../common/datasets.ts";

const folder = import.meta.dirname;
const definitionsFolder = join(folder, "definitions");

/** The kinds that figures are given for. Nobody counts requests about which the labellers disagree (`disputed`). */
export const blindKinds = ["people", "model", "mistyped", "unserved", "near-miss", "nothing", "nonsense"] as const;

interface Definitions {
  readonly server: string;
  readonly tools: readonly { readonly name: string; readonly description?: string; readonly inputSchema: object }[];
}

interface QueryLine {
  readonly id: string;
  readonly query: string;
  readonly kind: string;
  readonly gold: readonly string[];
  readonly gold_any?: readonly (readonly string[])[];
}

export function readBlindSet(): { readonly tools: readonly CatalogueTool[]; readonly queries: LabelledQuery[] } {
  const tools = listFiles().flatMap((file) => {
    const { server, tools: listed } = JSON.parse(readFileSync(join(definitionsFolder, file), "utf8")) as Definitions;
    return listed.map(({ name, description = null, inputSchema }) => ({
      name: `mcp__${server}__${name}`,
      description,
      input_schema: inputSchema,
      server,
    }));
  });
  const lines = readFileSync(join(folder, "queries.jsonl"), "utf8").trim().split("\n");
  const queries = lines.map((line) => {
    const { id, query, kind, gold, gold_any: accepted } = JSON.parse(line) as QueryLine;
    return { id, query, kind, needed: accepted ?? gold.map((name) => [name]), isHeld: true };
  });
  return { tools, queries };
}

/** Over the definitions and the requests with their gold. */
export function hashOfBlindSet(): string {
  const hash = createHash("sha256");
  for (const file of listFiles()) hash.update(readFileSync(join(definitionsFolder, file)));
  return hash.update(readFileSync(join(folder, "queries.jsonl"))).digest("hex");
}

const listFiles = (): string[] => readdirSync(definitionsFolder).toSorted();
