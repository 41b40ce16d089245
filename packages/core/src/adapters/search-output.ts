import { isRecord, parseJson } from "@toolcrib/shared/json";

/**
 * What the search tool of an adapter returns. It stands in the transcript as JSON, and is where later requests read
 * which tools are loaded.
 */
export interface SearchOutput {
  /** The names of the tools that this search loads, the best first. */
  readonly tools: readonly string[];
  /** What the names alone do not say: why nothing was found, what else may be meant. */
  readonly note?: string;
}

/** A tool's result in a transcript. */
export interface TranscriptResult {
  /** The tool that was called. */
  readonly name: string;
  readonly output: unknown;
}

const maxNames = 10_000;
const maxCharacters = 2_000_000;

/** Reads a search result, as an object or as its JSON. Anything else, such as an error or a summary, loads nothing. */
export function readSearchOutput(output: unknown): SearchOutput {
  const value = typeof output === "string" ? parsed(output) : output;
  if (!isRecord(value) || !Array.isArray(value["tools"])) return { tools: [] };
  const names = value["tools"].slice(0, maxNames).filter((name): name is string => typeof name === "string");
  return { tools: [...new Set(names)], ...(typeof value["note"] === "string" ? { note: value["note"] } : {}) };
}

function parsed(text: string): unknown {
  return text.length > maxCharacters ? undefined : parseJson(text);
}
