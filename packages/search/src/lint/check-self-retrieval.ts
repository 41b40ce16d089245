import type { SemanticState } from "../ranking/ranker.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import type { AddFinding } from "./add-finding.ts";
import { shorten } from "./check-description.ts";
import type { SelfRetrieval } from "./lint-report.ts";
import type { LintedTool } from "./linted-tool.ts";

const firstHits = 5;

/** Searches for every tool with its own description, and reports those that are not found. */
export async function checkSelfRetrieval(
  tools: readonly LintedTool[],
  index: ToolIndex,
  add: AddFinding,
  onProgress: (done: number) => Promise<void>,
): Promise<SelfRetrieval> {
  let asked = 0;
  let found = 0;
  let semantic: SemanticState = "not needed";
  for (const [done, tool] of tools.entries()) {
    const query = asPlainWords(tool.firstSentence);
    if (query !== "") {
      const answer = await index.search(query, { limit: firstHits });
      const names = answer.hits.map(({ name }) => name);
      asked++;
      semantic = answer.semantic === "not needed" ? semantic : answer.semantic;
      if (names.includes(tool.document.name)) {
        found++;
      } else {
        add(tool, "not_found_by_own_words", messageOf(query, names), names);
      }
    }
    await onProgress(done + 1);
  }
  return { asked, found, semantic };
}

function messageOf(query: string, names: readonly string[]): string {
  const asked = `A search for "${shorten(query)}"`;
  return names.length === 0
    ? `${asked} finds nothing: its words are too general.`
    : `${asked} brings ${names[0]} first, and this tool not among the first ${firstHits}.`;
}

/** A sentence may look like a pattern or a selection; here it is plain words. */
function asPlainWords(sentence: string): string {
  return sentence
    .replace(/^\s*select\s*:/i, "select ")
    .replace(/\+/g, " ")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .trim();
}
