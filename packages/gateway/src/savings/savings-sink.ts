import type { AdminApiSavings, ConversationSavings, SavingsSummary } from "../contracts/savings-api.ts";
import type { TraceRecord, TraceSink } from "../contracts/trace.ts";
import { ComparedConversations } from "./compared-conversations.ts";
import { addRequest, emptySummary } from "./summary.ts";
import { UpstreamTimes } from "./upstream-times.ts";

const maxConversations = 5_000;
const maxHours = 24;
const maxDays = 30;
const hourMilliseconds = 3_600_000;

interface Conversation extends ConversationSavings {
  readonly lastHour: number;
  readonly lastDay: string;
}

/** Adds up the savings of all requests: in total, by hour, by day and by conversation. Its size is bounded. */
export class SavingsSink implements TraceSink {
  readonly specificationVersion = "v1";
  readonly #now: () => number;
  readonly #startedAt: number;
  #total: SavingsSummary = emptySummary;
  readonly #hours = new Map<number, SavingsSummary>();
  readonly #days = new Map<string, SavingsSummary>();
  /** The least recently used first. */
  readonly #conversations = new Map<string, Conversation>();
  readonly #times = new UpstreamTimes();
  readonly #compared = new ComparedConversations();

  constructor(now: () => number) {
    this.#now = now;
    this.#startedAt = now();
  }

  record(trace: TraceRecord): void {
    this.#times.add(trace.upstreamCalls);
    if (trace.kind !== "messages" || trace.savings.modelCalls === 0) return;
    const time = Date.parse(trace.startedAt);
    const hour = Math.floor(time / hourMilliseconds);
    const day = dayOf(time);
    this.#compared.add(trace);
    const before = this.#addToConversation(trace, hour, day);
    this.#total = addRequest(this.#total, trace, before === undefined);
    addTo(this.#hours, hour, maxHours, trace, before?.lastHour !== hour);
    addTo(this.#days, day, maxDays, trace, before?.lastDay !== day);
  }

  /** Everything but the prices. `limit`: the number of conversations. `share`: of those without deferral. */
  report(limit: number, share = 0): Omit<AdminApiSavings, "prices"> {
    const now = this.#now();
    const today = dayOf(now);
    return {
      since: new Date(this.#startedAt).toISOString(),
      total: this.#total,
      today: { date: today, ...(this.#days.get(today) ?? emptySummary) },
      hours: lastHours(now).map((hour) => ({
        at: new Date(hour * hourMilliseconds).toISOString(),
        ...(this.#hours.get(hour) ?? emptySummary),
      })),
      days: daysBetween(this.#startedAt, now).map((date) => ({ date, ...(this.#days.get(date) ?? emptySummary) })),
      upstreams: this.#times.report(),
      ...(share > 0 && { comparison: this.#compared.report(share) }),
      conversations: [...this.#conversations.values()].reverse().slice(0, limit).map(shown),
    };
  }

  /** A conversation, with an entry for each model. */
  conversation(id: string): readonly ConversationSavings[] {
    return [...this.#conversations.values()].filter(({ conversation }) => conversation === id).map(shown);
  }

  /** Returns the conversation as it was before. */
  #addToConversation(trace: TraceRecord, hour: number, day: string): Conversation | undefined {
    const { conversation, model, startedAt } = trace;
    const key = JSON.stringify([conversation, model]);
    const before = this.#conversations.get(key);
    const { conversations: _one, ...summary } = addRequest({ ...emptySummary, ...before }, trace, false);
    // Delete and set again, to order by the latest request.
    this.#conversations.delete(key);
    this.#conversations.set(key, {
      conversation,
      model,
      ...(trace.key !== undefined && { key: trace.key }),
      firstAt: before?.firstAt ?? startedAt,
      lastAt: startedAt,
      ...summary,
      lastHour: hour,
      lastDay: day,
    });
    dropOldest(this.#conversations, maxConversations);
    return before;
  }
}

function shown({ lastHour: _hour, lastDay: _day, ...conversation }: Conversation): ConversationSavings {
  return conversation;
}

function addTo<Key>(
  buckets: Map<Key, SavingsSummary>,
  key: Key,
  max: number,
  trace: TraceRecord,
  isNewConversation: boolean,
): void {
  buckets.set(key, addRequest(buckets.get(key) ?? emptySummary, trace, isNewConversation));
  dropOldest(buckets, max);
}

function dropOldest<Key>(map: Map<Key, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}

function lastHours(now: number): readonly number[] {
  const hour = Math.floor(now / hourMilliseconds);
  return Array.from({ length: maxHours }, (_, index) => hour - maxHours + 1 + index);
}

/** The days from one time to another, at most the last 30. */
function daysBetween(start: number, end: number): readonly string[] {
  const days: string[] = [];
  const first = dayOf(start);
  for (let date = new Date(end); days.length < maxDays; date.setDate(date.getDate() - 1)) {
    const day = dayOf(date.getTime());
    if (day < first) break;
    days.unshift(day);
  }
  return days;
}

/** The date in the gateway's time zone, as YYYY-MM-DD. */
function dayOf(time: number): string {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
