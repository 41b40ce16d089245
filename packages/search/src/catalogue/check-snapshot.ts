import { SearchError } from "../errors/search-error.ts";
import { maxImpact } from "../lexical/document-terms.ts";
import { fieldBits, forwardStep, type LexicalArrays } from "../lexical/lexical-index.ts";
import type { PoolArrays } from "../lexical/posting-pool.ts";
import { contentHash } from "../tool/content-hash.ts";
import { bareNameOf, type ToolDocument } from "../tool/document.ts";

/** A snapshot's entry for each slot: a tool with its hash, or nothing. */
export type StoredTools = readonly (readonly [ToolDocument, string] | null)[];

/** The vectors of a snapshot: one or three rows per slot. */
export interface StoredVectors {
  readonly embedder: string | null;
  readonly dimensions: number;
  readonly slots: Uint32Array;
  readonly rows: Int8Array;
}

const maxNameLength = 512;
const maxTextLength = 50_000;
const maxDimensions = 16_384;

/** Throws unless these are tools as the index itself stores them: complete, with unique names. */
export function checkStoredTools(tools: unknown): asserts tools is StoredTools {
  if (!Array.isArray(tools)) throw broken("a list of tools");
  const names = new Set<string>();
  for (const entry of tools) {
    if (entry === null) continue;
    if (!isStoredTool(entry)) throw broken("whole tools");
    const [document, hash] = entry;
    if (names.has(document.name)) throw broken("each name once");
    names.add(document.name);
    if (document.bareName !== bareNameOf(document.name) || hash !== contentHash(document)) {
      throw broken("tools that fit their hashes");
    }
  }
}

function isStoredTool(entry: unknown): entry is readonly [ToolDocument, string] {
  if (!Array.isArray(entry) || entry.length !== 2 || typeof entry[1] !== "string") return false;
  const document: unknown = entry[0];
  if (typeof document !== "object" || document === null) return false;
  const { name, server, bareName, hint, description, argumentNames, argumentDescriptions } = document as ToolDocument;
  return (
    isText(name, maxNameLength) &&
    name.trim() !== "" &&
    [server, bareName, hint, description, argumentNames, argumentDescriptions].every((text) =>
      isText(text, maxTextLength),
    )
  );
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === "string" && value.length <= maxLength;
}

/**
 * Throws unless postings and forward lists agree, and refer to slots that hold a tool: searches rely on them in their
 * inner loops.
 * Takes linear time, except for lists that are out of order.
 */
export function checkWords({ terms, postings, forward }: LexicalArrays, tools: StoredTools): void {
  if (!Array.isArray(terms) || !terms.every((term) => typeof term === "string")) throw broken("a list of terms");
  if (new Set(terms).size !== terms.length) throw broken("each term once");
  checkLengths(postings, terms.length);
  checkLengths(forward, tools.length);
  if (forward.values.length !== postings.values.length * forwardStep) throw broken("as many terms as postings");
  const turned = turnForward(forward, postings.lengths, tools);
  let start = 0;
  for (const length of postings.lengths) {
    if (!isSameList(postings.values.subarray(start, start + length), turned.subarray(start, start + length))) {
      throw broken("postings of the tools' terms");
    }
    start += length;
  }
}

/** Nearly all lists are sorted: only reused slots are out of order. */
function isSameList(postings: Uint32Array, turned: Uint32Array): boolean {
  const isEqual = (list: Uint32Array): boolean => {
    for (let index = 0; index < turned.length; index++) {
      if (list[index] !== turned[index]) return false;
    }
    return true;
  };
  return isEqual(postings) || isEqual(postings.slice().sort());
}

/** The postings that the forward lists imply, each list sorted by slot. */
function turnForward(forward: PoolArrays, lengths: Uint32Array, tools: StoredTools): Uint32Array {
  const ends = new Float64Array(lengths.length);
  const next = new Float64Array(lengths.length);
  let total = 0;
  for (let term = 0; term < lengths.length; term++) {
    next[term] = total;
    total += lengths[term] as number;
    ends[term] = total;
  }
  const turned = new Uint32Array(total);
  let position = 0;
  for (let slot = 0; slot < forward.lengths.length; slot++) {
    const length = forward.lengths[slot] as number;
    if (length % forwardStep !== 0 || (length > 0 && tools[slot] === null)) throw broken("terms of tools");
    for (const end = position + length; position < end; position += forwardStep) {
      const term = (forward.values[position] as number) >>> fieldBits;
      const impact = forward.values[position + 1] as number;
      const at = next[term];
      if (at === undefined || at === ends[term] || impact === 0 || impact > maxImpact) throw broken("known terms");
      const isFirst = at === (ends[term] as number) - (lengths[term] as number);
      if (!isFirst && (turned[at - 1] as number) >>> 8 === slot) throw broken("each term of a tool once");
      turned[at] = slot * (maxImpact + 1) + impact;
      next[term] = at + 1;
    }
  }
  return turned;
}

function checkLengths({ lengths, values }: PoolArrays, lists: number): void {
  if (lengths.length !== lists) throw broken(`${lists} lists`);
  let total = 0;
  for (const length of lengths) total += length;
  if (total !== values.length) throw broken(`${total} values`);
}

/** Throws unless there are one or three rows for each slot, and the slot holds a tool. */
export function checkVectors({ embedder, dimensions, slots, rows }: StoredVectors, tools: StoredTools): void {
  if (embedder !== null && typeof embedder !== "string") throw broken("the id of an embedder");
  const isPossible = Number.isInteger(dimensions) && dimensions >= 0 && dimensions <= maxDimensions;
  if (!isPossible || (slots.length > 0 && dimensions === 0)) throw broken("a possible number of dimensions");
  const isOneOrThree = [1, 3].some((views) => rows.length === slots.length * views * dimensions);
  if (!isOneOrThree) throw broken("one or three vectors a tool");
  if (new Set(slots).size !== slots.length || slots.some((slot) => (tools[slot] ?? null) === null)) {
    throw broken("vectors of tools");
  }
}

function broken(expected: string): SearchError {
  return new SearchError("invalid_snapshot", { expected, received: "others" });
}
