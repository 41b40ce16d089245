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

/** Everything that a server says of itself, which is what the cache keeps. */
export interface ServerLists {
  readonly title?: string | undefined;
  readonly version?: string | undefined;
  readonly instructions?: string | undefined;
  readonly tools: readonly ListedTool[];
  readonly prompts: readonly ListedPrompt[];
  readonly resources: readonly ListedResource[];
  readonly resourceTemplates: readonly ListedResourceTemplate[];
}

export const emptyLists: ServerLists = { tools: [], prompts: [], resources: [], resourceTemplates: [] };

/** The items that have the field by which they are known; a server may list anything. */
export function itemsWith<Item>(items: readonly unknown[], field: string): readonly Item[] {
  return items.filter(
    (item): item is Item =>
      typeof item === "object" && item !== null && typeof (item as Record<string, unknown>)[field] === "string",
  );
}
