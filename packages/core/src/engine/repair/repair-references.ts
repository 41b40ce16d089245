import {
  type ContentBlock,
  isBlock,
  isServerCall,
  isToolChange,
  type ServerSearchResultBlock,
  type ToolChangeBlock,
  type ToolResultBlock,
  textBlock,
} from "../../conversation/message.ts";
import { type Loader, usesReferences } from "../../loaders/loader.ts";
import { isServerSearch, type Tool } from "../../tools/tool.ts";
import type { ReportRepair } from "./repair.ts";

/** What references can point to in this request, and how they are handled. */
export interface ReferenceTargets {
  readonly loader: Loader;
  readonly byName: ReadonlyMap<string, Tool>;
  /** Whether a rule hides a tool: then nothing may name it. */
  readonly isHidden: (tool: Tool) => boolean;
  /** Whether calls keep their `caller`, which only upstreams with code execution support. */
  readonly keepsCallers: boolean;
}

/** The block with only the references that this request can carry. A block without references is returned unchanged. */
export function repairReferences(block: ContentBlock, targets: ReferenceTargets, report: ReportRepair): ContentBlock[] {
  if (isBlock(block, "tool_result")) return [repairToolResult(block, targets, report)];
  if (isBlock(block, "tool_search_tool_result")) return [repairServerSearch(block, targets, report)];
  if (isToolChange(block)) return repairToolChange(block, targets, report);
  return [usesReferences(targets.loader) ? block : withoutToolSearch(block, targets, report)];
}

function repairToolResult(block: ToolResultBlock, targets: ReferenceTargets, report: ReportRepair): ContentBlock {
  const { content } = block;
  if (content === undefined || typeof content === "string") return block;
  const names = content.flatMap((part) => (isBlock(part, "tool_reference") ? [part.tool_name] : []));
  if (names.length === 0) return block;
  const { tools, missing } = resolve(names, targets, report);
  const keepsReferences = usesReferences(targets.loader);
  if (keepsReferences && missing.length === 0) return block;
  const isMissing = new Set(missing);
  const kept = content.filter((part) =>
    isBlock(part, "tool_reference") ? keepsReferences && !isMissing.has(part.tool_name) : true,
  );
  const rendered = targets.loader.renderReferences?.(tools) ?? [];
  const repaired = [...rendered, ...kept];
  const parts = repaired.length === 0 ? [describeMissing(nameable(missing, targets))] : repaired;
  return { ...block, content: keepBreakpoint(parts, content) } as ToolResultBlock;
}

function repairServerSearch(
  block: ServerSearchResultBlock,
  targets: ReferenceTargets,
  report: ReportRepair,
): ContentBlock {
  const references = block.content.tool_references;
  const { tools, missing } = resolve(references?.map(({ tool_name }) => tool_name) ?? [], targets, report);
  if (usesReferences(targets.loader)) {
    if (missing.length === 0) return block;
    const isMissing = new Set(missing);
    const kept = references?.filter(({ tool_name }) => !isMissing.has(tool_name));
    const tool_references = kept === undefined ? undefined : keepBreakpoint(kept, references ?? []);
    return { ...block, content: { ...block.content, tool_references } } as ServerSearchResultBlock;
  }
  report("server_search_as_text", block.tool_use_id);
  const rendered = targets.loader.renderReferences?.(tools) ?? [];
  const texts = rendered.flatMap((part) => (isBlock(part, "text") ? [part.text] : []));
  const text = texts.length === 0 ? describeMissing(nameable(missing, targets)) : textBlock(texts.join("\n"));
  return keepBreakpoint([text], [...(references ?? []), block])[0] as ContentBlock;
}

/** Moves the cache breakpoint of a removed part to the last of its replacements. */
export function keepBreakpoint(
  parts: readonly ContentBlock[],
  originals: readonly ContentBlock[],
): readonly ContentBlock[] {
  const last = parts.at(-1);
  const breakpoint = originals.map(breakpointOf).findLast((mark) => mark !== undefined);
  if (last === undefined || breakpoint === undefined || parts.some((part) => breakpointOf(part) !== undefined)) {
    return parts;
  }
  return parts.with(-1, { ...last, cache_control: breakpoint } as ContentBlock);
}

function breakpointOf(block: ContentBlock): unknown {
  return (block as { readonly cache_control?: unknown }).cache_control ?? undefined;
}

function repairToolChange(block: ToolChangeBlock, targets: ReferenceTargets, report: ReportRepair): ContentBlock[] {
  const name = block.tool.name ?? block.tool.definition?.name;
  const changed = block.tool.definition ?? (name === undefined ? undefined : { name });
  if (changed !== undefined && targets.isHidden(changed)) {
    report("tool_change_dropped", name ?? block.tool.type);
    return [];
  }
  const isAddition = block.type === "tool_addition";
  const isUnknown = block.tool.type === "tool_reference" && name !== undefined && !targets.byName.has(name);
  // A model must not hear of a tool that it cannot call; it may be told that one is gone.
  if (isUnknown && (isAddition || usesReferences(targets.loader))) {
    report("tool_change_dropped", name);
    return [];
  }
  if (usesReferences(targets.loader)) return [block];
  report("tool_change_as_text", name ?? block.tool.type);
  const subject = name ?? block.tool.server_name ?? block.tool.type;
  const note = textBlock(`${isAddition ? "Tool added" : "Tool removed"}: ${subject}.`);
  const tool = isAddition && name !== undefined ? targets.byName.get(name) : undefined;
  const isShown = tool !== undefined && targets.loader.definitionsIn === "messages";
  return isShown ? [note, ...(targets.loader.renderReferences?.([tool]) ?? [])] : [note];
}

/** For upstreams without tool search: server-side searches become text; callers are removed without code execution. */
function withoutToolSearch(block: ContentBlock, targets: ReferenceTargets, report: ReportRepair): ContentBlock {
  if (isServerCall(block) && block.name.startsWith("tool_search_tool_")) {
    report("server_search_as_text", block.id);
    return textBlock("Searched for tools.");
  }
  if (isBlock(block, "tool_use") && "caller" in block && !targets.keepsCallers) {
    const { caller: _caller, ...rest } = block as typeof block & { readonly caller: unknown };
    report("caller_removed", block.id);
    return rest;
  }
  return block;
}

/** Replaces references to missing tools if nothing else would be left. */
function describeMissing(names: readonly string[]): ContentBlock {
  return textBlock(names.length === 0 ? "No tools found." : `No longer available: ${names.join(", ")}.`);
}

function nameable(names: readonly string[], { isHidden }: ReferenceTargets): readonly string[] {
  return names.filter((name) => !isHidden({ name }));
}

/**
 * Whether a reference to this name loads a tool. The API's own search cannot be referenced, although it is in `tools`.
 */
export function canBeReferredTo(name: string, { byName }: ReferenceTargets): boolean {
  const tool = byName.get(name);
  return tool !== undefined && !isServerSearch(tool);
}

function resolve(
  names: readonly string[],
  targets: ReferenceTargets,
  report: ReportRepair,
): { readonly tools: readonly Tool[]; readonly missing: readonly string[] } {
  const tools: Tool[] = [];
  const missing: string[] = [];
  for (const name of names) {
    const tool = canBeReferredTo(name, targets) ? targets.byName.get(name) : undefined;
    if (tool === undefined) missing.push(name);
    else tools.push(tool);
    if (tool === undefined) report("reference_dropped", name);
    else if (!usesReferences(targets.loader)) report("reference_as_text", name);
  }
  return { tools, missing };
}
