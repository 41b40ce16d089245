import type { ToolStore } from "../catalogue/tool-store.ts";
import { maxCandidates } from "../ranking/max-candidates.ts";
import type { Candidate } from "../ranking/ranker.ts";
import type { ToolDocument } from "../tool/document.ts";
import { listNames } from "./same-tools.ts";

/** Eight lines of this length, names included, take about 200 tokens. */
const maxLineLength = 100;
const minDescriptionLength = 30;

/** The tools with these names as candidates. A ranker may be external code, and a tool may have been removed while it ran. */
export function describedCandidates(store: ToolStore, names: readonly string[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const name of names.slice(0, maxCandidates)) {
    const slot = store.directory.slotOf(name);
    const document = slot === undefined ? undefined : store.documentAt(slot);
    if (document !== undefined) {
      candidates.push(toCandidate(document));
    }
  }
  return candidates;
}

/** As much of a description as a line is made of, whatever white space it has. */
const maxReadLength = 1_000;
const whiteSpaceAndControls = /[\s\p{Cc}]+/gu;

/** A tool as a candidate: its name, and as much of its description as fits on the rest of the line. */
function toCandidate({ name, description, hint }: ToolDocument): Candidate {
  const room = Math.max(minDescriptionLength, maxLineLength - name.length);
  const text = (description || hint).trimStart().slice(0, maxReadLength);
  return { name, description: shortened(firstSentence(text.replace(whiteSpaceAndControls, " ").trim()), room) };
}

/** A candidate on one line, for a model or a log. */
export function describeCandidate({ name, description, sameAs = [] }: Candidate): string {
  const same = sameAs.length === 0 ? "" : ` (same as ${listNames(sameAs)})`;
  return `${description === "" ? name : `${name}: ${description}`}${same}`;
}

/** As for the embedding of a tool, what is shorter is a label in front of the description: `Read-only.`, `Deprecated.` */
const minSentenceLength = 15;

function firstSentence(text: string): string {
  for (const { index, 0: mark } of text.matchAll(/[.!?](?=\s)|[。！？]/g)) {
    // Scripts without spaces say more with fewer characters.
    if (index >= minSentenceLength || mark > "\u{7f}") {
      return text.slice(0, index + 1);
    }
  }
  return text;
}

const halfCharacter = /[\uD800-\uDBFF]$/;

/** Cuts at a space if there is one near the end. */
function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) {
    return text;
  }
  const cut = text.slice(0, maxLength - 1).replace(halfCharacter, "");
  const space = cut.lastIndexOf(" ");
  return `${space > maxLength / 2 ? cut.slice(0, space) : cut}…`;
}
