import type { UsageHistory } from "@toolcrib/search";

/** Learns from the calls of one user: which of the found tools are then called. */
export interface FrontLearning {
  /** What was learned so far, for a search. */
  history(): UsageHistory | Promise<UsageHistory>;
  /** Takes a call that was answered, and what was searched for before it; the latest is last. */
  note(calls: readonly { readonly queries: readonly string[]; readonly names: readonly string[] }[]): void;
}

const maxQueries = 32;
const maxClients = 1_000;

/** What clients without a session searched for recently, so that their calls can be assigned to a search. */
export class SearchedQueries {
  readonly #byClient = new Map<string, string[]>();

  /** The client's latest queries; the list changes with further searches. */
  of(client: string): string[] {
    const queries = this.#byClient.get(client) ?? [];
    this.#byClient.delete(client);
    this.#byClient.set(client, queries);
    for (const oldest of this.#byClient.keys()) {
      if (this.#byClient.size <= maxClients) break;
      this.#byClient.delete(oldest);
    }
    return queries;
  }
}

/** Adds a query to a list that keeps the latest ones. */
export function addQuery(queries: string[], query: unknown): void {
  if (typeof query !== "string") return;
  queries.push(query);
  if (queries.length > maxQueries) queries.shift();
}
