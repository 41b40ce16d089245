import { type SearchAnswer, type SearchableTool, ToolIndex, type ToolIndexOptions } from "@toolcrib/search";

export { sampleTools as workshopTools } from "../../src/suites/sample-tools.ts";

/** An index of these tools, with its vectors where it has an embedder; words only where none is given. */
export async function indexOf(
  tools: Iterable<SearchableTool>,
  options: ToolIndexOptions = { embedder: null },
): Promise<ToolIndex> {
  const index = new ToolIndex(options);
  index.add(tools);
  await index.ready();
  return index;
}

/** The names of the hits, in their order. */
export function namesOf({ hits }: Pick<SearchAnswer, "hits">): string[] {
  return hits.map(({ name }) => name);
}

/** The same values in another order, the same for the same seed. */
export function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  let state = seed;
  const keyed = values.map((value) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return { value, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}
