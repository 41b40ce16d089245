import { keysOf } from "../catalogue/name-directory.ts";
import { readTools } from "../catalogue/tool-store.ts";
import { documentTerms } from "../lexical/document-terms.ts";
import { descriptionField, hintField, nameField, serverField } from "../lexical/fields.ts";
import { SemanticIndex } from "../semantic/semantic-index.ts";
import { type ToolDocument, unnumberedName } from "../tool/document.ts";
import type { SearchableTool } from "../tool/searchable-tool.ts";
import type { RemoteParts } from "./remote-parts.ts";
import { writeTerms } from "./terms-text.ts";

/** A term of a tool. */
export interface PreparedTerm {
  readonly term: string;
  /** What it is worth there, from 1 to 255. */
  readonly impact: number;
  /** Whether it is in the server, the name, the hint or the description. */
  readonly isDescribing: boolean;
  readonly isInName: boolean;
}

/** A tool with everything that it is found by. */
export interface PreparedTool {
  readonly document: ToolDocument;
  /** Changes with what search reads. */
  readonly hash: string;
  /** Its own name without a number at its end. */
  readonly unnumberedName: string;
  readonly terms: readonly PreparedTerm[];
  /** The terms as text, for `FoundTool.terms`. */
  readonly termsText: string;
  /** Its name in the spellings by which it is found. */
  readonly nameKeys: readonly string[];
  /** The vectors of its views, one after the other, in eight bits; undefined if there is no embedder, or it failed. */
  readonly vectors: Int8Array | undefined;
  /** How many there are; the last one is that of the whole tool. */
  readonly views: 1 | 3;
}

const describing = (1 << serverField) | (1 << nameField) | (1 << hintField) | (1 << descriptionField);

/** The hashes of tools by their names: those of unchanged tools are the same as before. Invalid tools are rejected. */
export function hashTools(tools: Iterable<SearchableTool>): Map<string, string> {
  return new Map([...readTools(tools)].map(([name, { hash }]) => [name, hash]));
}

/** Computes what tools are found by, to keep it elsewhere. */
export async function prepareTools(
  tools: Iterable<SearchableTool>,
  { embedder, languages }: RemoteParts,
): Promise<readonly PreparedTool[]> {
  const read = [...readTools(tools).values()];
  const rows = await vectorsOf(
    read.map(({ document }) => document),
    embedder === null ? undefined : new SemanticIndex(embedder, languages),
  );
  return read.map(({ document, hash }, index) => {
    const terms = documentTerms(document);
    return {
      document,
      hash,
      unnumberedName: unnumberedName(document),
      termsText: writeTerms(terms),
      terms: terms.map(({ term, impact, fields }) => ({
        term,
        impact,
        isDescribing: (fields & describing) !== 0,
        isInName: (fields & (1 << nameField)) !== 0,
      })),
      nameKeys: [...keysOf(document)],
      vectors: rows?.[index],
      views: embedder?.toolViews === "one" ? 1 : 3,
    };
  });
}

async function vectorsOf(
  documents: readonly ToolDocument[],
  semantic: SemanticIndex | undefined,
): Promise<readonly Int8Array[] | undefined> {
  if (semantic === undefined || documents.length === 0) {
    return undefined;
  }
  for (const [slot, document] of documents.entries()) {
    semantic.add(slot, document);
  }
  await semantic.ready();
  const arrays = semantic.failure === undefined ? semantic.toArrays() : undefined;
  if (arrays === undefined) {
    return undefined;
  }
  const length = arrays.dimensions * semantic.views;
  const rows: Int8Array[] = [];
  for (const [index, slot] of arrays.slots.entries()) {
    rows[slot] = arrays.rows.slice(index * length, (index + 1) * length);
  }
  return rows;
}
