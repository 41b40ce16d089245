import type { BenchmarkResult, SetResult, SystemResult } from "./benchmark-result.ts";
import { formatCount, formatShare, formatTable } from "./common/format.ts";
import { mean, type Quality } from "./common/metrics.ts";

/** The sections on what is found, and on what is returned where nothing was meant. */
export function writeQualitySections(result: BenchmarkResult): string[] {
  const sets = result.sets.filter(({ systems }) => systems.some(({ quality }) => quality !== null));
  return [
    ...(sets.length === 0
      ? []
      : [
          "## Quality",
          "The best of each column is bold; with several needed tools, recall is the share of them that was returned.\n" +
            "Hybrid's weights were fitted on queries of public catalogues, and the peers' settings were chosen on these sets:\n" +
            "neither is a figure for unseen data. [bench/README.md](../README.md#pitfalls) says more.",
          "### Recall@5",
          writeOverview(sets, "recallAt5"),
          "### Recall@1",
          writeOverview(sets, "recallAt1"),
          ...sets.flatMap(writeSet),
        ]),
    ...writeFalseReturns(result),
  ];
}

function writeOverview(sets: readonly SetResult[], measure: keyof Quality): string {
  const names = sets[0]?.systems.map(({ name }) => name) ?? [];
  const figureOf = (set: SetResult, name: string): number =>
    set.systems.find((system) => system.name === name)?.quality?.[measure] ?? Number.NaN;
  const columns = [
    ...sets.map((set) => names.map((name) => figureOf(set, name))),
    names.map((name) => mean(sets.map((set) => figureOf(set, name)))),
  ];
  const marked = columns.map(markBest);
  return formatTable(
    ["", ...sets.map(({ name }) => name), "mean"],
    names.map((name, row) => [name, ...marked.map((column) => column[row] ?? "")]),
  );
}

function writeSet({ name, tools, systems }: SetResult): string[] {
  const rated = systems.filter(
    (system): system is SystemResult & { quality: NonNullable<SystemResult["quality"]> } => system.quality !== null,
  );
  const measures = ["recallAt1", "recallAt5", "recallAt10", "reciprocalRank", "ndcgAt10"] as const;
  const marked = measures.map((measure) => markBest(rated.map(({ quality }) => quality[measure])));
  const queries = rated[0]?.quality.queries ?? 0;
  return [
    `### ${name}`,
    `${formatCount(tools)} tools, ${formatCount(queries)} queries.`,
    formatTable(
      ["", "recall@1", "recall@5", "95 % interval", "recall@10", "MRR", "nDCG@10"],
      rated.map(({ name: system, quality }, row) => {
        const [first = "", fifth = "", ...others] = marked.map((column) => column[row] ?? "");
        return [system, first, fifth, quality.recallAt5Interval.map(formatShare).join("–"), ...others];
      }),
    ),
  ];
}

function writeFalseReturns({ falseReturns }: BenchmarkResult): string[] {
  if (falseReturns.length === 0) {
    return [];
  }
  return [
    "## Returns where nothing was meant",
    "The share of queries that were answered with any tool, and how many tools were returned on average (ten at most).\n" +
      "A noisy measure: another tool may answer a query as well, so zero is not the goal.",
    ...falseReturns.flatMap(({ title, systems }) => [
      `${title} (${systems[0]?.queries ?? 0} queries):`,
      formatTable(
        ["", "answered", "tools returned"],
        systems.map(({ name, answered, returned }) => [name, formatShare(answered), returned.toFixed(1)]),
      ),
    ]),
  ];
}

function markBest(values: readonly number[]): string[] {
  const best = Math.max(...values.filter((value) => !Number.isNaN(value)));
  return values.map((value) => {
    const text = Number.isNaN(value) ? "–" : formatShare(value);
    return value === best ? `**${text}**` : text;
  });
}
