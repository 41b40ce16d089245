import type { ContentBlock, Message } from "../conversation/message.ts";
import { prepareRequest } from "../engine/prepare-request/prepare-request.ts";
import type { PreparedRequest, RequestToPrepare } from "../engine/prepare-request/request.ts";
import type { Repair } from "../engine/repair/repair.ts";
import { reference, request } from "./fixtures.ts";

/** A prepared request in which only repair changes anything. */
export function repaired(messages: readonly Message[], changes: Partial<RequestToPrepare> = {}): PreparedRequest {
  return prepareRequest(request({ messages, settings: { announcement: "none", turnBoundary: "none" }, ...changes }));
}

export function repairsOf(messages: readonly Message[], changes: Partial<RequestToPrepare> = {}): readonly Repair[] {
  return repaired(messages, changes).trace.flatMap((entry) => (entry.step === "repair" ? entry.repairs : []));
}

/** A search that the API runs. */
export function serverCall(id: string): ContentBlock {
  return { type: "server_tool_use", id, name: "tool_search_tool_bm25", input: { query: "x" } } as ContentBlock;
}

export function serverResult(id: string, ...names: string[]): ContentBlock {
  const content = { type: "tool_search_tool_search_result", tool_references: names.map(reference) };
  return { type: "tool_search_tool_result", tool_use_id: id, content } as ContentBlock;
}
