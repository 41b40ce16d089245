import type { LabelledQuery } from "./common/datasets.ts";
import { averageQuality, type MeanQuality, measureAnswer, type Quality } from "./common/metrics.ts";
import type { RankedSystem } from "./systems/ranked-system.ts";

const depth = 10;

export async function measureQuality(system: RankedSystem, queries: readonly LabelledQuery[]): Promise<MeanQuality> {
  const answers: Quality[] = [];
  for (const { query, needed } of queries) {
    answers.push(measureAnswer(needed, await system.search(query, depth)));
  }
  return averageQuality(answers);
}
