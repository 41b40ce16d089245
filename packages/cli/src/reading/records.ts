import { errorMessage } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { CommandError } from "../errors/command-error.ts";
import { describeJson, excerpt } from "../errors/describe-json.ts";
import { readText } from "./read-text.ts";

/** A JSON object with the place it was read from, for messages. */
export interface JsonRecord {
  /** `tools.jsonl:12`, or `tools.json[11]` in a JSON array. */
  readonly place: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Reads the objects of a file: JSON Lines, one JSON array, or one object that holds the list under `listKey`
 * (as the answer to MCP's `tools/list` does).
 */
export async function readRecords(file: string, listKey: string): Promise<JsonRecord[]> {
  const text = await readText(file);
  const list = readWholeList(file, text, listKey);
  if (list !== null) {
    return list.map((value, index) => toRecord(`${file}[${index}]`, value));
  }
  const records: JsonRecord[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() !== "") {
      const place = `${file}:${index + 1}`;
      records.push(toRecord(place, parseJson(place, line)));
    }
  }
  return records;
}

function readWholeList(file: string, text: string, listKey: string): readonly unknown[] | null {
  if (/^\s*\[/.test(text)) {
    const value = parseJson(file, text);
    return Array.isArray(value) ? value : null;
  }
  // Lines of JSON do not parse as one value, and a single line with a list in it is a whole list.
  if (!text.includes(`"${listKey}"`)) {
    return null;
  }
  const whole = tryParseJson(text);
  const list: unknown = isRecord(whole) ? whole[listKey] : undefined;
  return Array.isArray(list) ? list : null;
}

function toRecord(place: string, value: unknown): JsonRecord {
  if (!isRecord(value)) {
    throw new CommandError("json_invalid", { place, received: describeJson(value) });
  }
  return { place, fields: value };
}

function parseJson(place: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = errorMessage(error);
    const received = `${excerpt(text.trim())} (${excerpt(reason)})`;
    throw new CommandError("json_invalid", { place, received });
  }
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
