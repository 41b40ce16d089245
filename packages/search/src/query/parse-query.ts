import { describeValue } from "@toolcrib/shared/errors";
import { withoutMarkRuns } from "@toolcrib/shared/text";
import { SearchError } from "../errors/search-error.ts";
import { translateTerms } from "../text/glossary/translate-terms.ts";
import { readIdioms } from "../text/idioms/read-idioms.ts";
import { readTicketKeys } from "../text/ticket-keys.ts";
import type { ParsedQuery, WordQuery } from "./parsed-query.ts";

/** Longer queries are rejected, because each character costs time: this is a page of text, or a hundred long names. */
const maxQueryLength = 8_000;
/** More definitions would fill a prompt. */
const maxNames = 100;
/** Each is looked for in every tool. */
const maxRequiredWords = 32;

const selectForm = /^\s*select\s*:(.*)$/is;
// Only flags may follow the pattern: `/etc/hosts` is plain words.
const patternForm = /^\s*\/(.+)\/[dgimsuvy]*\s*$/s;
const mustForm = /(?:^|\s)\+(\S+)/g;
// `+1-555-0100` is a phone number, not a required word.
const numberForm = /^[\d().,:;/-]+$/;

/** Parses the form of a query: `select:A,B`, `/pattern/`, `+must rest`, or plain words. */
export function parseQuery(query: unknown): ParsedQuery {
  const text = checkedQuery(query);
  const select = selectForm.exec(text)?.[1];
  if (select !== undefined) {
    const names = new Set(select.split(",").map((name) => name.trim()));
    names.delete("");
    if (names.size > maxNames) {
      throw new SearchError("too_many_names", { limit: maxNames, count: names.size });
    }
    return { kind: "select", names: [...names] };
  }
  const pattern = patternForm.exec(text)?.[1];
  if (pattern !== undefined) {
    return { kind: "regex", pattern };
  }
  return readWords(withoutMarkRuns(text));
}

function readWords(text: string): ParsedQuery {
  const hasMust = text.includes("+");
  const must = hasMust
    ? [...new Set(Array.from(text.matchAll(mustForm), ([, term]) => term as string))].filter((term) => !isNumber(term))
    : [];
  if (must.length > maxRequiredWords) {
    throw new SearchError("too_many_required_words", { limit: maxRequiredWords, count: must.length });
  }
  // Required words only filter. Without any other words, they are also used for ranking.
  const rest = (
    hasMust ? text.replace(mustForm, (whole, term: string) => (isNumber(term) ? whole : " ")) : text
  ).trim();
  const words = rest === "" ? must.join(" ") : rest;
  return words === "" ? { kind: "empty" } : { ...wordQuery(words), must };
}

function isNumber(term: string): boolean {
  return numberForm.test(term) && /\d/.test(term);
}

/** A query of these words, none of them required. */
export function wordQuery(text: string): WordQuery {
  return { kind: "words", text, expanded: expand(text), must: [] };
}

const maxExpanded = 1_000;

function expand(text: string): string {
  if (text.length > maxExpanded) {
    return text;
  }
  const translated = translateTerms(text);
  if (translated.length > 0) {
    return [text, ...translated].join(" ");
  }
  const read = readTicketKeys(text) ?? text;
  return readIdioms(read) ?? read;
}

/** A query must be a string of limited length. */
export function checkedQuery(query: unknown): string {
  if (typeof query !== "string") {
    throw new SearchError("invalid_query", { received: describeValue(query) });
  }
  if (query.length > maxQueryLength) {
    throw new SearchError("query_too_long", { limit: maxQueryLength, length: query.length });
  }
  return query;
}
