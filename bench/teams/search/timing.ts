import type { SearchAnswer } from "@toolcrib/search";
import { percentile } from "../../gateway/statistics.ts";

/** How long searches take, in milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly mean: number;
}

/** Runs every query once to warm up, then once to measure, one after the other. */
export async function timeSearches<Question>(
  questions: readonly Question[],
  search: (question: Question) => Promise<SearchAnswer>,
): Promise<{ readonly times: Times; readonly answers: readonly SearchAnswer[] }> {
  for (const question of questions) await search(question);
  const milliseconds: number[] = [];
  const answers: SearchAnswer[] = [];
  for (const question of questions) {
    const startedAt = performance.now();
    answers.push(await search(question));
    milliseconds.push(performance.now() - startedAt);
  }
  const mean = milliseconds.reduce((sum, each) => sum + each, 0) / milliseconds.length;
  return { times: { p50: percentile(milliseconds, 0.5), p99: percentile(milliseconds, 0.99), mean }, answers };
}

/** The first five tools of an answer: hits, and then what may be meant. */
export function firstFive({ hits, candidates }: SearchAnswer): readonly string[] {
  return [...hits, ...candidates].slice(0, 5).map(({ name }) => name);
}

/** How many of the first five tools two lists of answers share, from 0 to 1. Answers that are both empty agree. */
export function agreement(left: readonly SearchAnswer[], right: readonly SearchAnswer[]): number {
  const shares = left.map((answer, index) => {
    const [one, other] = [firstFive(answer), new Set(firstFive(right[index] as SearchAnswer))];
    const most = Math.max(one.length, other.size);
    return most === 0 ? 1 : one.filter((name) => other.has(name)).length / most;
  });
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

/** Says what is going on. */
export function tell(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}
