import type { SearchableTool } from "@toolcrib/search";

/** A hostile tool, or several, that somebody adds to a catalogue of honest ones. */
export interface Attack {
  /** What it does, in a few words. */
  readonly name: string;
  readonly tools: readonly SearchableTool[];
}

/** A catalogue to attack, and requests that its tools serve. */
export interface Victim {
  readonly tools: readonly SearchableTool[];
  readonly queries: readonly string[];
  /** A tool that many requests are served by. */
  readonly popular: SearchableTool;
  /** Ten requests that an honest tool comes first for, and those tools. */
  readonly served: readonly { readonly query: string; readonly tool: SearchableTool }[];
}

/** Somebody else's tool. */
export function hostileTool(bareName: string, fields: Omit<SearchableTool, "name">): SearchableTool {
  return { name: `mcp__aaa__${bareName}`, server: "aaa", ...fields };
}

/** An attack of some tools. */
export function attackOf(name: string, ...tools: readonly SearchableTool[]): Attack {
  return { name, tools };
}

export function schemaOf(
  names: readonly string[],
  description: (name: string) => string,
): SearchableTool["inputSchema"] {
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string", description: description(name) }])),
  };
}

/** The name without its server. */
export function bareNameOf({ name }: SearchableTool): string {
  return /^mcp__.+?__(.+)$/s.exec(name)?.[1] ?? name;
}

/** Each word of some texts once. */
export function wordsOf(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.toLowerCase().match(/[a-z]{3,}/g) ?? []))];
}
