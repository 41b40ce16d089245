import { featureNames } from "../../../packages/search/src/rankers/hybrid/features.ts";
import type { LinearModel } from "../../../packages/search/src/rankers/hybrid/fusion-weights.ts";
import { type FittedModels, fitOrderOf } from "./fit-models.ts";
import type { Means } from "./measure-queries.ts";
import { joinQueries } from "./measured-queries.ts";
import type { Measurements } from "./measurements.ts";
import { meanRecall, type Recall, recallOf } from "./recall.ts";
import { type HalfEffect, type Thresholds, thresholdEffects } from "./thresholds.ts";

const minTrusts = [-3, -2.5, -2.25, -2, -1.75, -1.5, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5];
const convincingWords: Readonly<Record<Means, readonly number[]>> = {
  "words and meaning": [2, 1],
  // Here trust is trust in words already.
  "words alone": [Number.POSITIVE_INFINITY],
};

/** Recall of each set: by an order fitted on the other sets alone, and by the order that is written, where fitted and where not. */
export function printRecall(means: Means, measured: Measurements, fitting: Measurements, models: FittedModels): void {
  const { weights } = models[means].order;
  console.log(`\n${means}: recall@1 / @5`);
  console.log(tableRow("", ["set left out", "fitted on", "kept aside"]));
  const columns: Recall[][] = [[], [], []];
  for (const set of measured.sets) {
    const others = fitting.sets.filter(({ name }) => name !== set.name);
    const leftOut = fitOrderOf(means, others, fitting);
    const recalls = [
      recallOf(joinQueries([set.fitted, set.aside]), leftOut.weights),
      recallOf(set.fitted, weights),
      recallOf(set.aside, weights),
    ];
    for (const [column, recall] of recalls.entries()) columns[column].push(recall);
    console.log(tableRow(set.name, recalls.map(inPercent)));
  }
  console.log(
    tableRow(
      "mean",
      columns.map((recalls) => inPercent(meanRecall(recalls))),
    ),
  );
  const { tune, held } = measured;
  const own = [tune, held].map(({ english }) => inPercent(recallOf(english, weights)));
  console.log(tableRow("own ranking sets: tune, held", ["", ...own]));
}

/** The weights, feature by feature. */
export function printWeights(means: Means, { order, trust }: FittedModels[Means]): void {
  console.log(`\n${means}: weights\n${tableRow("", ["order", "trust"])}`);
  for (const [feature, name] of featureNames.entries()) {
    console.log(tableRow(name, [String(order.weights[feature]), String(trust.weights[feature])]));
  }
  console.log(tableRow("bias", [String(order.bias), String(trust.bias)]));
  console.log(`order ${listed(order)}\ntrust ${listed(trust)}`);
}

/** What each threshold loses and lets through. */
export function printThresholds(means: Means, measured: Measurements, models: FittedModels): void {
  const effectOf = thresholdEffects(measured, models[means], models["words alone"].trust);
  console.log(`\n${means}: recall@5 lost, and unanswerable queries that still get an answer, in percent of queries`);
  console.log(`lost, by set: ${measured.sets.map(({ name }) => name).join(", ")}`);
  console.log(`foreign, answered: ${measured.foreign.map(({ name }) => name).join(", ")}`);
  const all = convincingWords[means].flatMap((words) =>
    minTrusts.map((minTrust): Thresholds => ({ minTrust, convincingWords: words })),
  );
  for (const thresholds of all) {
    const { lost, foreignAnswered, tune, held, everyday } = effectOf(thresholds);
    console.log(
      [
        thresholdNames(thresholds).padEnd(40),
        `lost ${meanOf(lost)} (${lost.map(percent).join(" ")})`,
        `foreign ${meanOf(foreignAnswered)} (${foreignAnswered.map(percent).join(" ")})`,
        `tune ${halfFigures(tune)}`,
        `held ${halfFigures(held)}`,
        `everyday ${halfFigures(everyday)} left out ${percent(everyday.leftOutAnswered)}`,
      ].join("  "),
    );
  }
}

function thresholdNames({ minTrust, convincingWords: words }: Thresholds): string {
  return `least trust ${minTrust}${Number.isFinite(words) ? `, convincing words ${words}` : ""}`;
}

function halfFigures({ lost, unanswerableAnswered }: HalfEffect): string {
  return `lost ${percent(lost)} answered ${percent(unanswerableAnswered)}`;
}

function tableRow(name: string, cells: readonly string[]): string {
  return name.padEnd(42) + cells.map((cell) => cell.padStart(15)).join("");
}

function listed({ weights, bias }: LinearModel): string {
  return `[${weights.join(", ")}], bias ${bias}`;
}

function inPercent({ at1, at5 }: Recall): string {
  return `${percent(at1)} / ${percent(at5)}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function meanOf(shares: readonly number[]): string {
  return percent(shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length));
}
