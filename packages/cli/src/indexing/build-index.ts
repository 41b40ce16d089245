import { type EmbedderName, type RankerName, type SearchableTool, ToolIndex, usesMeaning } from "@toolcrib/search";
import { errorMessage } from "@toolcrib/shared/errors";
import type { Output } from "../output/console-output.ts";
import { createProgressBar } from "../output/progress-bar.ts";
import { loadEmbedder } from "./load-embedder.ts";

/** An index that is ready to be searched by words and by meaning. */
export interface BuiltIndex {
  readonly index: ToolIndex;
  /** From the first tool added to the last vector made. */
  readonly indexMs: number;
}

const pollMs = 100;

/** How an index is built. */
export interface IndexOptions {
  readonly ranker: RankerName;
  readonly embedder?: EmbedderName;
}

/** Builds the index over a catalogue, as far as the ranker needs it, and shows how far it is. */
export async function buildIndex(
  tools: readonly SearchableTool[],
  { ranker, embedder }: IndexOptions,
  output: Output,
): Promise<BuiltIndex> {
  const loaded = usesMeaning(ranker) ? await loadEmbedder(embedder) : null;
  const progressBar = createProgressBar("Indexing", output);
  const index = new ToolIndex(loaded === undefined ? {} : { embedder: loaded });
  const poll = setInterval(() => progressBar.update(index.progress.embedded, index.progress.total), pollMs);
  const start = performance.now();
  try {
    index.add(tools);
    await index.ready();
  } finally {
    clearInterval(poll);
    progressBar.finish();
  }
  const indexMs = performance.now() - start;
  if (index.embedderFailure !== undefined) {
    output.warn(`semantic search is off, searching words only: ${describeFailure(index.embedderFailure)}`);
  }
  return { index, indexMs };
}

function describeFailure(failure: unknown): string {
  return errorMessage(failure);
}
