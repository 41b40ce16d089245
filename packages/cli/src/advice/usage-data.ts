import type { AdminApiTraces, TraceRecord } from "@toolcrib/gateway";
import type { UsageHistory } from "@toolcrib/search";

/** A search that led to a call of a tool. */
interface RealQuery {
  readonly tool: string;
  readonly query: string;
}

/** How tools were used. */
export interface UsageData {
  readonly source: "gateway" | "history";
  /** How many conversations there are; undefined if only calls are known. */
  readonly conversations: number | undefined;
  /** For each tool: in how many conversations it was called, or how many calls there were. */
  readonly uses: ReadonlyMap<string, number>;
  /** Queries that were followed by a call of a tool that they found. */
  readonly queries: readonly RealQuery[];
}

const maxWords = 4;

/** Reads use from what search learned: calls, and the words that speak for a tool. */
export function usageOfHistory(history: UsageHistory): UsageData {
  const learned = history.inspect();
  return {
    source: "history",
    conversations: undefined,
    uses: new Map(learned.map(({ name, calls }) => [name, calls])),
    queries: learned.flatMap(({ name, words }) => {
      const spoken = words.filter(({ weight }) => weight > 0).slice(0, maxWords);
      return spoken.length === 0 ? [] : [{ tool: name, query: spoken.map(({ word }) => word).join(" ") }];
    }),
  };
}

/** Reads use from the records of a gateway. Queries are in them only while it captures content. */
export function usageOfTraces({ traces }: AdminApiTraces): UsageData {
  const byConversation = new Map<string, TraceRecord[]>();
  for (const trace of traces) {
    if (trace.kind !== "messages" || trace.status >= 400) continue;
    const records = byConversation.get(trace.conversation) ?? [];
    records.push(trace);
    byConversation.set(trace.conversation, records);
  }
  const uses = new Map<string, number>();
  const queries: RealQuery[] = [];
  for (const records of byConversation.values()) {
    const called = new Set(records.flatMap(callsOf));
    for (const name of called) uses.set(name, (uses.get(name) ?? 0) + 1);
    for (const { query, hits } of records.flatMap(({ searches }) => searches)) {
      if (query === undefined) continue;
      for (const tool of hits) if (called.has(tool)) queries.push({ tool, query });
    }
  }
  return { source: "gateway", conversations: byConversation.size, uses, queries };
}

function callsOf({ clientCalls = [], toolCalls }: TraceRecord): readonly string[] {
  return [...clientCalls, ...toolCalls.map(({ server, tool }) => `mcp__${server}__${tool}`)];
}
