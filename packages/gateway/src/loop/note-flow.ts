import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import { formatCountOf } from "@toolcrib/shared/text";
import type { ClientRequest } from "../contracts/client-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import type { RoundReader } from "./round-reader.ts";

type Trace = ClientRequest["trace"];

/** The first step of every request: what the client sent. */
export function noteRequest({ body, trace }: ClientRequest): void {
  trace.flow({ from: "client", to: "gateway", title: () => requestTitle(body), payload: () => body });
}

function requestTitle({ messages, tools }: MessagesBody): string {
  const { results, references } = countResults(messages.at(-1));
  const parts = [formatCountOf(tools?.length ?? 0, "tool")];
  if (results > 0) parts.push(formatCountOf(results, "result"));
  if (references > 0) parts.push(formatCountOf(references, "reference"));
  return `Request with ${parts.join(", ")}`;
}

/** Tools that the conversation found get their definitions from the request's own catalogue. */
export function noteDefinitions(trace: Trace, found: readonly string[]): void {
  if (found.length === 0) return;
  trace.flow({ from: "gateway", to: "catalogue", title: "Look up found tools", payload: () => found });
  trace.flow({
    from: "catalogue",
    to: "gateway",
    title: formatCountOf(found.length, "definition"),
    payload: () => found,
  });
}

/** What the model said in one round. */
export function noteRound(trace: Trace, reader: RoundReader): void {
  const searches = new Set(reader.gatewayCalls.filter(({ tool }) => tool.isSearch).map(({ call }) => call.id));
  const title = titleOf(reader.inner, searches);
  trace.flow({ from: "model", to: "gateway", title, payload: () => reader.inner });
}

/** What the model said in a round without calls for the gateway. */
export function noteModelAnswer(trace: Trace, blocks: readonly ContentBlock[]): void {
  trace.flow({ from: "model", to: "gateway", title: titleOf(blocks, new Set()), payload: () => blocks });
}

/** What the client was shown in the end. */
export function noteAnswer(trace: Trace, blocks: readonly ContentBlock[]): void {
  trace.note({ clientCalls: callsOf(blocks).map(({ name }) => name) });
  trace.flow({ from: "gateway", to: "client", title: titleOf(blocks, new Set()), payload: () => blocks });
}

/** The title of the step that forwards a request. */
export function forwardTitle({ tools }: MessagesBody): string {
  return `Forward with ${formatCountOf(tools?.length ?? 0, "tool")}`;
}

/** A request and its answer that were forwarded unchanged. */
export function noteForward({ body, trace }: ClientRequest, withheld: readonly string[]): void {
  if (withheld.length > 0) trace.note({ withheld });
  const title = withheld.length === 0 ? "Forward, byte for byte" : `Forward without ${withheld.join(", ")}`;
  trace.flow({ from: "gateway", to: "model", title, payload: () => body });
}

export function noteForwarded(
  { trace }: ClientRequest,
  status: number,
  { isBrokenOff, content }: { readonly isBrokenOff: boolean; readonly content: unknown },
): void {
  const title = status >= 400 ? `Error ${status}` : isBrokenOff ? "Answer that breaks off" : "Answer";
  const data = content === undefined ? {} : { payload: () => content };
  trace.flow({ from: "model", to: "gateway", title, ...data });
  trace.flow({ from: "gateway", to: "client", title: `${title}, byte for byte`, ...data });
}

/** A failed model call. If the client disconnected, it is not the model's failure. */
export function noteModelFailure({ trace, signal }: ClientRequest, error: unknown): void {
  if (signal.aborted) return;
  const { status = 500, body } = error as { readonly status?: number; readonly body?: unknown };
  const data = body === undefined ? {} : { payload: () => body };
  trace.flow({ from: "model", to: "gateway", title: `Error ${status}`, ...data });
}

function titleOf(blocks: readonly ContentBlock[], searches: ReadonlySet<string>): string {
  const calls = callsOf(blocks);
  if (calls.length === 0) return "Answer";
  if (calls.every(({ id }) => searches.has(id))) return "Search call";
  const names = calls.map(({ name }) => name);
  return names.length === 1 ? `Call of ${names[0]}` : `Calls of ${names.join(", ")}`;
}

function callsOf(blocks: readonly ContentBlock[]): readonly ToolUseBlock[] {
  return blocks.filter((block): block is ToolUseBlock => block.type === "tool_use");
}

function countResults(message: Message | undefined): { readonly results: number; readonly references: number } {
  const blocks = typeof message?.content === "string" ? [] : (message?.content ?? []);
  const results = blocks.filter((block): block is ToolResultBlock => block.type === "tool_result");
  const inside = results.flatMap(({ content }) => (typeof content === "string" ? [] : (content ?? [])));
  return { results: results.length, references: inside.filter((part) => part?.type === "tool_reference").length };
}
