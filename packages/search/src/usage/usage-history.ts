import { exportPreferences, importPreferences } from "./exported-preferences.ts";
import { definitionKey, type ExportedUsage, exportedVersion, readExportedUsage } from "./exported-usage.ts";
import { LearnedTool, maxCalls, type WeighedWord } from "./learned-tool.ts";
import { type Outcome, Preferences } from "./preferences.ts";
import type { LearnedOrder, Lift, RankedTool, ShownTool } from "./shown-tool.ts";

/** Options of a history. */
export interface UsageHistoryOptions {
  /** The half-life of what was learned, in days. Default: 30. */
  readonly halfLifeDays?: number;
  /** The maximum number of tools; the least used are forgotten first. Default: 1,000. */
  readonly maxTools?: number;
  /** The current time in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
}

/** What was learned about a tool, for people to look at. */
export interface ToolUsage {
  readonly name: string;
  /** How often it was called after it was found; older calls count less. */
  readonly calls: number;
  /** The words of queries that speak for it, or against it, strongest first. */
  readonly words: readonly { readonly word: string; readonly weight: number }[];
}

/** What was learned about all tools together, for people to look at. */
export interface UsagePreferences {
  /** How far each kind of knowledge is trusted, from 0 to 2; 0.5 at the start. */
  readonly trust: { readonly words: number; readonly server: number; readonly features: number };
  /** The servers whose tools are called more often than the ranking expects, or less, strongest first. */
  readonly servers: readonly { readonly server: string; readonly weight: number }[];
  /** What counts more than the ranking thinks, or less, in each of its orders, strongest first. */
  readonly features: readonly { readonly order: string; readonly feature: string; readonly weight: number }[];
}

/** An answer for calls to learn from. */
interface KeptAnswer {
  readonly words: readonly WeighedWord[];
  readonly order: LearnedOrder;
  readonly shown: readonly ShownTool[];
}

/** An answer that may still be followed by calls. */
interface OpenAnswer extends KeptAnswer {
  readonly called: Set<string>;
}

/** How much a tool can gain or lose by earlier calls, in log-odds. */
const maxLift = 3;
/** The step of a single call, in log-odds, if the tool that was called seemed impossible. */
const learningRate = 4;
/** A tool that seemed this improbable and was not called teaches nothing. */
const minProbability = 0.02;
const maxOpenAnswers = 256;
const maxOpenQueryLength = 1_000;
const millisecondsPerDay = 86_400_000;
const defaultHalfLifeDays = 30;
const defaultMaxTools = 1_000;

/**
 * Learns from which of the found tools were then called: a word of a query that led to a tool speaks for it in later
 * queries. It belongs to one user or tenant, and is passed to each of their searches; it is never shared.
 * What it learns is the difference to the ranking: calls of tools that came first anyway change next to nothing.
 */
export class UsageHistory {
  readonly specificationVersion = "v1";
  /** By definition: catalogues of one user may have different tools of the same name. */
  readonly #tools = new Map<string, LearnedTool>();
  readonly #open = new Map<string, OpenAnswer>();
  readonly #preferences: Preferences;
  readonly #halfLife: number;
  readonly #maxTools: number;
  readonly #now: () => number;

  constructor({ halfLifeDays, maxTools, now }: UsageHistoryOptions = {}) {
    this.#halfLife = atLeastOne(halfLifeDays ?? defaultHalfLifeDays) * millisecondsPerDay;
    this.#maxTools = atLeastOne(maxTools ?? defaultMaxTools);
    this.#now = now ?? Date.now;
    this.#preferences = new Preferences(this.#now());
  }

  /** Restores an export. Throws `invalid_usage_history` if it is none. */
  static fromJSON(value: unknown, options: UsageHistoryOptions = {}): UsageHistory {
    const history = new UsageHistory(options);
    history.replaceWith(value);
    return history;
  }

  /** The number of tools that something was learned about. */
  get size(): number {
    return this.#tools.size;
  }

  /**
   * Records that a tool was called after a search. Only a tool that the answer to this query showed counts, and once per
   * search: calls of other tools, and further calls, change nothing. Of several queries, the last one whose answer showed
   * the tool counts. Returns whether the call counted.
   */
  recordCall(query: string | readonly string[], name: string): boolean {
    const queries = typeof query === "string" ? [query] : query;
    for (const asked of queries.toReversed()) {
      const answer = this.#open.get(openKey(asked));
      const tool = answer?.shown.find((shown) => shown.name === name);
      if (answer === undefined || tool === undefined) {
        continue;
      }
      if (answer.called.has(name)) {
        return false;
      }
      answer.called.add(name);
      this.#learn(answer, tool);
      return true;
    }
    return false;
  }

  /** Everything learned, the most used tools first. */
  inspect(): ToolUsage[] {
    return this.#upToDate().map(({ name, calls, words }) => ({
      name,
      calls,
      words: strongestFirst([...words].map(([word, weight]) => ({ word, weight }))),
    }));
  }

  /** What was learned about all tools together. */
  preferences(): UsagePreferences {
    const { trust, servers, features } = this.#currentPreferences();
    return {
      trust: { ...trust },
      servers: strongestFirst([...servers].map(([server, weight]) => ({ server, weight }))),
      features: strongestFirst(
        [...features].flatMap(([order, weights]) =>
          [...weights].map(([feature, weight]) => ({ order, feature, weight })),
        ),
      ),
    };
  }

  /** Forgets everything, or what was learned about one tool; what was learned about all together is kept then. */
  reset(name?: string): void {
    if (name === undefined) {
      this.#preferences.clear();
      this.#tools.clear();
      this.#open.clear();
      return;
    }
    for (const [key, tool] of this.#tools) {
      if (tool.name === name) {
        this.#tools.delete(key);
      }
    }
  }

  /** Everything learned as plain data, for `fromJSON`. It holds words of queries, never whole queries. */
  toJSON(): ExportedUsage {
    return {
      version: exportedVersion,
      tools: this.#upToDate().map(({ name, hash, calls, updatedAt, words }) => ({
        name,
        hash,
        calls,
        updatedAt,
        words: [...words],
      })),
      preferences: exportPreferences(this.#currentPreferences()),
    };
  }

  /** Replaces everything learned by an export. Nothing changes if it is invalid. */
  replaceWith(value: unknown): void {
    const { tools, preferences } = readExportedUsage(value, this.#maxTools);
    const now = this.#now();
    importPreferences(preferences, this.#preferences, now);
    this.#tools.clear();
    for (const { name, hash, calls, updatedAt, words } of tools) {
      // A time in the future would never decay.
      const tool = new LearnedTool(name, hash, Math.min(updatedAt, now));
      tool.calls = calls;
      for (const [word, weight] of words) {
        tool.words.set(word, weight);
      }
      this.#tools.set(definitionKey(tool), tool);
    }
  }

  /** @internal What was learned says for a tool with this definition and a query, from -`maxLift` to `maxLift`. */
  liftOf(tool: RankedTool & { readonly hash: string }, order: LearnedOrder, words: readonly WeighedWord[]): Lift {
    const preferences = this.#currentPreferences();
    const byWords = this.#current(tool.name, tool.hash)?.speaksFor(words) ?? 0;
    const signals = { words: bounded(byWords), ...preferences.speakFor(tool, order) };
    return { logOdds: bounded(preferences.sumOf(signals)), signals };
  }

  /** @internal Keeps an answer, so that the calls that follow it can be recorded. */
  keepAnswer(query: string, answer: KeptAnswer): void {
    this.#open.delete(openKey(query));
    this.#open.set(openKey(query), { ...answer, called: new Set() });
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= maxOpenAnswers) {
        break;
      }
      this.#open.delete(oldest);
    }
  }

  /** One step of logistic regression: the tool that was called gains what it lacked, the others lose what they had. */
  #learn({ words, order, shown, called }: OpenAnswer, tool: ShownTool): void {
    // What was called before for the same query was right as well.
    const compared = shown.filter(({ name }) => name === tool.name || !called.has(name));
    const best = Math.max(...compared.map(({ logOdds }) => logOdds));
    const odds = compared.map(({ logOdds }) => Math.exp(logOdds - best));
    const total = odds.reduce((sum, value) => sum + value, 0);
    const outcomes = compared.map(
      (other, place): Outcome => ({
        tool: other,
        isCalled: other.name === tool.name,
        probability: (odds[place] as number) / total,
      }),
    );
    this.#currentPreferences().learn(order, outcomes);
    for (const {
      tool: { name, hash },
      isCalled,
      probability,
    } of outcomes) {
      if (isCalled) {
        const learned = this.#current(name, hash) ?? this.#add(name, hash);
        learned.calls = Math.min(maxCalls, learned.calls + 1);
        learned.learn(words, learningRate * (1 - probability));
      } else if (probability >= minProbability) {
        this.#current(name, hash)?.learn(words, -learningRate * probability);
      }
    }
  }

  /** What was learned about a tool with this definition: another one of the same name is another tool. */
  #current(name: string, hash: string): LearnedTool | undefined {
    const tool = this.#tools.get(definitionKey({ name, hash }));
    tool?.decayTo(this.#now(), this.#halfLife);
    return tool;
  }

  #currentPreferences(): Preferences {
    this.#preferences.decayTo(this.#now(), this.#halfLife);
    return this.#preferences;
  }

  #add(name: string, hash: string): LearnedTool {
    const tool = new LearnedTool(name, hash, this.#now());
    this.#tools.set(definitionKey(tool), tool);
    if (this.#tools.size > this.#maxTools) {
      const leastUsed = this.#upToDate().findLast((other) => other !== tool);
      if (leastUsed !== undefined) {
        this.#tools.delete(definitionKey(leastUsed));
      }
    }
    return tool;
  }

  /** The tools with what is left of their calls, the most used first. */
  #upToDate(): LearnedTool[] {
    const now = this.#now();
    for (const tool of this.#tools.values()) {
      tool.decayTo(now, this.#halfLife);
    }
    return [...this.#tools.values()].sort((left, right) => right.calls - left.calls);
  }
}

function strongestFirst<Entry extends { readonly weight: number }>(entries: Entry[]): Entry[] {
  return entries.sort((left, right) => Math.abs(right.weight) - Math.abs(left.weight));
}

function bounded(logOdds: number): number {
  return Math.max(-maxLift, Math.min(maxLift, logOdds));
}

/** A long query is kept as its beginning: answers wait for calls in memory. */
function openKey(query: string): string {
  return query.slice(0, maxOpenQueryLength);
}

function atLeastOne(value: number): number {
  return Number.isFinite(value) ? Math.max(1, value) : 1;
}
