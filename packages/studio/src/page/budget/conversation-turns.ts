import type { CacheBreak } from "@toolcrib/core/cache";
import type { ContextBudget, Savings, TraceRecord } from "@toolcrib/gateway";
import { conversationId } from "../admin/conversation-id.ts";
import { conversationName } from "../parts/conversation-name.ts";

/** The parts of a turn's prompt, in tokens. */
export const budgetParts = ["system", "messages", "eagerTools", "foundTools"] as const;

export type BudgetPart = (typeof budgetParts)[number];

export const partTitles: Readonly<Record<BudgetPart, string>> = {
  system: "system",
  messages: "messages",
  eagerTools: "eager definitions",
  foundTools: "found definitions",
};

/** One turn of a conversation: a request and its response, with all of its model calls. */
export interface Turn {
  readonly number: number;
  readonly trace: TraceRecord;
  /** What the prompt of its first model call consisted of. */
  readonly budget: ContextBudget | undefined;
  /** Where the prefix broke, most severe first. */
  readonly breaks: readonly CacheBreak[];
}

/** The turns of a conversation from its records. Of two that started at the same time, the one listed first is newer. */
export function turnsOf(traces: readonly TraceRecord[]): readonly Turn[] {
  return traces
    .filter(isTurn)
    .toReversed()
    .toSorted((left, right) => (left.startedAt < right.startedAt ? -1 : left.startedAt > right.startedAt ? 1 : 0))
    .map((trace, index) => ({
      number: index + 1,
      trace,
      budget: trace.budget,
      breaks: trace.upstreamCalls.flatMap(({ prefix }) => prefix?.breaks ?? []),
    }));
}

/** A request that only counts tokens, or was rejected before it cost anything, is not a turn. */
function isTurn({ kind, budget, usage, status }: TraceRecord): boolean {
  return kind === "messages" && (status < 400 || budget !== undefined || usage !== undefined);
}

/** The totals of a conversation. Costs are undefined if no model of it has a price. */
export interface BudgetTotals {
  readonly sent: number;
  readonly withoutDeferral: number;
  readonly saved: number;
  readonly cost: number | undefined;
  readonly savedCost: number | undefined;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  readonly estimatedCalls: number;
  /** Whether what was sent, or what was saved, is estimated from lengths. */
  readonly isSentEstimated: boolean;
  readonly isSavedEstimated: boolean;
}

/** Adds up what the gateway counted for each part of a conversation. */
export function totalsOf(parts: readonly Savings[]): BudgetTotals {
  const sum = (read: (part: Savings) => number | undefined) =>
    parts.reduce((total, part) => total + (read(part) ?? 0), 0);
  const known = (read: (part: Savings) => number | undefined) =>
    parts.some((part) => read(part) !== undefined) ? sum(read) : undefined;
  return {
    sent: sum(({ sent }) => sent.promptTokens),
    withoutDeferral: sum(({ withoutDeferral }) => withoutDeferral.promptTokens),
    saved: sum(({ saved }) => saved.promptTokens),
    cost: known(({ sent }) => sent.cost),
    savedCost: known(({ saved }) => saved.cost),
    cacheRead: sum(({ sent }) => sent.tokens.cacheRead),
    cacheWritten: sum(({ sent }) => sent.tokens.cacheWritten),
    estimatedCalls: sum(({ estimatedCalls }) => estimatedCalls),
    isSentEstimated: parts.some(({ sent }) => sent.source === "estimated"),
    isSavedEstimated: parts.some(({ saved }) => saved.source === "estimated"),
  };
}

/** A conversation in the list, which is ordered by last use. */
export interface ConversationRow {
  readonly id: string;
  readonly traces: readonly TraceRecord[];
  readonly lastAt: string;
  readonly model: string;
  /** Tells it from the others. */
  readonly name: string;
  readonly saved: number;
}

/** Groups records, which are newest first, by conversation. */
export function conversationsOf(traces: readonly TraceRecord[]): readonly ConversationRow[] {
  const groups = new Map<string, TraceRecord[]>();
  for (const trace of traces) {
    if (!isTurn(trace)) continue;
    const key = conversationId(trace);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [trace]);
    else group.push(trace);
  }
  return [...groups].flatMap(([id, members]) => {
    const [newest] = members;
    if (newest === undefined) return [];
    const saved = members.reduce((sum, { savings }) => sum + savings.saved.promptTokens, 0);
    const { startedAt: lastAt, model } = newest;
    return [{ id, traces: members, lastAt, model, name: conversationName(newest), saved }];
  });
}

/** The conversation to open: the latest with several turns that saved something, or else the latest that did. */
export function tellingConversation(rows: readonly ConversationRow[]): ConversationRow | undefined {
  const saving = rows.filter(({ saved }) => saved > 0);
  return saving.find(({ traces }) => traces.length > 1) ?? saving[0] ?? rows[0];
}

/** Plain descriptions of why a prefix broke. */
export const causeWords: Readonly<Record<CacheBreak["cause"], string>> = {
  model: "another model",
  tool_definition: "tool definitions changed",
  web_search_switch: "web search was switched",
  web_fetch_switch: "web fetch was switched",
  citations_switch: "citations were switched",
  system: "the system prompt changed",
  tool_choice: "another tool choice",
  parallel_switch: "parallel calls were switched",
  image_presence: "images came or went",
  thinking_settings: "other thinking settings",
  message_history: "earlier messages changed",
};
