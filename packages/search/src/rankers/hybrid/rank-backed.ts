import { instantVectors } from "../../embedding/instant-vectors.ts";
import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { serverDirections } from "../../ranking/kinship.ts";
import type { Tiers } from "./decide-tiers.ts";
import { describeTool, type InstantEmbed } from "./described-tool.ts";
import { type AskedText, isBacked } from "./is-backed.ts";
import type { Candidates } from "./measure-candidates.ts";

/** The candidates of a query, sorted into tiers. */
export interface RankedCandidates {
  readonly measured: Candidates;
  readonly tiers: Tiers;
}

/** A ranking, and the slots of tools that would have come before its first one. */
export interface BackedRanking extends RankedCandidates {
  readonly setBack: readonly number[];
}

/** Further tools of an answer are looked at only if its first one is set back. */
const maxLooked = 8;
const maxRounds = 6;

/**
 * Ranks so that what the first tool has in common with the query is what it is about. A tool of which that is not true is
 * ranked behind the first of the others, as if those were alone: it changes nothing else. If it is true of no tool that
 * the answer shows, the ranking stands.
 */
export function rankBacked(
  catalogue: CatalogueView,
  asked: AskedText,
  rank: (without: ReadonlySet<number>) => RankedCandidates,
): BackedRanking {
  const embed: InstantEmbed = (texts) => instantVectors(catalogue.semantic?.embedder, texts);
  const isTrue = (slot: number): boolean => {
    const document = catalogue.documentAt(slot);
    const tool = describeTool(document, embed);
    return tool === undefined || isBacked(tool, asked, () => serverDirections(catalogue, document), embed);
  };
  const setBack = new Set<number>();
  const first = rank(setBack);
  let ranked = first;
  for (let round = 0; round < maxRounds; round++) {
    const shown = shownSlots(ranked).slice(0, maxLooked);
    const [top] = shown;
    if (top === undefined) {
      break;
    }
    if (isTrue(top)) {
      return { ...ranked, setBack: [...setBack] };
    }
    for (const slot of [...shown, ...hiddenCopies(ranked)]) {
      if (slot === top || !isTrue(slot)) {
        setBack.add(slot);
      }
    }
    ranked = rank(setBack);
  }
  return { ...first, setBack: [] };
}

/** The tools that say the same as others of the answer: those would take their places. */
function hiddenCopies({ measured, tiers: { copies = new Map() } }: RankedCandidates): number[] {
  return [...copies.values()].flat().map((row) => measured.table.slots[row] as number);
}

function shownSlots({ measured, tiers: { hits, candidates } }: RankedCandidates): number[] {
  return [...hits.map(({ slot: row }) => row), ...candidates].map((row) => measured.table.slots[row] as number);
}
