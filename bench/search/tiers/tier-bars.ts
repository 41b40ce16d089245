import type { Bar } from "../common/bar.ts";
import { mean } from "../common/metrics.ts";
import type { Baseline } from "./baseline.ts";
import type { PartComparison } from "./compare-parts.ts";
import { type Figures, joinFigures } from "./figures.ts";
import type { LeftOutResult } from "./left-out.ts";
import { type EmbedderName, embedderNames, type HalfFigures, type TierResult } from "./measure-tiers.ts";

type Ranker = "hybrid" | "semantic" | "bm25";
type Half = keyof HalfFigures;

/** Searches that models write: a set of searches by hand, and one kind of the everyday sets. */
const searchSet = "dust_pre";
const point = 0.01;

/** The bars of the two tiers, for the default and for the encoder. Everyday figures are of the half kept aside. */
export function judgeTiers(tiers: readonly TierResult[], leftOut: readonly LeftOutResult[], before: Baseline): Bar[] {
  if (tiers.length === 0) {
    return [];
  }
  return embedderNames.flatMap((embedder) => {
    const measured = tiers.filter((result) => result.embedder === embedder);
    return measured.length === 0 ? [] : judgeEmbedder(embedder, measured, leftOut, before);
  });
}

function judgeEmbedder(
  embedder: EmbedderName,
  tiers: readonly TierResult[],
  leftOut: readonly LeftOutResult[],
  before: Baseline,
): Bar[] {
  const everyday = tiers.filter(({ set }) => set.startsWith("everyday"));
  const own = (ranker: Ranker, kind: string, half: Half): Figures =>
    joinFigures(everyday.flatMap((result) => result[ranker][kind]?.[half] ?? []));
  const earlier = (ranker: Ranker, kind: string, half: Half): Figures =>
    joinFigures(everyday.flatMap(({ set }) => before.sets[set]?.[ranker][kind]?.[half] ?? []));
  const now = own("hybrid", "everyday", "held");
  const semantic = earlier("semantic", "everyday", "held");
  const bm25 = earlier("bm25", "everyday", "held");
  const isDefault = embedder === "table";
  const least = isDefault ? Math.max(semantic.recallAt5, bm25.recallAt5) : semantic.recallAt5 + 10 * point;
  const bars = [
    judgeParts(
      `${embedder}: hybrid is not below the better of its parts in recall@5 on any set`,
      tiers.map(({ parts }) => parts),
    ),
    judgeParts(
      `${embedder}: nor on a set that the weights were fitted without`,
      leftOut.filter((result) => result.embedder === embedder).map(({ parts }) => parts),
    ),
    judgeRecallAt1(embedder, tiers, before, isDefault ? 0 : 3),
    judgeModelWritten(embedder, tiers, before),
  ];
  if (now.queries === 0) {
    return bars;
  }
  const unanswerable = own("hybrid", "unanswerable", "held");
  const nonsense = own("hybrid", "nonsense", "held");
  return [
    ...bars,
    bar(
      isDefault
        ? "table: everyday recall@5 is at least that of semantic and bm25 before"
        : "encoder: everyday recall@5 is 10 points above that of semantic before",
      `${percent(now.recallAt5)}; before, semantic ${percent(semantic.recallAt5)} and bm25 ${percent(bm25.recallAt5)}; both halves ${percent(own("hybrid", "everyday", "all").recallAt5)}`,
      now.recallAt5 >= least,
    ),
    bar(
      `${embedder}: everyday requests load the right tool at least as often as semantic had it first before`,
      `${percent(now.loadedRecallAt5)}; before, semantic ${percent(semantic.recallAt1)}; both halves ${percent(own("hybrid", "everyday", "all").loadedRecallAt5)}`,
      now.loadedRecallAt5 >= semantic.recallAt1,
    ),
    bar(
      `${embedder}: at most 3 % of the everyday requests are refused`,
      halves(own, "everyday", ({ empty }) => empty),
      now.empty <= 3 * point,
    ),
    bar(
      `${embedder}: at most 10 % of the unanswerable requests get a hit`,
      halves(own, "unanswerable", ({ withHit }) => withHit),
      unanswerable.withHit <= 10 * point,
    ),
    bar(
      `${embedder}: at least 80 % of the nonsense gets an empty answer`,
      halves(own, "nonsense", ({ empty }) => empty),
      nonsense.empty >= 80 * point,
    ),
  ];
}

function halves(
  own: (ranker: Ranker, kind: string, half: Half) => Figures,
  kind: string,
  read: (figures: Figures) => number,
): string {
  const [held, all] = [own("hybrid", kind, "held"), own("hybrid", kind, "all")];
  return `${percent(read(held))} of ${held.queries}; both halves ${percent(read(all))} of ${all.queries}`;
}

/** Missed where an interval lies below zero. */
function judgeParts(title: string, comparisons: readonly PartComparison[]): Bar {
  const worst = comparisons.toSorted((left, right) => left.difference - right.difference)[0];
  if (worst === undefined) {
    return { title, measured: "not measured", isMet: null };
  }
  const [low, high] = worst.interval;
  const measured = `${comparisons.length} sets; the lowest: ${worst.set} ${points(worst.difference)} (${points(low)} to ${points(high)}) to ${worst.better}`;
  return bar(
    title,
    measured,
    comparisons.every(({ interval }) => interval[1] >= 0),
  );
}

function judgeRecallAt1(embedder: EmbedderName, tiers: readonly TierResult[], before: Baseline, more: number): Bar {
  const shared = tiers.filter(
    ({ set, hybrid }) => hybrid["answerable"] !== undefined && before.sets[set] !== undefined,
  );
  const now = mean(shared.map(({ hybrid }) => hybrid["answerable"]?.all.recallAt1 ?? 0));
  const earlier = mean(shared.map(({ set }) => before.sets[set]?.hybrid["answerable"]?.all.recallAt1 ?? 0));
  const title = `${embedder}: mean recall@1 on the public sets is ${more === 0 ? "not below" : `${more} points above`} hybrid's before`;
  return shared.length === 0
    ? { title, measured: "not measured", isMet: null }
    : bar(
        title,
        `${percent(now)}, before ${percent(earlier)}, on ${shared.length} sets`,
        now >= earlier + more * point,
      );
}

function judgeModelWritten(embedder: EmbedderName, tiers: readonly TierResult[], before: Baseline): Bar {
  const pairs = tiers.flatMap(({ set, hybrid }) => {
    const kind = set === searchSet ? "answerable" : "model";
    const [now, earlier] = [hybrid[kind]?.all, before.sets[set]?.hybrid[kind]?.all];
    return now === undefined || earlier === undefined ? [] : [{ now, earlier }];
  });
  const title = `${embedder}: 2.5 definitions are loaded at most for a search that a model writes, with loadedRecall@5 within a point of before`;
  if (pairs.length === 0) {
    return { title, measured: "not measured", isMet: null };
  }
  const now = joinFigures(pairs.map((pair) => pair.now));
  const earlier = joinFigures(pairs.map((pair) => pair.earlier));
  return bar(
    title,
    `${now.loadedMean.toFixed(2)} instead of ${earlier.loadedMean.toFixed(2)}; ${percent(now.loadedRecallAt5)}, before ${percent(earlier.loadedRecallAt5)}, on ${now.queries} queries`,
    now.loadedMean <= 2.5 && now.loadedRecallAt5 >= earlier.loadedRecallAt5 - point,
  );
}

function bar(title: string, measured: string, isMet: boolean): Bar {
  return { title, measured, isMet };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function points(share: number): string {
  return `${share < 0 ? "−" : "+"}${Math.abs(share * 100).toFixed(1)}`;
}
