import { isRecord } from "@toolcrib/shared/json";
import { type ExportedPreferences, readExportedPreferences } from "./exported-preferences.ts";
import { invalid, listOf, numberOf, textOf } from "./exported-values.ts";
import { maxCalls, maxWordsPerTool, maxWordWeight } from "./learned-tool.ts";

export const exportedVersion = 1;

const maxNameLength = 512;
const maxHashLength = 64;
const maxWordLength = 200;

/** A history as plain data. */
export interface ExportedUsage {
  readonly version: typeof exportedVersion;
  readonly tools: readonly ExportedTool[];
  /** What was learned about all tools together. Exports of earlier versions have none. */
  readonly preferences?: ExportedPreferences | undefined;
}

/** What was learned about one tool. */
export interface ExportedTool {
  readonly name: string;
  /** The hash of the definition that was called. */
  readonly hash: string;
  readonly calls: number;
  /** In milliseconds since 1970. */
  readonly updatedAt: number;
  /** Words of queries and what they say for the tool, from -4 to 4. */
  readonly words: readonly (readonly [word: string, weight: number])[];
}

/** Identifies the definition of a tool. */
export function definitionKey({ name, hash }: { readonly name: string; readonly hash: string }): string {
  return `${name}\u0000${hash}`;
}

/** Validates an export: it may come from anywhere. Everything in it is as bounded as what is learned here. */
export function readExportedUsage(value: unknown, maxTools: number): ExportedUsage {
  if (!isRecord(value) || value["version"] !== exportedVersion) {
    throw invalid(`an object with version ${exportedVersion}`, isRecord(value) ? value["version"] : value);
  }
  const tools = listOf(value["tools"], maxTools, "tools");
  const read = tools.map((tool) => readTool(tool));
  if (new Set(read.map(definitionKey)).size < read.length) {
    throw invalid("each definition once", read.length);
  }
  const preferences = value["preferences"] === undefined ? undefined : readExportedPreferences(value["preferences"]);
  return { version: exportedVersion, tools: read, preferences };
}

function readTool(value: unknown): ExportedTool {
  if (!isRecord(value)) {
    throw invalid("tools that are objects", value);
  }
  return {
    name: textOf(value["name"], maxNameLength, "name"),
    hash: textOf(value["hash"], maxHashLength, "hash"),
    calls: numberOf(value["calls"], 0, maxCalls, "calls"),
    updatedAt: numberOf(value["updatedAt"], 0, Number.MAX_SAFE_INTEGER, "updatedAt"),
    words: listOf(value["words"], maxWordsPerTool, "words").map(readWord),
  };
}

function readWord(value: unknown): readonly [string, number] {
  if (!Array.isArray(value) || value.length !== 2) {
    throw invalid("words that are pairs of a word and a weight", value);
  }
  return [textOf(value[0], maxWordLength, "word"), numberOf(value[1], -maxWordWeight, maxWordWeight, "weight")];
}
