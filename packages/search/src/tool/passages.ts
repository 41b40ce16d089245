import { splitWords } from "../text/split-words.ts";
import type { ToolDocument } from "./document.ts";
import { rankedDescription } from "./ranked-description.ts";

/** A part of what a tool says about itself: a sentence, or a part of a long one. */
export interface Passage {
  /** Its words, without stop words. */
  readonly words: readonly string[];
  readonly terms: ReadonlySet<string>;
  /** Whether it consists of names of arguments. */
  readonly isOfNames: boolean;
}

const sentenceEnd = /(?<=[.!?;:。！？；])\s+|\s[-*•|#]+\s|["“”]+/;
const clauseEnd = /(?<=[,，])\s+|\s+(?:and|or)\s+/;
/** With fewer words, a sentence or clause belongs to the next one. */
const minWordsOfSentence = 3;
const minWordsOfClause = 5;
const maxPassages = 32;

/** What counts of a tool, apart from its server and name, in passages: its hint, description and arguments. */
export function passagesOf(document: ToolDocument): readonly Passage[] {
  const { hint, argumentNames, argumentDescriptions } = document;
  const texts = [hint, rankedDescription(document.description), argumentDescriptions].flatMap(passagesOfText);
  const names = joinShort(argumentNames.split(" "), minWordsOfClause);
  const passages = [
    ...texts.map((text) => ({ ...readWords(text), isOfNames: false })),
    ...names.map((text) => ({ ...readWords(text), isOfNames: true })),
  ];
  return differentOnes(passages).slice(0, maxPassages);
}

/** Passages with different words: what is said twice, in whatever order, says no more. */
function differentOnes(passages: readonly Passage[]): Passage[] {
  const byTerms = new Map<string, Passage>();
  for (const passage of passages) {
    const terms = [...passage.terms].sort().join(" ");
    if (!byTerms.has(terms)) {
      byTerms.set(terms, passage);
    }
  }
  return [...byTerms.values()];
}

function passagesOfText(text: string): string[] {
  return joinShort(text.split(sentenceEnd), minWordsOfSentence).flatMap((sentence) =>
    joinShort(sentence.split(clauseEnd), minWordsOfClause),
  );
}

/** Joins pieces with few words to the next one, and the last one to the one before. */
function joinShort(pieces: readonly string[], minWords: number): string[] {
  const joined: string[] = [];
  let open = "";
  let words = 0;
  for (const piece of pieces) {
    open = open === "" ? piece : `${open} ${piece}`;
    words += readWords(piece).words.length;
    if (words >= minWords) {
      joined.push(open);
      open = "";
      words = 0;
    }
  }
  if (words > 0) {
    const last = joined.pop();
    joined.push(last === undefined ? open : `${last} ${open}`);
  }
  return joined;
}

function readWords(text: string): Pick<Passage, "words" | "terms"> {
  const words: string[] = [];
  const terms = new Set<string>();
  for (const { word, term, joins } of splitWords(text)) {
    if (term !== "") {
      terms.add(term);
      if (joins === 0) {
        words.push(word);
      }
    }
  }
  return { words, terms };
}

/** Tells which words are in more than a share of some passages: such words do not make two of them alike. */
export function fillerOf(passages: readonly Passage[], minPassages: number, share: number): (word: string) => boolean {
  if (passages.length < minPassages) {
    return () => false;
  }
  const counts = new Map<string, number>();
  for (const word of passages.flatMap(({ words }) => [...new Set(words)])) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return (word) => (counts.get(word) ?? 0) > share * passages.length;
}
