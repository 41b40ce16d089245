import type { ForeignTexts } from "../languages/foreign-texts.ts";
import type { LexicalIndex } from "../lexical/lexical-index.ts";
import type { SemanticIndex } from "../semantic/semantic-index.ts";
import type { ToolDocument } from "../tool/document.ts";
import type { Spread } from "../vectors/near-slots.ts";

/**
 * A ranker's view of a catalogue. Each tool has a slot; slots are numbers from 0, and some are empty.
 * They imply no order: break ties by name.
 */
export interface CatalogueView {
  /** The number of tools that may be returned. */
  readonly size: number;
  /** The upper bound of all slots. */
  readonly slots: number;
  /** Whether the slot holds a tool that may be returned. */
  isAllowed(slot: number): boolean;
  documentAt(slot: number): ToolDocument;
  /** How many tools a server has, counting numbered ones (`search`, `search_2`) once. */
  toolsOf(server: string): number;
  /** The names of a server's tools without their server and without numbers; undefined if they are not known. */
  namesOf(server: string): ReadonlySet<string> | undefined;
  /** Whether a server is put together from tools of several others. */
  isCollage(server: string): boolean;
  /** The lexical index of all tools. */
  readonly lexical: LexicalIndex;
  /** The semantic index of all tools, if there is an embedder. */
  readonly semantic: SemanticIndex | undefined;
  /** Reads texts in other languages, if the index has a reader. */
  readonly languages?: ForeignTexts | undefined;
  /** How the cosines of the query are distributed, if these tools are a part of a larger catalogue. */
  readonly spread?: Spread | undefined;
}
