import type { SearchAnswer } from "./search-answer.ts";

/** Says in one or two sentences what was searched, what was found, what was cut off and what is missing. */
export function summarise(answer: Omit<SearchAnswer, "summary" | "searched">, searched: number): string {
  let summary = foundSentence(answer, searched);
  if (answer.unsearched !== undefined) {
    summary += ` ${describeUnsearched(answer.unsearched)}`;
  }
  if (answer.notFound.length > 0) {
    summary += ` Not found: ${answer.notFound.slice(0, 10).join(", ")}.`;
  }
  if (answer.candidates.length > 0) {
    summary += ` ${answer.candidates.length}${answer.hits.length > 0 ? " more" : ""} may be meant.`;
  }
  if (answer.nearest.length > 0) {
    summary += ` Nearest names: ${answer.nearest.join(", ")}.`;
  }
  if (answer.semantic === "building") {
    summary += " The index of meanings is still being built: results may be better later.";
  }
  return summary;
}

/** Says that a pattern was not tried on all tools, and what to do. */
export function describeUnsearched(count: number): string {
  const tools = count === 1 ? "1 tool was" : `${count} tools were`;
  return `The pattern takes too much work, so ${tools} not searched: repeat fewer times, or use plain words.`;
}

function foundSentence(
  { kind, hits, candidates, matched, cut }: Pick<SearchAnswer, "kind" | "hits" | "candidates" | "matched" | "cut">,
  searched: number,
): string {
  if (searched === 0) {
    return "There are no tools to search.";
  }
  const ofAll = `${searched} ${searched === 1 ? "tool was" : "tools were"} searched`;
  if (hits.length === 0) {
    const found = candidates.length > 0 ? "No tool is a clear match" : "No tool matches";
    return kind === "empty" ? `The query is empty; ${ofAll}.` : `${found}; ${ofAll}.`;
  }
  if (cut > 0) {
    return `Showing ${hits.length} of ${matched} matches; ${ofAll}. Raise the limit or refine the query.`;
  }
  return `${hits.length} ${hits.length === 1 ? "tool matches" : "tools match"}; ${ofAll}.`;
}
