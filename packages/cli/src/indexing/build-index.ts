import { type RankerName, type SearchableTool, ToolIndex, usesMeaning } from "@toolcrib/search";
import { errorMessage } from "@toolcrib/shared/errors";
import type { Output } from "../output/console-output.ts";
import { createProgressBar } from "../output/progress-bar.ts";
import { type IndexChoices, loadIndexParts } from "./index-parts.ts";

/** An index that is ready to be searched by words and by meaning. */
export interface BuiltIndex {
  readonly index: ToolIndex;
  /** From the first tool added to the last vector made. */
  readonly indexMs: number;
}

const pollMs = 100;

/** How an index is built. */
export interface IndexOptions extends IndexChoices {
  readonly ranker: RankerName;
}

/** Builds the index over a catalogue, as far as the ranker needs it, and shows how far it is. */
export async function buildIndex(
  tools: readonly SearchableTool[],
  { ranker, ...choices }: IndexOptions,
  output: Output,
): Promise<BuiltIndex> {
  const isSemantic = usesMeaning(ranker);
  const parts = await loadIndexParts(isSemantic ? choices : { languages: choices.languages });
  const progressBar = createProgressBar("Indexing", output);
  const index = new ToolIndex(isSemantic ? parts : { ...parts, embedder: null });
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
  if (index.languagesFailure !== undefined) {
    output.warn(`other languages are not read: ${describeFailure(index.languagesFailure)}`);
  }
  return { index, indexMs };
}

function describeFailure(failure: unknown): string {
  return errorMessage(failure);
}
