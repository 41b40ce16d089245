import { joinWords } from "../text/join-words.ts";
import type { SplitWord } from "../text/split-word.ts";
import { splitWords } from "../text/split-words.ts";
import { valueWords } from "../text/value-words.ts";
import type { LexicalIndex, TermEntry } from "./lexical-index.ts";
import { TermList } from "./term-list.ts";

/** The terms of a query as the index knows them. */
export interface QueryTerms {
  /** Each term once, in query order. */
  readonly terms: readonly TermEntry[];
  /** Other spellings, which add to a score but are not required: `webpage` for `web page`. */
  readonly spellings: readonly TermEntry[];
  /** Both. */
  readonly all: readonly TermEntry[];
  /** The maximum score of a tool. */
  readonly most: number;
}

/** What another spelling adds, as a share of its rarity: it is rare by nature, and adds little to its parts. */
const spellingShare = 0.35;
const maxWords = 256;
/**
 * The limit for words, their parts and other spellings: in a script without spaces, a word may have a part per letter.
 */
const maxForms = 4_096;
const maxLengthWithValues = 4_000;

/** The terms of a query. A value that no tool mentions, such as a date or the name of a city, is not a term. */
export function queryTerms(text: string, index: LexicalIndex): QueryTerms {
  let values: ReadonlySet<string> | undefined;
  const found = readTerms(text, index, (word) => {
    values ??= valueWords(text.slice(0, maxLengthWithValues));
    return !values.has(word);
  });
  const terms = withoutForeignUnknowns(found.terms.entries);
  const spellings = spellingsOf(found);
  let most = 0;
  for (const { rarity } of terms) {
    most += index.maxScoreOf(rarity);
  }
  return { terms, spellings, all: [...terms, ...spellings], most };
}

/**
 * Only those terms of a query that some tool has, including other spellings: everything that a score is computed from.
 */
export function knownTerms(text: string, index: LexicalIndex): readonly TermEntry[] {
  const found = readTerms(text, index, () => false);
  const { entries } = found.terms;
  return found.spellings.entries.length === 0 ? entries : [...entries, ...spellingsOf(found)];
}

interface FoundTerms {
  readonly terms: TermList;
  readonly spellings: TermList;
}

/** `keepsUnknown` decides whether a word that no tool has is still a term. */
function readTerms(text: string, index: LexicalIndex, keepsUnknown: (word: string) => boolean): FoundTerms {
  const found: FoundTerms = { terms: new TermList(), spellings: new TermList() };
  const words = splitWords(text);
  const own: SplitWord[] = [];
  let previous: SplitWord | undefined;
  for (let place = 0; place < words.length && place < maxForms && own.length < maxWords; place++) {
    const word = words[place] as SplitWord;
    const entry = index.lookWord(word);
    if (word.joins !== 0) {
      if (entry.id >= 0) {
        const forms = own.slice(-Math.abs(word.joins)).map((form) => index.lookWord(form));
        addOtherForm(entry, forms, found);
      }
      continue;
    }
    own.push(word);
    if (word.mayJoin && previous !== undefined) {
      const joined = joinWords(previous, word);
      if (index.has(joined.term)) {
        addKnown(found.spellings, index.look(joined.term, joined.first + joined.second));
      }
    }
    previous = word.mayJoin ? word : undefined;
    if (word.term !== "" && (entry.id >= 0 || keepsUnknown(word.word))) {
      found.terms.put(entry);
    }
  }
  return found;
}

/**
 * A known word that is another form of the preceding ones. `GitHub` where tools say `github`: the word counts fully,
 * and its halves as other spellings of it. For a compound that no tool has but whose part some have, the part counts
 * instead.
 */
function addOtherForm(entry: TermEntry, forms: readonly TermEntry[], { terms, spellings }: FoundTerms): void {
  const isPiece = forms.length === 1;
  if (isPiece && forms.some((form) => form.id >= 0 && terms.has(form))) {
    spellings.put(entry);
    return;
  }
  for (const form of forms) {
    const replaced = terms.take(form);
    if (replaced !== undefined) {
      addKnown(spellings, replaced);
    }
  }
  terms.put(entry);
}

function addKnown(spellings: TermList, entry: TermEntry): void {
  if (entry.id >= 0) {
    spellings.put(entry);
  }
}

/** A spelling that is already a term is not another spelling. */
function spellingsOf({ terms, spellings }: FoundTerms): TermEntry[] {
  const distinct: TermEntry[] = [];
  for (const entry of spellings.entries) {
    if (!terms.has(entry)) {
      distinct.push({ ...entry, rarity: entry.rarity * spellingShare });
    }
  }
  return distinct;
}

const ascii = /^[a-z0-9]+$/;

/** An unknown word in another script is ignored if the query has English words too: its translation, or its object. */
function withoutForeignUnknowns(terms: readonly TermEntry[]): readonly TermEntry[] {
  const isForeignUnknown = ({ id, term }: TermEntry): boolean => id < 0 && !ascii.test(term);
  const hasToDrop = terms.some(isForeignUnknown) && terms.some(({ term }) => ascii.test(term));
  return hasToDrop ? terms.filter((entry) => !isForeignUnknown(entry)) : terms;
}
