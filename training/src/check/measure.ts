import { splitIdentifier } from "../sources/clean-text.ts";
import type { TextEmbedder } from "../table/text-embedder.ts";
import type { CatalogueTool, SearchSet } from "./search-set.ts";

export interface SearchQuality {
  recallAt1: number;
  recallAt5: number;
  meanReciprocalRank: number;
}

const describedCharacters = 300;

/** Ranks a set's tools by cosine alone, for each of its queries. */
export function measure(set: SearchSet, embedder: TextEmbedder): SearchQuality {
  const toolVectors = new Float32Array(set.tools.length * embedder.dimensions);
  const rowsOfName = new Map<string, number[]>();
  for (const [row, tool] of set.tools.entries()) {
    toolVectors.set(embedder.embed(toolText(tool)), row * embedder.dimensions);
    rowsOfName.set(tool.name, [...(rowsOfName.get(tool.name) ?? []), row]);
  }

  const total: SearchQuality = { recallAt1: 0, recallAt5: 0, meanReciprocalRank: 0 };
  for (const { query, wanted } of set.queries) {
    const scores = scoreAll(embedder.embed(query), toolVectors);
    const ranks = wanted.map((names) =>
      bestRank(
        names.flatMap((name) => rowsOfName.get(name) ?? []),
        scores,
      ),
    );
    total.recallAt1 += ranks.filter((rank) => rank <= 1).length / ranks.length;
    total.recallAt5 += ranks.filter((rank) => rank <= 5).length / ranks.length;
    total.meanReciprocalRank += 1 / Math.min(...ranks);
  }
  return meanQuality([total], set.queries.length);
}

export function meanQuality(qualities: readonly SearchQuality[], count = qualities.length): SearchQuality {
  const mean = (field: keyof SearchQuality) => qualities.reduce((sum, quality) => sum + quality[field], 0) / count;
  return { recallAt1: mean("recallAt1"), recallAt5: mean("recallAt5"), meanReciprocalRank: mean("meanReciprocalRank") };
}

function toolText({ name, description }: CatalogueTool): string {
  return `${splitIdentifier(name.replace(/^mcp__/, ""))} ${description.slice(0, describedCharacters)}`;
}

function scoreAll(query: Float32Array, toolVectors: Float32Array): Float32Array {
  const scores = new Float32Array(toolVectors.length / query.length);
  for (let row = 0, offset = 0; row < scores.length; row++, offset += query.length) {
    let score = 0;
    for (let axis = 0; axis < query.length; axis++)
      score += (query[axis] as number) * (toolVectors[offset + axis] as number);
    scores[row] = score;
  }
  return scores;
}

/** The best rank among several rows, counted from 1; of equal scores the earlier tool wins. */
function bestRank(rows: readonly number[], scores: Float32Array): number {
  let best = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const score = scores[row] as number;
    let rank = 1;
    for (let other = 0; other < scores.length; other++) {
      const otherScore = scores[other] as number;
      if (otherScore > score || (otherScore === score && other < row)) rank++;
    }
    best = Math.min(best, rank);
  }
  return best;
}
