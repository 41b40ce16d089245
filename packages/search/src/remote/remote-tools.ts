import type { TermFrequency } from "../lexical/lexical-index.ts";
import type { ToolDocument } from "../tool/document.ts";

/** How many tools have a term. */
export interface StoredFrequency extends TermFrequency {
  /** Those in which it weighs most, as words of names do. */
  readonly prominent: number;
}

/** The state of a catalogue that is kept elsewhere. */
export interface CatalogueState {
  /** The number of tools. */
  readonly tools: number;
  /** Those that this search may return. */
  readonly searchable: number;
  /** Whether every tool has vectors of the embedder. */
  readonly hasVectors: boolean;
  /** The frequencies of those terms that some tool has. */
  readonly frequencies: ReadonlyMap<string, StoredFrequency>;
}

/** A word of a query, and how much it says. */
export interface WantedTerm extends StoredFrequency {
  readonly term: string;
  readonly rarity: number;
}

/** Tools that match words: the best of them. */
export interface WantedWords {
  readonly terms: readonly WantedTerm[];
  readonly limit: number;
}

/** Tools near a meaning. */
export interface WantedMeaning {
  /** The direction in eight bits, as those of tools are kept. */
  readonly direction: Int8Array;
  readonly limit: number;
}

/** A word with a `+`: a tool has all of these terms where it describes itself, or the text in its name. */
export interface RequiredWord {
  readonly terms: readonly string[];
  /** In lower case. */
  readonly inName: string;
}

/** The tools that a search compares: whatever may be among the first by words, by meaning or by name. */
export interface WantedTools {
  readonly words: readonly WantedWords[];
  readonly meanings: readonly WantedMeaning[];
  readonly names: readonly string[];
  /** Names in any spelling, as `PreparedTool.nameKeys` has them. */
  readonly nameKeys: readonly string[];
  /** The beginning of names, in lower case. */
  readonly prefixes: readonly { readonly prefix: string; readonly limit: number }[];
  /** Words and meanings are looked for among tools that have these. */
  readonly required: readonly RequiredWord[];
}

/** A tool from the catalogue. */
export interface FoundTool {
  readonly document: ToolDocument;
  readonly hash: string;
  /** As `PreparedTool.termsText` had them. */
  readonly terms: string;
  /** Of all its views, one after the other. */
  readonly vectors: Int8Array | undefined;
}

/** What was found. */
export interface FoundTools {
  readonly tools: readonly FoundTool[];
  /** How many tools have each prefix. */
  readonly prefixed: readonly number[];
  /** The frequencies of the terms in the found tools' names. */
  readonly frequencies: ReadonlyMap<string, TermFrequency>;
  /** How many tools differ from the first meaning in this many bits; undefined if none was asked for. */
  readonly distances: Uint32Array | undefined;
}

/** A catalogue that is kept elsewhere, such as in a database, restricted to what one search may return. */
export interface RemoteTools {
  /** The state of the catalogue, with the frequencies of these terms. */
  open(terms: readonly string[]): Promise<CatalogueState>;
  find(wanted: WantedTools): Promise<FoundTools>;
  /**
   * The names of servers' tools, as `PreparedTool.unnumberedName` has them: each once, and of a large server at least the
   * first 256 in the order of names. They help to decide which tools are hostile and which are copies, so the names of
   * tools that this search may not return must not be among them.
   */
  namesOf(servers: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Names that may be spelled like a text; a bounded number. */
  namesLike(text: string): Promise<readonly string[]>;
  /** Up to this many tools after a name, in the order of names. */
  list(after: string | undefined, limit: number): Promise<readonly FoundTool[]>;
}
