import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { ToolReferenceBlock } from "@toolcrib/core/conversation";
import type { SearchRecord, TraceRecorder } from "../contracts/trace.ts";

/** Records in the trace which searches the client has answered since the last request, as far as its last message shows them. */
export function noteClientSearches(
  messages: readonly Message[],
  { trace, deferred }: { readonly trace: TraceRecorder; readonly deferred: number },
): void {
  const calls = new Map(blocksOf(messages.findLast(({ role }) => role === "assistant")).flatMap(callEntry));
  const last = messages.findLast(({ role }) => role !== "system");
  if (last?.role !== "user") return;
  for (const block of blocksOf(last)) {
    if (block.type !== "tool_result") continue;
    const result = block as ToolResultBlock;
    const call = calls.get(result.tool_use_id);
    const query = (call?.input as { readonly query?: unknown } | undefined)?.query;
    const hits = referencesIn(result);
    if (hits.length > 0 || (call?.name === "ToolSearch" && typeof query === "string")) {
      trace.search(recordOf(typeof query === "string" ? query : "", hits, deferred));
    }
  }
}

/** Only the client knows how long it took and what it searched. */
function recordOf(query: string, hits: readonly string[], deferred: number): SearchRecord {
  return {
    kind: "client",
    query,
    ranker: "client",
    searched: deferred,
    hits,
    ...(hits.length > 0 ? {} : { miss: "the client found nothing" }),
    milliseconds: 0,
  };
}

function callEntry(block: ContentBlock): readonly (readonly [string, ToolUseBlock])[] {
  return block.type === "tool_use" ? [[(block as ToolUseBlock).id, block as ToolUseBlock]] : [];
}

function referencesIn({ content }: ToolResultBlock): readonly string[] {
  if (typeof content !== "object") return [];
  return content.flatMap((part) => (part?.type === "tool_reference" ? [(part as ToolReferenceBlock).tool_name] : []));
}

function blocksOf(message: Message | undefined): readonly ContentBlock[] {
  return typeof message?.content === "object" ? message.content : [];
}
