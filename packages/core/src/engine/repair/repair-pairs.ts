import {
  type ContentBlock,
  isBlock,
  isServerCall,
  isServerResult,
  type ToolResultBlock,
} from "../../conversation/message.ts";
import type { ReportRepair } from "./repair.ts";

/** The ids of the calls that need a result from the client. */
export function clientCallIds(blocks: readonly ContentBlock[]): ReadonlySet<string> {
  return new Set(blocks.flatMap((block) => (isBlock(block, "tool_use") ? [block.id] : [])));
}

export function serverCallIds(blocks: readonly ContentBlock[]): ReadonlySet<string> {
  return new Set(blocks.flatMap((block) => (isServerCall(block) ? [block.id] : [])));
}

export function serverResultIds(blocks: readonly ContentBlock[]): ReadonlySet<string> {
  return new Set(blocks.flatMap((block) => (isServerResult(block) ? [block.tool_use_id] : [])));
}

/** The call ids of the client's tool results. */
export function clientResultIds(blocks: readonly ContentBlock[]): readonly string[] {
  return blocks.flatMap((block) => (isBlock(block, "tool_result") ? [block.tool_use_id] : []));
}

/**
 * Where the other half of a server call can be: in the same message, or in the assistant message before or after it.
 */
export interface ServerPairs {
  readonly callsBefore: ReadonlySet<string>;
  /** Absent for the last assistant message: its calls may still be running. */
  readonly resultsAfter: ReadonlySet<string> | undefined;
}

/** Drops a server call without its result, or a result without its call. */
export function repairServerPairs(
  blocks: readonly ContentBlock[],
  { callsBefore, resultsAfter }: ServerPairs,
  report: ReportRepair,
): readonly ContentBlock[] {
  const calls = serverCallIds(blocks);
  const results = serverResultIds(blocks);
  if (calls.size === 0 && results.size === 0) return blocks;
  return blocks.filter((block) => {
    if (isServerCall(block)) {
      if (results.has(block.id) || resultsAfter === undefined || resultsAfter.has(block.id)) return true;
      report("server_call_dropped", block.id);
      return false;
    }
    if (isServerResult(block)) {
      if (calls.has(block.tool_use_id) || callsBefore.has(block.tool_use_id)) return true;
      report("server_result_dropped", block.tool_use_id);
      return false;
    }
    return true;
  });
}

/** Drops results without an open call, and duplicate results for a call. Answered calls are removed from `open`. */
export function dropStrayResults(
  blocks: readonly ContentBlock[],
  open: Set<string>,
  report: ReportRepair,
): readonly ContentBlock[] {
  const kept = blocks.filter((block) => {
    if (!isBlock(block, "tool_result") || open.delete(block.tool_use_id)) return true;
    report("result_dropped", block.tool_use_id);
    return false;
  });
  return kept.length === blocks.length ? blocks : kept;
}

/** Results for calls whose results are lost, so that each call has one. */
export function missingResults(ids: Iterable<string>, report: ReportRepair): ToolResultBlock[] {
  return [...ids].map((id) => {
    report("result_added", id);
    return { type: "tool_result", tool_use_id: id, content: "No result was recorded for this call.", is_error: true };
  });
}
