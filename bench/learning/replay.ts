import { ToolIndex, UsageHistory } from "@toolcrib/search";
import { createRandomSource } from "../../packages/cli/src/metrics/random.ts";
import type { DataSet, LabelledQuery } from "../search/common/datasets.ts";
import { measureAnswer } from "../search/common/metrics.ts";

/** One query of the tested half, with and without the other half as history. */
export interface ReplayedQuery {
  readonly before: number;
  readonly after: number;
  readonly before5: number;
  readonly after5: number;
  /** Whether a tool that answers it was called in the history. */
  readonly isSeen: boolean;
  /** Whether it comes first if learning is perfect: a called tool is among the first five. */
  readonly best: number;
}

const seed = 17;

/** Uses each half of the queries as history for the other: in the history, every needed tool that was found is called. */
export async function replay({ tools, queries }: DataSet): Promise<ReplayedQuery[]> {
  const index = new ToolIndex();
  index.add(tools);
  await index.ready();
  const answerable = shuffled(queries.filter(({ needed }) => needed.length > 0));
  const middle = Math.floor(answerable.length / 2);
  const halves = [answerable.slice(0, middle), answerable.slice(middle)] as const;
  return [...(await replayHalf(index, halves[0], halves[1])), ...(await replayHalf(index, halves[1], halves[0]))];
}

async function replayHalf(
  index: ToolIndex,
  history: readonly LabelledQuery[],
  tested: readonly LabelledQuery[],
): Promise<ReplayedQuery[]> {
  const usage = new UsageHistory({ maxTools: 10_000 });
  const called = new Set<string>();
  for (const { query, needed } of history) {
    const shown = await namesOf(index, query, usage);
    for (const accepted of needed) {
      const tool = shown.find((name) => accepted.includes(name));
      if (tool !== undefined && usage.recordCall(query, tool)) called.add(tool);
    }
  }
  const replayed: ReplayedQuery[] = [];
  for (const { query, needed } of tested) {
    const plain = await namesOf(index, query);
    const before = measureAnswer(needed, plain);
    const after = measureAnswer(needed, await namesOf(index, query, usage));
    const isSeen = needed.flat().some((name) => called.has(name));
    const isWithinReach = plain.slice(0, 5).some((name) => called.has(name) && needed.flat().includes(name));
    replayed.push({
      before: before.recallAt1,
      after: after.recallAt1,
      before5: before.recallAt5,
      after5: after.recallAt5,
      isSeen,
      best: isWithinReach ? Math.max(before.recallAt1, 1 / needed.length) : before.recallAt1,
    });
  }
  return replayed;
}

async function namesOf(index: ToolIndex, query: string, usage?: UsageHistory): Promise<string[]> {
  const { hits, candidates } = await index.search(query, { usage });
  return [...hits, ...candidates].map(({ name }) => name);
}

function shuffled<Entry>(entries: readonly Entry[]): Entry[] {
  const random = createRandomSource(seed);
  const mixed = [...entries];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as Entry, mixed[last] as Entry];
  }
  return mixed;
}
