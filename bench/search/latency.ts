import { collectGarbage } from "./garbage.ts";
import { percentile } from "./metrics.ts";
import type { RankedSystem } from "./systems/ranked-system.ts";

/** Milliseconds of one query, warm. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly samples: number;
}

const rounds = 3;
const limit = 10;
/** A system that is slower than this allows answers fewer queries, and says so in `samples`. */
const budgetMs = 6000;

/** Times every system on the same queries in the same process, in turns, each round beginning with another one. */
export async function measureLatencies(
  systems: readonly RankedSystem[],
  queries: readonly string[],
): Promise<Map<string, Latency>> {
  const samples = new Map<string, number[]>(systems.map(({ name }) => [name, []]));
  for (const system of systems) {
    await timeQueries(system, queries, budgetMs / rounds);
  }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < systems.length; turn++) {
      const system = systems[(turn + round) % systems.length] as RankedSystem;
      collectGarbage();
      samples.get(system.name)?.push(...(await timeQueries(system, queries, budgetMs / rounds)));
    }
  }
  return new Map([...samples].map(([name, times]) => [name, summarise(times)]));
}

export async function timeQueries(system: RankedSystem, queries: readonly string[], budget: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + budget;
  for (const query of queries) {
    const start = performance.now();
    const answer = system.search(query, limit);
    if (answer instanceof Promise) {
      await answer;
    }
    const now = performance.now();
    times.push(now - start);
    if (now > end) {
      break;
    }
  }
  return times;
}

export function summarise(times: readonly number[]): Latency {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), samples: times.length };
}
