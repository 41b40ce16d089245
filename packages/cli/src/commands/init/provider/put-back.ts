import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@toolcrib/shared/json";
import { applyEdits, modify } from "jsonc-parser";
import { CommandError } from "../../../errors/command-error.ts";
import { layoutOf, parseJsonConfig } from "../changes/json-config.ts";
import { parseTomlConfig, removeTomlTable, setTomlStrings } from "./edit-toml.ts";
import { providerName } from "./provider-plan.ts";

/** The texts of a client's config: before our change, as we wrote it, and now. */
export interface ConfigHistory {
  readonly before: string;
  readonly written: string;
  readonly now: string;
}

export interface PutBack {
  readonly text: string;
  /** Settings of ours that somebody changed since. */
  readonly kept: readonly string[];
}

/** Puts back our settings that are as we wrote them, and keeps all that changed since; undefined if the file has a form that we cannot edit. */
export function putBack(path: string, history: ConfigHistory): PutBack | undefined {
  try {
    return putBackIn(path.endsWith(".toml") ? toml : json, path, history);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

/** The values of a config; a file without text has none. */
export function parseConfig(path: string, text: string): Table {
  return (path.endsWith(".toml") ? toml : json).parse(path, text);
}

type Table = Readonly<Record<string, unknown>>;

interface Format {
  readonly parse: (path: string, text: string) => Table;
  /** Sets a value, or removes it if it is undefined. */
  readonly set: (path: string, text: string, keys: readonly string[], value: unknown) => string;
}

const toml: Format = {
  parse: parseTomlConfig,
  set(path, text, keys, value) {
    if (value === undefined && isRecord(valueAt(parseTomlConfig(path, text), keys))) {
      return removeTomlTable(path, text, keys);
    }
    if (value === undefined || typeof value === "string") return setTomlStrings(path, text, [{ path: keys, value }]);
    const expected = `a string at ${keys.join(".")}`;
    throw new CommandError("client_config_invalid", { file: path, expected, received: "another value" });
  },
};

const json: Format = {
  parse(path, text) {
    const value = text.trim() === "" ? {} : parseJsonConfig(path, text);
    if (isRecord(value)) return value;
    throw new CommandError("client_config_invalid", { file: path, expected: "an object", received: "another value" });
  },
  set(_path, text, keys, value) {
    return applyEdits(text, modify(text, [...keys], value, { formattingOptions: layoutOf(text) }));
  },
};

function putBackIn(format: Format, path: string, history: ConfigHistory): PutBack {
  const before = format.parse(path, history.before);
  const now = format.parse(path, history.now);
  let text = history.now;
  const kept: string[] = [];
  for (const { keys, was, wrote } of findDifferences(before, format.parse(path, history.written))) {
    const value = valueAt(now, keys);
    if (isDeepStrictEqual(value, was)) continue;
    if (!isDeepStrictEqual(value, wrote)) {
      kept.push(keys.join("."));
      continue;
    }
    text = format.set(path, text, keys, was);
    // An object that we made for our entry goes with it.
    for (let outer = keys.slice(0, -1); outer.length > 0; outer = outer.slice(0, -1)) {
      const left = valueAt(format.parse(path, text), outer);
      if (valueAt(before, outer) !== undefined || !isRecord(left) || Object.keys(left).length > 0) break;
      text = format.set(path, text, outer, undefined);
    }
  }
  return { text, kept };
}

interface Difference {
  readonly keys: readonly string[];
  readonly was: unknown;
  readonly wrote: unknown;
}

/** What we changed, setting by setting. A new entry of ours is one: half of it would be invalid for the client. */
function findDifferences(before: Table, written: Table, outer: readonly string[] = []): readonly Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(written)]);
  return [...names].flatMap((name) => {
    const [was, wrote] = [valueAt(before, [name]), valueAt(written, [name])];
    const keys = [...outer, name];
    if (isDeepStrictEqual(was, wrote)) return [];
    const isParent = isRecord(wrote) && (isRecord(was) || (was === undefined && name !== providerName));
    return isParent ? findDifferences(isRecord(was) ? was : {}, wrote, keys) : [{ keys, was, wrote }];
  });
}

function valueAt(table: Table, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (outer, key) => (isRecord(outer) && Object.hasOwn(outer, key) ? outer[key] : undefined),
    table,
  );
}
