import { type RankerName, ToolIndex, type ToolIndexOptions } from "@toolcrib/search";
import type { CatalogueTool } from "../catalogue/catalogue-tool.ts";
import type { EngineIndex, SearchEngine } from "./search-engine.ts";

const streamedAtOnce = 1000;

/** Our engine as it is installed: words and meaning. */
export const toolcrib: SearchEngine = {
  name: "toolcrib",
  settings: "defaults",
  rankers: ["hybrid", "bm25", "keyword", "semantic"],
  build: (tools) => buildIndex(tools, {}),
  restore: (snapshot) => wrapIndex(ToolIndex.fromSnapshot(snapshot)),
};

/** Our engine with words alone. */
export const toolcribWithoutVectors: SearchEngine = {
  name: "toolcrib without vectors",
  settings: "embedder: null",
  rankers: ["hybrid", "bm25"],
  build: (tools) => buildIndex(tools, { embedder: null }),
};

async function buildIndex(tools: Iterable<CatalogueTool>, options: ToolIndexOptions): Promise<EngineIndex> {
  const index = new ToolIndex(options);
  for (const batch of Array.isArray(tools) ? [tools as CatalogueTool[]] : inBatches(tools)) {
    index.add(batch);
  }
  await index.ready();
  if (index.embedderFailure !== undefined) {
    throw new Error("The embedder failed: figures without meaning would pass for those with it.", {
      cause: index.embedderFailure,
    });
  }
  return wrapIndex(index);
}

function wrapIndex(index: ToolIndex): EngineIndex {
  return {
    search: async (query, limit, ranker) => {
      const { hits, candidates } = await index.search(query, { limit, ranker: ranker as RankerName });
      return [...hits, ...candidates].slice(0, limit).map(({ name }) => name);
    },
    add: async (tool) => {
      index.add([tool]);
      await index.ready();
    },
    snapshot: () => index.snapshot(),
  };
}

function* inBatches(tools: Iterable<CatalogueTool>): Generator<CatalogueTool[]> {
  let batch: CatalogueTool[] = [];
  for (const tool of tools) {
    batch.push(tool);
    if (batch.length === streamedAtOnce) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}
