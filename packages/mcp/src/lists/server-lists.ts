import type { ListCaching } from "./list-caching.ts";
import type { ListedTool } from "./pooled-tool.ts";

/** A prompt as its server lists it. */
export interface ListedPrompt {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** A resource as its server lists it. */
export interface ListedResource {
  readonly uri: string;
  readonly name?: string;
  readonly [field: string]: unknown;
}

/** A resource template as its server lists it. */
export interface ListedResourceTemplate {
  readonly uriTemplate: string;
  readonly name?: string;
  readonly [field: string]: unknown;
}

/** The lists of a server. */
export type ListName = "tools" | "prompts" | "resources" | "resourceTemplates";

/** Everything that a server says about itself; this is what the cache stores. */
export interface ServerLists {
  readonly title?: string | undefined;
  readonly version?: string | undefined;
  readonly instructions?: string | undefined;
  readonly tools: readonly ListedTool[];
  /** Names of tools that are left out because they are too large; undefined if the lists come from disk. */
  readonly tooLarge?: readonly string[] | undefined;
  readonly prompts: readonly ListedPrompt[];
  readonly resources: readonly ListedResource[];
  readonly resourceTemplates: readonly ListedResourceTemplate[];
  /**
   * How long each list may be cached, and for whom; `discover` is for the server's self-description. Lists that it does
   * not offer are absent.
   */
  readonly caching: Readonly<Partial<Record<ListName | "discover", ListCaching>>>;
}

export const emptyLists: ServerLists = { tools: [], prompts: [], resources: [], resourceTemplates: [], caching: {} };

/** The items that have the identifying field; a server may list anything. */
export function itemsWith<Item>(items: readonly unknown[], field: string): readonly Item[] {
  return items.filter(
    (item): item is Item =>
      typeof item === "object" && item !== null && typeof (item as Record<string, unknown>)[field] === "string",
  );
}
