import type { NameDirectory } from "../catalogue/name-directory.ts";
import { isSentence } from "../text/is-sentence.ts";

/** The tools that a query names. */
export interface NamedTools {
  /** The whole query is a name, a prefix of names, or several names; or names appear among other words. */
  readonly kind: "names" | "prefix" | "among words";
  readonly slots: readonly number[];
}

// Without these no part of a text looks like an identifier, and most texts have none.
const marksOfIdentifiers = /[a-z0-9][_A-Z-]/;
const identifierLike = /[a-z0-9][_-][a-z0-9]|[a-z0-9][A-Z]|^mcp__/;
const separators = /[\s,;|]+/;
// Bounded, so that a long run of punctuation takes linear time.
const aroundName = /^[`'"([{]{1,8}|[`'")\]}.:?!]{1,8}$/g;
const maxNames = 100;

/** Extracts tool names from a query, if any: they come first, whatever else it asks for. */
export function resolveNames(text: string, directory: NameDirectory): NamedTools {
  const full = directory.full(text);
  if (full.length > 0) {
    return { kind: "names", slots: full };
  }
  const withPrefix = isLikeName(text) ? directory.withPrefix(text) : [];
  if (withPrefix.length > 0) {
    return { kind: "prefix", slots: withPrefix };
  }
  const several = marksOfIdentifiers.test(text) ? severalNames(text, directory) : undefined;
  if (several !== undefined) {
    return several;
  }
  const bare = directory.bare(text);
  return { kind: "among words", slots: bare.length > 0 && isSentence(text) ? [] : bare };
}

/** Whether a query looks like the name of an MCP server's tool, or a prefix of one. */
export function isLikeName(text: string): boolean {
  return /^mcp__\S*$/i.test(text);
}

/** Identifiers in a query that are tool names, with their positions; a common word is not an identifier. */
function severalNames(text: string, directory: NameDirectory): NamedTools | undefined {
  const slots = new Set<number>();
  let isAllNames = true;
  for (const token of text.split(separators, maxNames)) {
    // After a common word, only possible identifiers are checked.
    if (isAllNames || marksOfIdentifiers.test(token)) {
      const name = token.replaceAll(aroundName, "");
      const named = identifierLike.test(name) ? namedBy(name, directory) : [];
      for (const slot of named) {
        slots.add(slot);
      }
      isAllNames &&= name === "" || named.length > 0;
    }
  }
  return slots.size === 0 ? undefined : { kind: isAllNames ? "names" : "among words", slots: [...slots] };
}

/** The parts of a query that may be names of tools. */
export function possibleNames(text: string): readonly string[] {
  const tokens = text.split(separators, maxNames).map((token) => token.replaceAll(aroundName, ""));
  return [...new Set([text, ...tokens.filter((name) => identifierLike.test(name))])];
}

/** The tools with a name: those with this full name, otherwise all with this name on any server. */
export function namedBy(name: string, directory: NameDirectory): readonly number[] {
  const full = directory.full(name);
  return full.length > 0 ? full : directory.bare(name);
}
