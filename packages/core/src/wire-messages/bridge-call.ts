import type { ContentBlock } from "../conversation/message.ts";
import { isBlock, type ToolUseBlock } from "../conversation/message.ts";
import type { WireContext } from "./wire-context.ts";

/**
 * A call of a tool that is not in the prompt, as the bridge's upstream saw it: the same bytes as in the turn that made it.
 * A tool that this request does not know was called through the bridge too, or is gone since: the upstream does not know it either.
 */
export function wrapBridgeCall(block: ContentBlock, { plan, bridgeToolName }: WireContext): ContentBlock {
  if (bridgeToolName === undefined || !isBlock(block, "tool_use")) return block;
  if (plan.byName.has(block.name) && !plan.deferredNames.has(block.name)) return block;
  return { ...block, name: bridgeToolName, input: { name: block.name, arguments: block.input } } as ToolUseBlock;
}

/**
 * The real call behind a call of the bridge's tool, under the same id, so that permissions, logs and hooks meet the real tool.
 * Arguments that came as JSON text are read; a call that cannot be understood is returned as it is.
 */
export function unwrapBridgeCall(call: ToolUseBlock, bridgeToolName: string): ToolUseBlock {
  if (call.name !== bridgeToolName || typeof call.input !== "object" || call.input === null) return call;
  const { name, arguments: input = {} } = call.input as { readonly name?: unknown; readonly arguments?: unknown };
  return typeof name === "string" ? { ...call, name, input: readArguments(input) } : call;
}

function readArguments(input: unknown): unknown {
  if (typeof input !== "string") return input;
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return input;
  }
}
