import type { Tool } from "@toolcrib/core";
import type { DeferredTools } from "./deferred-tools.ts";

type ChatTool = Readonly<Record<string, unknown>>;

/** Deferred tools are marked, or left out until they are found. A list that is right already stays the same array. */
export function placeDeferred(
  tools: readonly Tool[],
  written: readonly ChatTool[],
  deferred: DeferredTools,
): readonly ChatTool[] {
  const isDeferred = (position: number) => deferred.has(tools[position] as Tool);
  const placed = written.flatMap((entry, position) => {
    if (!isDeferred(position)) return [withoutMark(entry)];
    return deferred.areMarked ? [hasMark(entry) ? entry : { ...entry, defer_loading: true }] : [];
  });
  const isUnchanged = placed.length === written.length && placed.every((entry, at) => entry === written[at]);
  return isUnchanged ? written : placed;
}

/** Servers write the mark at either level. */
function hasMark(tool: ChatTool): boolean {
  const { defer_loading: mark, function: definition } = tool as {
    readonly defer_loading?: unknown;
    readonly function?: { readonly defer_loading?: unknown };
  };
  return mark === true || definition?.defer_loading === true;
}

function withoutMark(tool: ChatTool): ChatTool {
  if (!hasMark(tool)) return tool;
  const { defer_loading: _mark, ...rest } = tool;
  const { defer_loading: _inner, ...definition } = (rest["function"] ?? {}) as ChatTool;
  return rest["function"] === undefined ? rest : { ...rest, function: definition };
}
