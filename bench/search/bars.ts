import type { BenchmarkResult, SetResult, SystemResult } from "./benchmark-result.ts";
import type { Bar } from "./common/bar.ts";
import { mean, type Quality } from "./common/metrics.ts";
import { readBaseline } from "./tiers/baseline.ts";
import { judgeTiers } from "./tiers/tier-bars.ts";

type Measured = Omit<BenchmarkResult, "bars">;

const hybrid = "toolcrib hybrid";

export function judgeBars(result: Measured): Bar[] {
  const judged = result.sets.filter(({ systems }) => systems.some(({ quality }) => quality !== null));
  return [
    judgeWins(judged, "recallAt5", "recall@5"),
    judgeWins(judged, "recallAt1", "recall@1"),
    judgeMargin(judged),
    judgeLatency(result, 567, 0.2),
    judgeLatency(result, 5000, 1),
    judgeLatency(result, 44_000, 5),
    judgeBm25(result, judged),
    judgeEngine(result, 10_000, "indexing 10,000 tools takes less than 1 s", ({ buildMs }) => [buildMs, 1000]),
    judgeEngine(result, 20_000, "adding one tool takes less than 1 ms", ({ adding }) => [adding?.addP50 ?? 0, 1]),
    ...judgeMemory(result),
    judgeMillion(result),
    ...judgeTiers(result.tiers, result.leftOutSets, readBaseline()),
  ];
}

function judgeWins(sets: readonly SetResult[], measure: keyof Quality, label: string): Bar {
  const losses = sets.flatMap((set) => {
    const own = qualityOf(set, hybrid, measure);
    return set.systems
      .filter(({ isOwn, quality }) => !isOwn && quality !== null && quality[measure] >= own)
      .map(({ name, quality }) => `${name} on ${set.name} (${percent(quality?.[measure])} to ${percent(own)})`);
  });
  const peers = new Set(sets.flatMap(({ systems }) => systems.filter(({ isOwn }) => !isOwn).map(({ name }) => name)));
  const title = `hybrid beats every peer in ${label} on every set`;
  // Without a peer there is nobody to beat.
  if (peers.size === 0) {
    return { title, measured: "not measured", isMet: null };
  }
  return {
    title,
    measured:
      losses.length === 0
        ? `ahead of ${peers.size} peers on ${sets.length} sets`
        : `as good or better: ${losses.join("; ")}`,
    isMet: losses.length === 0,
  };
}

function judgeMargin(sets: readonly SetResult[]): Bar {
  const own = mean(sets.map((set) => qualityOf(set, hybrid, "recallAt5")));
  const plain = mean(sets.map((set) => qualityOf(set, "plain BM25", "recallAt5")));
  const points = (own - plain) * 100;
  const title = "hybrid beats plain BM25 by 8 points of recall@5 or more, averaged over the sets";
  return plain === 0
    ? { title, measured: "not measured", isMet: null }
    : { title, measured: `${percent(own)} to ${percent(plain)}: ${points.toFixed(1)} points`, isMet: points >= 8 };
}

function judgeLatency({ sets }: Measured, tools: number, most: number): Bar {
  const set = findSize(sets, tools);
  const p50 = set === undefined ? undefined : systemOf(set, hybrid)?.latency?.p50;
  const size = (set?.tools ?? tools).toLocaleString("en");
  return judgeAtMost(`hybrid answers in ${most} ms or less (p50) at ${size} tools`, p50, most, "ms");
}

function judgeBm25({ sets }: Measured, judged: readonly SetResult[]): Bar {
  const own = "toolcrib bm25";
  const ratios = sets.flatMap((set) => {
    const [mine, other] = [systemOf(set, own)?.latency?.p50, systemOf(set, "minisearch")?.latency?.p50];
    return mine === undefined || other === undefined ? [] : [{ set: set.name, ratio: other / mine }];
  });
  const slowest = ratios.toSorted((left, right) => left.ratio - right.ratio)[0];
  const recall = mean(judged.map((set) => qualityOf(set, own, "recallAt5")));
  const otherRecall = mean(judged.map((set) => qualityOf(set, "minisearch", "recallAt5")));
  return {
    title: "bm25 is five times as fast as minisearch on every catalogue, at equal or better recall@5",
    measured:
      slowest === undefined
        ? "not measured"
        : `${slowest.ratio.toFixed(1)}× at least (${slowest.set}); recall@5 ${percent(recall)} to ${percent(otherRecall)}`,
    isMet: slowest === undefined ? null : slowest.ratio >= 5 && recall >= otherRecall,
  };
}

function judgeEngine(
  { sets }: Measured,
  tools: number,
  title: string,
  read: (engine: SetResult["engines"][number]) => readonly [number, number],
): Bar {
  const engine = findSize(sets, tools)?.engines.find(({ name }) => name === "toolcrib");
  const [value, most] = engine === undefined ? [undefined, 0] : read(engine);
  return judgeAtMost(title, value, most, "ms");
}

function judgeMemory({ memory }: Measured): Bar[] {
  const own = memory.filter(({ engine }) => engine === "toolcrib without vectors");
  return own.map(({ setName, outcome }) => {
    const kilobytes = outcome.report === undefined ? undefined : outcome.report.bytesPerTool / 1024;
    return judgeAtMost(`less than 4 KB a tool without vectors on ${setName}`, kilobytes, 4, "KB");
  });
}

function judgeMillion({ growth }: Measured): Bar {
  const title = "1,000,000 tools are searched in 25 ms or less (p50) with 4 GB or less";
  const million = growth.find(({ engine, toolCount }) => engine === "toolcrib" && toolCount === 1_000_000)?.outcome;
  if (million?.report === undefined) {
    return { title, measured: million?.failure ?? "not measured", isMet: million === undefined ? null : false };
  }
  const { latencies, residentBytes } = million.report;
  const p50 = latencies[hybrid]?.p50 ?? Number.NaN;
  const gigabytes = residentBytes / 2 ** 30;
  return { title, measured: `${p50.toFixed(1)} ms, ${gigabytes.toFixed(2)} GB`, isMet: p50 <= 25 && gigabytes <= 4 };
}

function judgeAtMost(title: string, value: number | undefined, most: number, unit: string): Bar {
  return value === undefined
    ? { title, measured: "not measured", isMet: null }
    : { title, measured: `${value.toFixed(3)} ${unit}`, isMet: value <= most };
}

/** The catalogue whose size comes nearest, if it comes near. */
function findSize(sets: readonly SetResult[], tools: number): SetResult | undefined {
  const nearest = sets.toSorted((left, right) => Math.abs(left.tools - tools) - Math.abs(right.tools - tools))[0];
  return nearest !== undefined && Math.abs(nearest.tools - tools) <= tools / 5 ? nearest : undefined;
}

function systemOf(set: SetResult, name: string): SystemResult | undefined {
  return set.systems.find((system) => system.name === name);
}

function qualityOf(set: SetResult, name: string, measure: keyof Quality): number {
  return systemOf(set, name)?.quality?.[measure] ?? 0;
}

function percent(share: number | undefined): string {
  return `${((share ?? 0) * 100).toFixed(1)} %`;
}
