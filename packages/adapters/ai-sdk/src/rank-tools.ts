import { type RankerChoice, ToolIndex } from "@toolcrib/search";

/** Options for `rankTools`. */
export interface RankToolsOptions {
  readonly ranker?: RankerChoice;
  /** How many names to return at most. Default: 5, as many as the AI SDK loads. */
  readonly limit?: number;
}

interface Search {
  readonly query: string;
  readonly tools: readonly { readonly name: string; readonly description?: string }[];
}

/**
 * A `search` for the AI SDK's own `toolSearch({ search })`: better ranking alone, without the middleware. It sees what
 * the SDK shows it, names and descriptions.
 */
export function rankTools({ ranker, limit = 5 }: RankToolsOptions = {}): (search: Search) => Promise<string[]> {
  const index = new ToolIndex();
  return async ({ query, tools }) => {
    index.sync(tools);
    await index.ready();
    const { hits } = await index.search(query, { limit, ...(ranker === undefined ? {} : { ranker }) });
    return hits.map(({ name }) => name);
  };
}
