import type { AcceptedRequest, PlayedConversation } from "@toolcrib/demo";
import type { TraceRecord } from "@toolcrib/gateway";
import { formatCount } from "@toolcrib/shared/text";

/** One step of a request's way, told from what was recorded. */
export interface DemoStep {
  readonly title: string;
  readonly direction: string;
  readonly says: string;
}

/** What was recorded: by the client, by the gateway's trace, and by the stand-in. */
export interface Recorded {
  readonly played: PlayedConversation;
  readonly traces: readonly TraceRecord[];
  readonly accepted: readonly AcceptedRequest[];
}

/** The eleven steps of the conversation's first call, from the client's request to the final answer. */
export function demoSteps({ played, traces, accepted }: Recorded, tools: readonly object[]): readonly DemoStep[] {
  const [trace] = traces;
  const [search] = trace?.searches ?? [];
  const [first, second, third] = accepted;
  const [call] = played.calls;
  if (
    search === undefined ||
    first === undefined ||
    second === undefined ||
    third === undefined ||
    call === undefined
  ) {
    throw new Error("The demonstration did not search and call as it should.");
  }
  // By the same count as the savings.
  const definitions = (trace?.budget?.withheldTools ?? 0) + (trace?.budget?.foundTools ?? 0);
  const sent = (first.body.tools ?? []).map(({ name }) => name).join(", ");
  const isSameTools = JSON.stringify(first.body.tools) === JSON.stringify(second.body.tools);
  const server = call.name.split("__")[1] ?? "";
  const input = JSON.stringify(call.input);
  return [
    {
      title: "request",
      direction: "client → gateway",
      says: `${formatCount(tools.length)} tools, about ${formatCount(definitions)} tokens of definitions`,
    },
    { title: "forward", direction: "gateway → model", says: `without the deferred tools; it sees ${sent}` },
    {
      title: "search call",
      direction: "model → gateway",
      says: `ToolSearch ${JSON.stringify({ query: search.query })}`,
    },
    {
      title: "look-up",
      direction: "gateway → catalogue",
      says: `${search.ranker}, ${formatCount(search.searched)} tools searched in ${search.milliseconds.toFixed(1)} ms`,
    },
    { title: "schemas", direction: "catalogue → gateway", says: search.hits.join(", ") },
    {
      title: "injection",
      direction: "gateway → model",
      says: `definitions behind the search call; the tools are ${isSameTools ? "the same, byte for byte" : "not the same"}`,
    },
    { title: "tool call", direction: "model → client", says: `call_tool unwrapped to ${call.name} ${input}` },
    { title: "real call", direction: "client → MCP server", says: `${server}: tools/call, a process of its own` },
    { title: "real result", direction: "MCP server → client", says: call.result },
    {
      title: "into context",
      direction: "client → model",
      says: `${formatCount(third.cachedTokens)} of ${formatCount(third.promptTokens)} tokens come from the cache`,
    },
    { title: "final answer", direction: "model → client", says: played.answer },
  ];
}
