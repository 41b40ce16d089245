import { hashText } from "@toolcrib/shared/hash";
import { SearchError } from "../errors/search-error.ts";
import type { ForeignTexts } from "../languages/foreign-texts.ts";
import { LexicalIndex } from "../lexical/lexical-index.ts";
import type { SemanticIndex } from "../semantic/semantic-index.ts";
import { contentHash } from "../tool/content-hash.ts";
import { type ToolDocument, toDocument } from "../tool/document.ts";
import { readTool } from "../tool/read-tool.ts";
import type { Spread } from "../vectors/near-slots.ts";
import { Collages } from "./collages.ts";
import { NameDirectory } from "./name-directory.ts";
import { Servers } from "./servers.ts";

/** A validated and hashed tool that is not stored yet. */
export interface ReadTool {
  readonly document: ToolDocument;
  readonly hash: string;
}

/** What is known of a catalogue of which only some tools are in this process. */
export interface LargerCatalogue {
  /** The number of tools that may be returned. */
  readonly size: number;
  /** The names of a server's tools, without numbers; undefined if they are not known. */
  namesOf(server: string): ReadonlySet<string> | undefined;
  /** How the cosines of the query are distributed over all tools. */
  readonly spread: Spread | undefined;
}

/** What a store is given: everything is optional. */
export interface StoreParts {
  readonly semantic?: SemanticIndex | undefined;
  readonly languages?: ForeignTexts | undefined;
  /** Given if the store holds a part of a larger catalogue. */
  readonly larger?: LargerCatalogue | undefined;
}

/** The tools of a catalogue in their slots, with everything derived from them. */
export class ToolStore {
  readonly directory: NameDirectory = new NameDirectory();
  readonly lexical: LexicalIndex;
  readonly semantic: SemanticIndex | undefined;
  readonly languages: ForeignTexts | undefined;
  readonly larger: LargerCatalogue | undefined;
  readonly #documents: (ToolDocument | undefined)[] = [];
  readonly #hashes: string[] = [];
  readonly #freeSlots: number[] = [];
  readonly #servers = new Servers();
  /** Computed when a search needs them. */
  #collages: Collages | undefined;

  constructor({ semantic, languages, larger }: StoreParts, lexical: LexicalIndex = new LexicalIndex()) {
    this.semantic = semantic;
    this.languages = languages;
    this.larger = larger;
    this.lexical = lexical;
  }

  get size(): number {
    return this.directory.size;
  }

  /** The upper bound of all slots. */
  get slots(): number {
    return this.#documents.length;
  }

  documentAt(slot: number): ToolDocument | undefined {
    return this.#documents[slot];
  }

  hashOf(name: string): string | undefined {
    const slot = this.directory.slotOf(name);
    return slot === undefined ? undefined : this.#hashes[slot];
  }

  /** How many tools a server has, counting numbered ones once. */
  toolsOf(server: string): number {
    return this.namesOf(server)?.size ?? 0;
  }

  /** The names of a server's tools, without numbers. Of a part of a larger catalogue they may not be known. */
  namesOf(server: string): ReadonlySet<string> | undefined {
    return this.larger === undefined ? this.#servers.namesOf(server) : this.larger.namesOf(server);
  }

  /** Whether a server is put together from tools of others. Not known of a part of a larger catalogue. */
  isCollage(server: string): boolean {
    this.#collages ??= new Collages(this.larger === undefined ? this.#documents : []);
    return this.#collages.has(server);
  }

  /** One hash for all tools, independent of the order in which they were added. */
  hash(): string {
    const entries = [...this.directory.names()].map((name) => `${name}\u0000${this.hashOf(name)}`);
    return hashText(entries.sort().join("\u0001"));
  }

  put({ document, hash }: ReadTool): void {
    this.remove(document.name);
    const slot = this.#freeSlots.pop() ?? this.#documents.length;
    this.lexical.add(slot, document);
    this.place(slot, document, hash);
    this.semantic?.add(slot, document);
  }

  /** Registers a tool whose words are already indexed. */
  place(slot: number, document: ToolDocument, hash: string): void {
    this.#collages = undefined;
    this.#servers.add(document);
    this.#documents[slot] = document;
    this.#hashes[slot] = hash;
    this.directory.add(slot, document);
  }

  /** Frees a slot for a later tool. */
  leaveEmpty(slot: number): void {
    this.#documents[slot] = undefined;
    this.#freeSlots.push(slot);
  }

  remove(name: string): boolean {
    const slot = this.directory.slotOf(name);
    if (slot === undefined) {
      return false;
    }
    const document = this.#documents[slot] as ToolDocument;
    this.#collages = undefined;
    this.#servers.remove(document);
    this.directory.remove(slot, document);
    this.#documents[slot] = undefined;
    this.semantic?.remove(slot);
    this.#freeSlots.push(...this.lexical.remove(slot));
    return true;
  }
}

/** Validates tools before anything changes, so that an invalid one leaves the catalogue unchanged. */
export function readTools(tools: Iterable<unknown>): Map<string, ReadTool> {
  const read = new Map<string, ReadTool>();
  let position = 0;
  for (const value of tools) {
    const document = toDocument(readTool(value, position++));
    const hash = contentHash(document);
    const before = read.get(document.name);
    if (before !== undefined && before.hash !== hash) {
      throw new SearchError("duplicate_tool_name", { name: document.name });
    }
    read.set(document.name, { document, hash });
  }
  return read;
}
