import { type LintCode, type LintReport, lintRules, ToolIndex } from "@toolcrib/search";
import type { NamedTool } from "../servers/collect-tools.ts";
import { askFor, describeWords, wordsOf } from "./tool-words.ts";
import type { UsageData } from "./usage-data.ts";

/** How often a tool comes among the first five hits of the same queries. */
interface Findability {
  readonly found: number;
  /** The mean of 1 / rank over all queries; 0 for a query that does not find it. */
  readonly reciprocalRank: number;
}

/** A description to improve. */
export interface DescriptionAdvice {
  readonly tool: string;
  readonly code: LintCode;
  readonly description: string;
  /** The new text that was measured. */
  readonly proposal: string;
  /** `given`: from the user. `generated`: made of the tool's name and arguments, as a start. */
  readonly origin: "given" | "generated";
  /** What a better text needs. */
  readonly how: string;
  /** The queries that were measured, and whether people asked them or they were made of the tool's own name and arguments. */
  readonly queries: readonly string[];
  readonly queriesFrom: "real searches" | "its name and arguments";
  readonly before: Findability;
  readonly after: Findability;
}

const improvable: ReadonlySet<LintCode> = new Set([
  "missing_description",
  "not_found_by_own_words",
  "name_as_description",
  "boilerplate_description",
  "short_description",
]);
const firstHits = 5;
const measuredHits = 10;
const maxQueries = 10;

export interface DescriptionQuestion {
  readonly tools: readonly NamedTool[];
  readonly lint: LintReport;
  readonly usage: UsageData | undefined;
  /** Descriptions of the user's own, by the names of tools. */
  readonly given: ReadonlyMap<string, string>;
  /** The maximum number of tools to measure, the worst first. */
  readonly limit: number;
}

/** Proposes descriptions, and measures with the index how each changes whether its tool is found. */
export async function adviseDescriptions(question: DescriptionQuestion): Promise<readonly DescriptionAdvice[]> {
  const { tools, usage, given, limit } = question;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const chosen = [...codesOf(question)].filter(([name]) => byName.has(name)).slice(0, limit);
  if (chosen.length === 0) return [];
  const index = new ToolIndex();
  index.add(tools);
  await index.ready();
  const advice: DescriptionAdvice[] = [];
  for (const [name, code] of chosen) {
    const tool = byName.get(name) as NamedTool;
    const proposal = given.get(name) ?? propose(tool);
    const real = [...new Set((usage?.queries ?? []).filter((query) => query.tool === name).map(({ query }) => query))];
    const queries = (real.length > 0 ? real : askFor(wordsOf(tool))).slice(0, maxQueries);
    const before = await measure(index, name, queries);
    index.add([{ ...tool, description: proposal }]);
    await index.ready();
    const after = await measure(index, name, queries);
    // Each proposal is measured alone, among the others as they are.
    index.add([tool]);
    advice.push({
      tool: name,
      code,
      description: tool.description ?? "",
      proposal,
      origin: given.has(name) ? "given" : "generated",
      how: lintRules[code].advice,
      queries,
      queriesFrom: real.length > 0 ? "real searches" : "its name and arguments",
      before,
      after,
    });
  }
  return advice;
}

/** The worst finding of each tool; tools with a text of the user's own come first. */
function codesOf({ lint, given }: DescriptionQuestion): ReadonlyMap<string, LintCode> {
  const codes = new Map<string, LintCode>([...given.keys()].map((name) => [name, "short_description"]));
  for (const { tool, code } of lint.findings) {
    if (improvable.has(code) && (!codes.has(tool) || given.has(tool))) codes.set(tool, code);
  }
  return codes;
}

/** What the name and the arguments say, in words, before the text that there is. */
function propose(tool: NamedTool): string {
  const start = describeWords(wordsOf(tool));
  const text = (tool.description ?? "").trim();
  return text === "" ? `${start}.` : `${start}. ${text}`;
}

async function measure(index: ToolIndex, name: string, queries: readonly string[]): Promise<Findability> {
  let found = 0;
  let sum = 0;
  for (const query of queries) {
    const { hits } = await index.search(query, { limit: measuredHits });
    const rank = hits.findIndex((hit) => hit.name === name) + 1;
    if (rank >= 1 && rank <= firstHits) found++;
    if (rank >= 1) sum += 1 / rank;
  }
  return { found, reciprocalRank: queries.length === 0 ? 0 : sum / queries.length };
}
