import { compareNames } from "@toolcrib/shared/names";
import { readTools, ToolStore } from "../catalogue/tool-store.ts";
import type { Embedder } from "../embedding/embedder.ts";
import { createStaticEmbedder } from "../embedding/static-embedder.ts";
import { SemanticIndex } from "../semantic/semantic-index.ts";
import type { SearchableTool } from "../tool/searchable-tool.ts";
import { ToolIndex } from "../tool-index/tool-index.ts";
import { createFindings } from "./add-finding.ts";
import { checkDescription, countFirstSentences } from "./check-description.ts";
import { checkDuplicates } from "./check-duplicates.ts";
import { checkSchema } from "./check-schema.ts";
import { checkSelfRetrieval } from "./check-self-retrieval.ts";
import { type LintCode, lintRules } from "./lint-codes.ts";
import type { LintReport } from "./lint-report.ts";
import { toLintedTool } from "./linted-tool.ts";

/** Lint options. */
export interface LintOptions {
  /** As for `ToolIndex`: the included table by default, lexical only with `null`. */
  readonly embedder?: Embedder | null;
  /** A schema with more characters counts as large. Default: 5,000, about 2,000 tokens. */
  readonly largeSchemaCharacters?: number;
  /**
   * Called periodically with the number of tools checked. A returned promise is awaited, so that other work can run.
   */
  readonly onProgress?: (done: number, total: number) => void | Promise<void>;
}

const largeSchema = 5_000;
const progressStep = 10;

/** Reports which tools of a catalogue are hard to find, why, and what to do about it. */
export async function lintTools(tools: Iterable<SearchableTool>, options: LintOptions = {}): Promise<LintReport> {
  const { embedder = createStaticEmbedder(), onProgress, largeSchemaCharacters = largeSchema } = options;
  const given = [...tools];
  // Read before they are sorted, so that an error names the place that the caller knows.
  const read = [...readTools(given).values()];
  // By name, so that the catalogue's order does not matter, and a tool's index is its slot.
  const sortedTools = given.toSorted((left, right) => compareNames(left.name, right.name));
  const store = new ToolStore(embedder === null ? {} : { semantic: new SemanticIndex(embedder) });
  for (const tool of read.toSorted((left, right) => compareNames(left.document.name, right.document.name))) {
    store.put(tool);
  }
  const index = new ToolIndex({ embedder }, store);
  const linted = [...new Map(sortedTools.map((tool) => [tool.name, tool])).values()].map(toLintedTool);
  const { add, sorted } = createFindings();
  await index.ready();

  const sentences = countFirstSentences(linted);
  for (const tool of linted) {
    checkDescription(tool, sentences, add);
    checkSchema(tool, largeSchemaCharacters, add);
  }
  checkDuplicates(linted, store.semantic?.matrices, add);
  const selfRetrieval = await checkSelfRetrieval(linted, index, add, async (done) => {
    if (done % progressStep === 0 || done === linted.length) {
      await onProgress?.(done, linted.length);
    }
  });
  const findings = sorted();
  const counts = Object.fromEntries(Object.keys(lintRules).map((code) => [code, 0])) as Record<LintCode, number>;
  for (const { code } of findings) {
    counts[code]++;
  }
  return { tools: linted.length, findings, counts, selfRetrieval };
}
