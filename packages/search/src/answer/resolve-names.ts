import type { NameDirectory } from "../catalogue/name-directory.ts";

/** The tools that a query names. */
export interface NamedTools {
  /** The whole query is a name, the beginning of names, or several names; or names stand among other words. */
  readonly kind: "names" | "prefix" | "among words";
  readonly slots: readonly number[];
}

// Without these no part of a text is like an identifier, and most texts have none.
const marksOfIdentifiers = /[a-z0-9][_A-Z-]/;
const identifierLike = /[a-z0-9][_-][a-z0-9]|[a-z0-9][A-Z]|^mcp__/;
const separators = /[\s,;|]+/;
// Bounded, so that a long run of marks costs no more than its length.
const aroundName = /^[`'"([{]{1,8}|[`'")\]}.:?!]{1,8}$/g;
const maxNames = 100;

/** Reads names out of a query, of which there may be none: they come first, whatever else is asked for. */
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
  return several ?? { kind: "among words", slots: directory.bare(text) };
}

/** Whether a query is written like the name of an MCP server's tool, or the beginning of one. */
export function isLikeName(text: string): boolean {
  return /^mcp__\S*$/i.test(text);
}

/** Identifiers in a query that are names of tools, each with its place; a common word is no identifier. */
function severalNames(text: string, directory: NameDirectory): NamedTools | undefined {
  const slots = new Set<number>();
  let isAllNames = true;
  for (const token of text.split(separators, maxNames)) {
    // Once a common word was met, only what may be an identifier is worth a look.
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

/** The tools that a name stands for: its own in full, else all that are called so on some server. */
export function namedBy(name: string, directory: NameDirectory): readonly number[] {
  const full = directory.full(name);
  return full.length > 0 ? full : directory.bare(name);
}
