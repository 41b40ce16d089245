import { CommandError } from "../errors/command-error.ts";
import { describeJson } from "../errors/describe-json.ts";
import type { Gold } from "../metrics/gold.ts";
import { type JsonRecord, readRecords } from "./records.ts";

/** A query with the tools that answer it. */
export interface GradedQuery {
  /** Names the query in per-query results. */
  readonly id?: string;
  /** A group of queries that is reported on separately: `everyday`, `model`, … */
  readonly kind?: string;
  readonly query: string;
  /** Empty where no tool answers. */
  readonly gold: Gold;
}

/** Reads the queries of a file; a file without any is a mistake. */
export async function readQueries(file: string): Promise<GradedQuery[]> {
  const records = await readRecords(file, "queries");
  if (records.length === 0) {
    throw new CommandError("file_empty", { file, expected: "at least one query" });
  }
  return records.map(toGradedQuery);
}

function toGradedQuery(record: JsonRecord): GradedQuery {
  const { id = null, query, kind = null } = record.fields;
  if (typeof query !== "string") {
    refuse(record, "query to be a text", query);
  }
  if (kind !== null && (typeof kind !== "string" || kind === "")) {
    refuse(record, "kind to be a text that is not empty", kind);
  }
  return {
    ...(typeof id === "string" || typeof id === "number" ? { id: String(id) } : {}),
    ...(kind === null ? {} : { kind }),
    query,
    gold: readGold(record),
  };
}

/**
 * `gold_any`, if it is there and not empty, says the same as `gold` with every name that is accepted, so it takes the
 * place of `gold`, which may then be missing or empty.
 */
function readGold(record: JsonRecord): Gold {
  const { gold: plain = null, gold_any: goldAny = null } = record.fields;
  if (goldAny !== null && !(Array.isArray(goldAny) && goldAny.every(isListOfTexts))) {
    refuse(record, "gold_any to be a list of lists of tool names", goldAny);
  }
  if (goldAny?.some((names) => names.length === 0)) {
    refuse(record, "every list in gold_any to have a tool name", goldAny);
  }
  const gold = plain ?? goldAny?.flat();
  if (!isListOfTexts(gold)) {
    refuse(record, "gold to be a list of tool names", gold);
  }
  return goldAny !== null && goldAny.length > 0 ? goldAny : gold.map((name) => [name]);
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

function refuse({ place }: JsonRecord, expected: string, received: unknown): never {
  throw new CommandError("query_invalid", { place, expected, received: describeJson(received) });
}
