import type { CacheBreak } from "@toolcrib/core/cache";
import type { ContextBudget, TraceRecord } from "@toolcrib/gateway";
import { conversationId } from "../admin/conversation-id.ts";

/** The parts of a turn's prompt, in tokens. */
export const budgetParts = ["system", "messages", "eagerTools", "foundTools"] as const;

export type BudgetPart = (typeof budgetParts)[number];

export const partTitles: Readonly<Record<BudgetPart, string>> = {
  system: "system",
  messages: "messages",
  eagerTools: "eager definitions",
  foundTools: "found definitions",
};

/** One turn of a conversation: a request and its response. */
export interface Turn {
  readonly number: number;
  readonly trace: TraceRecord;
  readonly budget: ContextBudget | undefined;
  /** The sum of the parts; without them, the input that the upstream reports. */
  readonly sent: number;
  /** The size with every tool loaded; undefined if unknown. */
  readonly everything: number | undefined;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  /** Where the prefix broke, most severe first. */
  readonly breaks: readonly CacheBreak[];
}

/** The turns of a conversation from its records, which can be in any order. */
export function turnsOf(traces: readonly TraceRecord[]): readonly Turn[] {
  return traces
    .filter(isTurn)
    .toSorted((left, right) => (left.startedAt < right.startedAt ? -1 : left.startedAt > right.startedAt ? 1 : 0))
    .map((trace, index) => readTurn(trace, index + 1));
}

/** A request that only counts tokens, or was rejected before it cost anything, is not a turn. */
function isTurn({ kind, budget, usage, status }: TraceRecord): boolean {
  return kind === "messages" && (status < 400 || budget !== undefined || usage !== undefined);
}

function readTurn(trace: TraceRecord, number: number): Turn {
  const { budget, usage } = trace;
  const cacheRead = usage?.cache_read_input_tokens ?? 0;
  const cacheWritten = usage?.cache_creation_input_tokens ?? 0;
  const sent =
    budget === undefined
      ? (usage?.input_tokens ?? 0) + cacheRead + cacheWritten
      : budgetParts.reduce((sum, part) => sum + budget[part], 0);
  return {
    number,
    trace,
    budget,
    sent,
    everything: everythingOf(trace, sent),
    cacheRead,
    cacheWritten,
    breaks: trace.upstreamCalls.flatMap(({ prefix }) => prefix?.breaks ?? []),
  };
}

/** If nothing was deferred, everything equals what was sent. */
function everythingOf({ budget, tools, usage }: TraceRecord, sent: number): number | undefined {
  if (budget !== undefined) return sent + budget.withheldTools;
  return tools.deferred === 0 && usage !== undefined ? sent : undefined;
}

/** The totals of a conversation. */
export interface BudgetTotals {
  readonly sent: number;
  /** Undefined if unknown for any turn: savings are never guessed. */
  readonly everything: number | undefined;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  readonly breaks: number;
  /** Whether any part was estimated from lengths. */
  readonly isEstimated: boolean;
}

export function totalsOf(turns: readonly Turn[]): BudgetTotals {
  const sum = (read: (turn: Turn) => number) => turns.reduce((total, turn) => total + read(turn), 0);
  const isKnown = turns.length > 0 && turns.every(({ everything }) => everything !== undefined);
  return {
    sent: sum(({ sent }) => sent),
    everything: isKnown ? sum(({ everything }) => everything ?? 0) : undefined,
    cacheRead: sum(({ cacheRead }) => cacheRead),
    cacheWritten: sum(({ cacheWritten }) => cacheWritten),
    breaks: sum(({ breaks }) => (breaks.length > 0 ? 1 : 0)),
    isEstimated: turns.some(({ budget }) => budget?.source === "estimated"),
  };
}

/** A conversation in the list, which is ordered by last use. */
export interface ConversationRow {
  readonly id: string;
  readonly traces: readonly TraceRecord[];
  readonly lastAt: string;
  readonly model: string;
  /** How it starts, if content capture is on. */
  readonly beginning: string | undefined;
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
    return [{ id, traces: members, lastAt: newest.startedAt, model: newest.model, beginning: beginningOf(newest) }];
  });
}

const maxBeginningLength = 80;

function beginningOf({ flow }: TraceRecord): string | undefined {
  const body = flow.find(({ from }) => from === "client")?.payload as
    | { readonly messages?: readonly { readonly content?: unknown }[] }
    | undefined;
  const content = body?.messages?.[0]?.content;
  const texts = typeof content === "string" ? [content] : Array.isArray(content) ? content.map(textOf) : [];
  // Agents put notes for the model before the user's text.
  const text = texts.find((part) => part !== "" && !part.startsWith("<")) ?? texts[0];
  return text === undefined || text === "" ? undefined : text.slice(0, maxBeginningLength);
}

function textOf(block: unknown): string {
  const { text } = (block ?? {}) as { readonly text?: unknown };
  return typeof text === "string" ? text : "";
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
