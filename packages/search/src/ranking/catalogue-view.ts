import type { LexicalIndex } from "../lexical/lexical-index.ts";
import type { SemanticIndex } from "../semantic/semantic-index.ts";
import type { ToolDocument } from "../tool/document.ts";

/**
 * What a ranker sees of a catalogue. Each tool has a slot; slots are numbers from 0, and some are empty.
 * They say nothing about order: break ties by name.
 */
export interface CatalogueView {
  /** How many tools may be answered with. */
  readonly size: number;
  /** All slots are below this. */
  readonly slots: number;
  /** Whether the slot holds a tool that may be answered with. */
  isAllowed(slot: number): boolean;
  documentAt(slot: number): ToolDocument;
  /** The words of all tools. */
  readonly lexical: LexicalIndex;
  /** The meanings of all tools, where there is an embedder. */
  readonly semantic: SemanticIndex | undefined;
}
