import type { SplitWord } from "../text/split-word.ts";
import { WordMemo } from "../text/word-memo.ts";
import type { ToolDocument } from "../tool/document.ts";
import { type DocumentTerm, documentTerms, impactUnit, maxImpact, saturation } from "./document-terms.ts";
import { type PoolArrays, PostingPool } from "./posting-pool.ts";
import { Rarities, rarity } from "./rarities.ts";
import { type LexicalScores, ScoreBuffers } from "./score-buffers.ts";

/**
 * A forward list has two numbers per term: the term's number above a bit per field that contains it, and the impact.
 */
export const forwardStep = 2;
export const fieldBits = 6;
/** A mask of all those bits. A constant, because a power of a number from another file is recomputed on each read. */
export const fieldMask: number = 2 ** fieldBits - 1;
const impactBase = maxImpact + 1;

const rememberedWords = 8_192;
let indexes = 0;

/** The index as stored in a snapshot. */
export interface LexicalArrays {
  readonly terms: readonly string[];
  readonly postings: PoolArrays;
  readonly forward: PoolArrays;
  readonly documents: number;
}

/** In how many tools of a catalogue a term is. */
export interface TermFrequency {
  readonly tools: number;
  /** Those that have it in their server, name, hint or description. */
  readonly describing: number;
}

/** A term of the index, as rankers see it. */
export interface TermEntry {
  readonly term: string;
  /** The word that was looked up, for display. */
  readonly word: string;
  /** The term's number, or -1 if no tool has it. */
  readonly id: number;
  /** How informative the term is: the rarer, the more. */
  readonly rarity: number;
}

/**
 * The inverted index. A posting is one number, slot × 256 + impact, where the impact is the value of the term in that
 * tool; so a query costs one addition per posting. A forward list per slot holds the terms of a tool and their fields:
 * for removing it, and for features.
 */
export class LexicalIndex {
  /** Unique per index. */
  readonly #number = ++indexes;
  readonly #ids = new Map<string, number>();
  readonly #terms: string[] = [];
  #postings = new PostingPool();
  #forward = new PostingPool();
  #documentFrequency = new Uint32Array(256);
  #documents = 0;
  readonly #dead = new Set<number>();
  readonly #rarities = new Rarities();
  readonly #looked = new WordMemo<TermEntry>(rememberedWords, ({ term, word }) => this.look(term, word));
  #marks = new Uint16Array(256);
  #slots = 0;
  readonly #scoreBuffers = new ScoreBuffers();
  #describing: ReadonlySet<number> | undefined;

  /** Restores the arrays from `toArrays`. */
  static fromArrays({ terms, postings, forward, documents }: LexicalArrays): LexicalIndex {
    const index = new LexicalIndex();
    for (const [id, term] of terms.entries()) {
      index.#ids.set(term, id);
      index.#terms.push(term);
    }
    index.#postings = PostingPool.fromArrays(postings);
    index.#forward = PostingPool.fromArrays(forward);
    index.#documentFrequency = postings.lengths.slice();
    index.#documents = documents;
    index.#slots = forward.lengths.length;
    return index;
  }

  /** Everything for a snapshot. Postings of removed tools are swept first. */
  toArrays(): LexicalArrays & { readonly freed: readonly number[] } {
    const freed = this.#sweep();
    const postings = this.#postings.toArrays();
    return { terms: this.#terms, postings, forward: this.#forward.toArrays(), documents: this.#documents, freed };
  }

  /** The number of tools in the index. */
  get documents(): number {
    return this.#documents;
  }

  /**
   * Makes terms as frequent as they are in a larger catalogue, of which this index holds the tools that may answer a
   * query. Terms that are not given keep their frequency here.
   */
  useStatistics(documents: number, frequencies: ReadonlyMap<string, TermFrequency>): void {
    const describing = new Set<number>();
    for (const [term, frequency] of frequencies) {
      const id = this.#idOfText(term);
      this.#documentFrequency[id] = frequency.tools;
      if (frequency.describing > 0) {
        describing.add(id);
      }
    }
    this.#documents = documents;
    this.#describing = describing;
    this.#rarities.areKnown = false;
  }

  /** The terms that describe some tool of the larger catalogue, if this index is a part of one. */
  get describing(): ReadonlySet<number> | undefined {
    return this.#describing;
  }

  add(slot: number, document: ToolDocument): void {
    this.addTerms(slot, documentTerms(document));
  }

  /** Adds a tool whose terms are known, those of its server and name first. */
  addTerms(slot: number, terms: Iterable<DocumentTerm>): void {
    while (this.#forward.lists <= slot) {
      this.#forward.addList();
    }
    this.#slots = Math.max(this.#slots, slot + 1);
    const forward: number[] = [];
    for (const term of terms) {
      const id = this.#idOf(term);
      this.#postings.append(id, slot * impactBase + term.impact);
      forward.push(id * (fieldMask + 1) + term.fields, term.impact);
      this.#documentFrequency[id] = (this.#documentFrequency[id] as number) + 1;
    }
    this.#forward.fill(slot, forward);
    this.#documents++;
    this.#rarities.areKnown = false;
  }

  /**
   * Removes a tool. Its postings are swept later, together with those of others; returns the slots that can be reused.
   */
  remove(slot: number): readonly number[] {
    const { data } = this.#forward;
    const start = this.#forward.startOf(slot);
    const end = start + this.#forward.lengthOf(slot);
    for (let position = start; position < end; position += forwardStep) {
      const id = (data[position] as number) >>> fieldBits;
      this.#documentFrequency[id] = (this.#documentFrequency[id] as number) - 1;
    }
    this.#documents--;
    this.#rarities.areKnown = false;
    this.#dead.add(slot);
    return this.#dead.size > 64 + this.#documents / 4 ? this.#sweep() : [];
  }

  isDead(slot: number): boolean {
    return this.#dead.has(slot);
  }

  /** Whether the index knows a term, possibly only from removed tools. */
  has(term: string): boolean {
    return this.#ids.has(term);
  }

  /** Looks up a term. `word` is the spelling in the query. */
  look(term: string, word: string = term): TermEntry {
    const known = this.#ids.get(term) ?? -1;
    // A term whose last tool was removed counts as unknown.
    const id = (this.#documentFrequency[known] ?? 0) > 0 ? known : -1;
    return { term, word, id, rarity: this.rarityOf(id) };
  }

  /** The term with this number. */
  termAt(id: number): string {
    return this.#terms[id] as string;
  }

  /** The tools that have a term. */
  *slotsWith(id: number): Generator<number> {
    const start = this.#postings.startOf(id);
    const end = start + this.#postings.lengthOf(id);
    for (let position = start; position < end; position++) {
      const slot = (this.#postings.data[position] as number) >>> 8;
      if (!this.#dead.has(slot)) {
        yield slot;
      }
    }
  }

  /** Looks up a word of a query. */
  lookWord(word: SplitWord): TermEntry {
    if (!this.#rarities.areKnown) {
      this.#forgetRarities();
    }
    return this.#looked.of(word);
  }

  /** The rarity of a term by its number; a term that no tool has is the rarest. */
  rarityOf(id: number): number {
    if (id < 0) {
      return rarity(this.#documents, 0);
    }
    if (!this.#rarities.areKnown) {
      this.#forgetRarities();
    }
    return this.#rarities.of(id, this.#documents, this.#documentFrequency[id] as number);
  }

  /** The maximum that a term of this rarity can add to a score. */
  maxScoreOf(rarity: number): number {
    return rarity * (saturation + 1);
  }

  /**
   * Sums the impacts of the terms for every tool that has one of them.
   * The result is valid until the next call with the same `place`; slots of removed tools may be among the touched
   * ones.
   */
  score(terms: readonly TermEntry[], place = 0): LexicalScores {
    const buffer = this.#scoreBuffers.empty(place, this.#slots);
    const { scores, touched } = buffer;
    const { data } = this.#postings;
    let count = 0;
    for (const { id, rarity } of terms) {
      if (id < 0) {
        continue;
      }
      const worth = rarity * impactUnit;
      const start = this.#postings.startOf(id);
      const end = start + this.#postings.lengthOf(id);
      for (let position = start; position < end; position++) {
        const posting = data[position] as number;
        const slot = posting >>> 8;
        const before = scores[slot] as number;
        if (before === 0) {
          touched[count++] = slot;
        }
        scores[slot] = before + worth * (posting & maxImpact);
      }
    }
    buffer.count = count;
    return buffer;
  }

  /**
   * Lends an array with an entry for each term, all zeros: faster than a map in the inner loop of a query.
   * Callers must reset what they write to zero.
   */
  get marks(): Uint16Array {
    if (this.#marks.length < this.#terms.length) {
      this.#marks = new Uint16Array(this.#documentFrequency.length);
    }
    return this.#marks;
  }

  /** The forward lists, for the inner loops of a query; other code uses `eachTerm`. */
  get forward(): PostingPool {
    return this.#forward;
  }

  /** Calls back for every term of a tool, with its fields as a bit set, and its value there before rarity. */
  eachTerm(slot: number, visit: (id: number, fields: number, worth: number) => void): void {
    const { data } = this.#forward;
    const start = this.#forward.startOf(slot);
    const end = start + this.#forward.lengthOf(slot);
    for (let position = start; position < end; position += forwardStep) {
      const packed = data[position] as number;
      visit(packed >>> fieldBits, packed & fieldMask, (data[position + 1] as number) * impactUnit);
    }
  }

  #idOf(term: DocumentTerm): number {
    if (term.lastIndex !== this.#number) {
      term.idInIndex = this.#idOfText(term.term);
      term.lastIndex = this.#number;
    }
    return term.idInIndex;
  }

  #idOfText(term: string): number {
    let id = this.#ids.get(term);
    if (id === undefined) {
      id = this.#postings.addList();
      this.#ids.set(term, id);
      this.#terms.push(term);
      if (id >= this.#documentFrequency.length) {
        const larger = new Uint32Array(Math.max(256, this.#documentFrequency.length * 2));
        larger.set(this.#documentFrequency);
        this.#documentFrequency = larger;
      }
    }
    return id;
  }

  #forgetRarities(): void {
    this.#rarities.forget(this.#documentFrequency.length);
    this.#looked.forget();
  }

  #sweep(): number[] {
    const isAlive = (posting: number): boolean => !this.#dead.has(posting >>> 8);
    const affected = new Set<number>();
    for (const slot of this.#dead) {
      this.eachTerm(slot, (id) => affected.add(id));
      this.#forward.retain(slot, () => false);
    }
    for (const id of affected) {
      this.#postings.retain(id, isAlive);
    }
    const freed = [...this.#dead];
    this.#dead.clear();
    return freed;
  }
}
