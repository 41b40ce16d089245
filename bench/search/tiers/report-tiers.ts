import { formatCount, formatShare, formatTable } from "../common/format.ts";
import type { LeftOutResult } from "./left-out.ts";
import type { HalfFigures, TierResult } from "./measure-tiers.ts";

/** The sections on hits, candidates and empty answers. */
export function writeTierSections(tiers: readonly TierResult[], leftOut: readonly LeftOutResult[]): string[] {
  if (tiers.length === 0) {
    return [];
  }
  return [
    "## Hits and candidates",
    "Recall is over hits and candidates in order; *loaded* is over hits, five at most. *Empty* answers have neither.\n" +
      "For the everyday sets, the figures after the stroke are of the half that nothing was chosen by.",
    formatTable(
      [
        "set",
        "tools",
        "embedder",
        "kind",
        "queries",
        "recall@1",
        "recall@5",
        "loaded recall@5",
        "loaded",
        "empty",
        "with a hit",
      ],
      tiers.flatMap(({ set, tools, embedder, hybrid }) =>
        Object.entries(hybrid).map(([kind, figures]) => [
          set,
          formatCount(tools),
          embedder,
          kind,
          both(figures, ({ queries }) => formatCount(queries)),
          ofAnswerable(kind, figures, ({ recallAt1 }) => formatShare(recallAt1)),
          ofAnswerable(kind, figures, ({ recallAt5 }) => formatShare(recallAt5)),
          ofAnswerable(kind, figures, ({ loadedRecallAt5 }) => formatShare(loadedRecallAt5)),
          both(figures, ({ loadedMean }) => loadedMean.toFixed(2)),
          both(figures, ({ empty }) => formatShare(empty)),
          both(figures, ({ withHit }) => formatShare(withHit)),
        ]),
      ),
    ),
    "### Hybrid against its parts",
    "Recall@5 of hybrid, and its difference to the better of `bm25` and `semantic` with the 95 % interval, query by query. *Left out*: with weights that were fitted\n" +
      "without the set. toolbench, mcp20k, openapi44k and the everyday sets are never fitted on.",
    formatTable(
      ["set", "embedder", "hybrid", "better part", "difference", "95 % interval"],
      [
        ...tiers.map(({ embedder, parts }) => ({ embedder, parts, note: "" })),
        ...leftOut.map(({ embedder, parts }) => ({ embedder, parts, note: ", left out" })),
      ].map(({ embedder, parts: { set, hybrid, better, difference, interval }, note }) => [
        `${set}${note}`,
        embedder,
        formatShare(hybrid),
        better,
        signed(difference),
        interval.map(signed).join(" to "),
      ]),
    ),
  ];
}

/** Recall says nothing about requests that no tool answers. */
function ofAnswerable(kind: string, figures: HalfFigures, write: (figures: HalfFigures["all"]) => string): string {
  return kind === "unanswerable" || kind === "nonsense" ? "–" : both(figures, write);
}

function both({ all, held }: HalfFigures, write: (figures: HalfFigures["all"]) => string): string {
  return held.queries === 0 ? write(all) : `${write(all)} / ${write(held)}`;
}

function signed(share: number): string {
  return `${share < 0 ? "−" : "+"}${Math.abs(share).toFixed(3)}`;
}
