import { percentile } from "./common/metrics.ts";
import { collectGarbage } from "./garbage.ts";
import type { RankedSystem } from "./systems/ranked-system.ts";

/** Milliseconds of one query, warm. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly samples: number;
}

const warmUpRounds = 6;
const rounds = 9;
const limit = 10;
/** A system that is slower than this allows answers fewer queries, and says so in `samples`. */
const budgetMs = 500;

/**
 * Times every system on the same queries in the same process, in turns, each round beginning with another one. The median is that of a
 * system's fastest round: what its code takes, not what else the machine did meanwhile. The 99th percentile is over all rounds.
 */
export async function measureLatencies(
  systems: readonly RankedSystem[],
  queries: readonly string[],
): Promise<Map<string, Latency>> {
  const ofRounds = new Map<string, number[][]>(systems.map(({ name }) => [name, []]));
  // Once, before the warm-up: a forced collection makes the queries after it take up to twice as long, and a server makes none.
  collectGarbage();
  for (let round = -warmUpRounds; round < rounds; round++) {
    // A slow system does not get through all queries: each round begins elsewhere.
    const first = Math.floor(((round + warmUpRounds) * queries.length) / (warmUpRounds + rounds));
    const inTurn = [...queries.slice(first), ...queries.slice(0, first)];
    for (let turn = 0; turn < systems.length; turn++) {
      const system = systems[(turn + round + warmUpRounds) % systems.length] as RankedSystem;
      const times = await timeQueries(system, inTurn, budgetMs);
      if (round >= 0) {
        ofRounds.get(system.name)?.push(times);
      }
    }
  }
  return new Map([...ofRounds].map(([name, times]) => [name, summariseRounds(times, queries.length)]));
}

/** Only rounds that got through all queries compare; where there are none, all are taken together. */
function summariseRounds(ofRounds: readonly (readonly number[])[], queries: number): Latency {
  const all = summarise(ofRounds.flat());
  const whole = ofRounds.filter(({ length }) => length === queries).map((times) => summarise(times).p50);
  return whole.length > 0 ? { ...all, p50: Math.min(...whole) } : all;
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
