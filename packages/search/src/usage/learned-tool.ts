/** The largest weight of a word, in log-odds. More of the same calls change nothing. */
export const maxWordWeight = 4;
/** Calls beyond this number do not count. */
export const maxCalls = 1_000;
/** The number of words that are kept per tool: those with the largest weights. */
export const maxWordsPerTool = 64;

const minWordWeight = 0.01;
/** With this many calls, half of what the words say counts; a single call is an anecdote. */
const halfTrustCalls = 1.5;

/** A word of a query, and its share of the query's length: the squares of all shares add up to 1. */
export interface WeighedWord {
  readonly word: string;
  readonly share: number;
}

/** What was learned about one tool: how often it was called, and which words of queries speak for or against it. */
export class LearnedTool {
  readonly name: string;
  /** The hash of the definition that the calls were made with. */
  readonly hash: string;
  readonly words: Map<string, number> = new Map();
  calls = 0;
  /** When `words` and `calls` were last brought up to date, in milliseconds. */
  updatedAt: number;

  constructor(name: string, hash: string, updatedAt: number) {
    this.name = name;
    this.hash = hash;
    this.updatedAt = updatedAt;
  }

  /** Lets what was learned fade: after one half-life, half of it is left. */
  decayTo(now: number, halfLifeMilliseconds: number): void {
    const age = now - this.updatedAt;
    // A clock that goes backwards makes nothing newer.
    if (age <= 0) {
      return;
    }
    const left = 2 ** (-age / halfLifeMilliseconds);
    this.updatedAt = now;
    this.calls *= left;
    for (const [word, weight] of this.words) {
      const decayed = weight * left;
      if (Math.abs(decayed) < minWordWeight) {
        this.words.delete(word);
      } else {
        this.words.set(word, decayed);
      }
    }
  }

  /** What the words of a query say for this tool, in log-odds. */
  speaksFor(words: readonly WeighedWord[]): number {
    let sum = 0;
    for (const { word, share } of words) {
      sum += (this.words.get(word) ?? 0) * share;
    }
    const calls = this.calls ** 2;
    return (sum * calls) / (calls + halfTrustCalls ** 2);
  }

  learn(words: readonly WeighedWord[], step: number): void {
    for (const { word, share } of words) {
      const weight = (this.words.get(word) ?? 0) + step * share;
      this.words.set(word, Math.max(-maxWordWeight, Math.min(maxWordWeight, weight)));
    }
    if (this.words.size > maxWordsPerTool) {
      this.#dropWeakest();
    }
  }

  #dropWeakest(): void {
    const weakestFirst = [...this.words].sort(([, left], [, right]) => Math.abs(left) - Math.abs(right));
    for (const [word] of weakestFirst.slice(0, this.words.size - maxWordsPerTool)) {
      this.words.delete(word);
    }
  }
}
