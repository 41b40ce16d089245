/** What a search reads of a tool, where its description also holds what a dialect adds for the model. */
export interface SearchText {
  /** The author's own description. */
  readonly description: string | undefined;
  /** What else may be asked for, such as the description of its namespace. */
  readonly hint: string | undefined;
}

const key: unique symbol = Symbol.for("toolcrib: what a search reads of a tool");

/** It is kept under a symbol: JSON leaves it out, so no upstream sees it, and a copy of the tool keeps it. */
export function withSearchText<Tool extends object>(tool: Tool, text: SearchText): Tool {
  return { ...tool, [key]: text };
}

export function searchTextOf(tool: object): SearchText | undefined {
  return (tool as { readonly [key]?: SearchText })[key];
}
