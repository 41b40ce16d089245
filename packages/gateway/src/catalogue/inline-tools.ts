import type { ContentBlock, Message, Tool } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import { Lru } from "../caches/lru.ts";

const maxKept = 64;
const extensionsOf = oncePer((_tools: readonly Tool[]) => new Lru<string, readonly Tool[]>(maxKept));

/**
 * The tools of a request plus those that its messages define (`tool_addition` with a definition), for upstreams that
 * support neither: they are deferred, and count as found where they were added. Returns the same array as long as the
 * definitions are the same.
 */
export function withInlineTools(tools: readonly Tool[], messages: readonly Message[]): readonly Tool[] {
  const defined = definedIn(messages);
  if (defined.size === 0) return tools;
  const byKey = extensionsOf(tools);
  const key = JSON.stringify([...defined.values()]);
  let extended = byKey.get(key);
  if (extended === undefined) {
    // A definition in the conversation replaces an earlier one of the same name.
    extended = [...tools.filter(({ name }) => name === undefined || !defined.has(name)), ...defined.values()];
    byKey.set(key, extended);
  }
  return extended;
}

/**
 * The tools of a request for an upstream without references, where only ordinary tools become callable when found: the
 * tools that the API itself provides stay in the prompt.
 */
export const withProvidedTools: (tools: readonly Tool[]) => readonly Tool[] = oncePer((tools) => {
  const isDeferred = (tool: Tool) =>
    tool.defer_loading === true && typeof tool.type === "string" && tool.type !== "custom";
  return tools.some(isDeferred)
    ? tools.map((tool) => (isDeferred(tool) ? { ...tool, defer_loading: false } : tool))
    : tools;
});

function definedIn(messages: readonly Message[]): ReadonlyMap<string, Tool> {
  const defined = new Map<string, Tool>();
  for (const { role, content } of messages) {
    if (role === "assistant" || typeof content === "string") continue;
    for (const block of content) {
      const definition = definitionOf(block);
      if (typeof definition?.name === "string") defined.set(definition.name, { ...definition, defer_loading: true });
    }
  }
  return defined;
}

function definitionOf(block: ContentBlock): Tool | undefined {
  if (block.type !== "tool_addition") return undefined;
  const { tool } = block as { readonly tool?: { readonly type?: string; readonly definition?: Tool } };
  return tool?.type === "tool_definition" ? tool.definition : undefined;
}
