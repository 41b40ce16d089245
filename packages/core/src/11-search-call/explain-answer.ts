import { describeCandidate, describeSameTools, describeUnsearched } from "@toolcrib/search";
import type { ServerState } from "../tools/server-state.ts";
import type { SearchIndexAnswer } from "./search-index.ts";

const maxNearest = 3;

/**
 * Says why nothing was loaded: how much was searched, which servers are not there yet, and what may be meant, or which names
 * come near.
 */
export function explainNothingFound(query: string, answer: SearchIndexAnswer, servers: readonly ServerState[]): string {
  const found = (answer.candidates ?? []).length > 0 ? "No tool is a clear match for" : "No tool found for";
  const asked = query.trim() === "" ? "The query is empty" : `${found} ${JSON.stringify(query.slice(0, 200))}`;
  const parts = [
    `${asked}; searched ${answer.searched} tools.`,
    ...describeLeftOut(answer),
    ...describeServers(servers),
    ...describeNearest(answer),
    ...describeCandidates(answer),
  ];
  return parts.join(" ");
}

/**
 * What the found tools alone do not tell: names that are not there, matches that were cut off, what says the same on
 * another server, and what else may be meant.
 */
export function explainIncomplete(answer: SearchIndexAnswer): string | undefined {
  const parts: string[] = [];
  parts.push(...describeLeftOut(answer));
  if (answer.notFound.length > 0) parts.push(`Not found: ${answer.notFound.join(", ")}.`, ...describeNearest(answer));
  if (answer.matched > answer.hits.length && answer.hits.length > 0) {
    parts.push(
      `Loaded ${answer.hits.length} of ${answer.matched} matching tools; raise max_results or use other words for the rest.`,
    );
  }
  parts.push(...describeSameTools(answer.hits), ...describeCandidates(answer));
  return parts.length === 0 ? undefined : parts.join(" ");
}

function describeLeftOut({ unsearched }: SearchIndexAnswer): string[] {
  return unsearched === undefined ? [] : [describeUnsearched(unsearched)];
}

/** One line a candidate: they are named, not loaded, so the text says how to load one. */
function describeCandidates({ hits, candidates = [] }: SearchIndexAnswer): string[] {
  if (candidates.length === 0) return [];
  const title = hits.length === 0 ? "These may be meant" : "These may be meant too";
  return [
    [`${title}; load one with "select:NAME":`, ...candidates.map((tool) => `- ${describeCandidate(tool)}`)].join("\n"),
  ];
}

function describeServers(servers: readonly ServerState[]): string[] {
  const texts = {
    connecting: "Still connecting, search again soon",
    failed: "Failed to connect",
    disabled: "Disabled",
  };
  return (["connecting", "failed", "disabled"] as const).flatMap((state) => {
    const names = servers.filter((server) => server.state === state).map(({ name }) => name);
    return names.length === 0 ? [] : [`${texts[state]}: ${names.join(", ")}.`];
  });
}

function describeNearest({ nearest }: SearchIndexAnswer): string[] {
  return nearest.length === 0 ? [] : [`Nearest names: ${nearest.slice(0, maxNearest).join(", ")}.`];
}
