import { countCharacters } from "@toolcrib/shared/text";
import { RE2JS } from "re2js";
import { SearchError } from "../errors/search-error.ts";
import { MeteredPattern } from "./metered-pattern.ts";

/** The API's limit for a search pattern, in characters. */
const maxPatternLength = 200;
/** Only patterns that repeat a part many times have more instructions. */
const maxInstructions = 500;

/** Maps the library's error messages to RE2's own, which clients of the API know. */
const wordings: readonly (readonly [RegExp, string])[] = [
  [/^missing closing \]/, "missing ]"],
  [/^missing closing \)/, "missing )"],
  [/^missing argument to repetition operator/, "no argument for repetition operator"],
  [/^invalid nested repetition operator/, "bad repetition operator"],
  [/^invalid repeat count/, "invalid repetition size"],
  [/^invalid or unsupported Perl syntax/, "invalid perl operator"],
  [/^invalid named capture\b/, "invalid named capture group"],
  [/^trailing backslash at end of expression/, "trailing \\"],
];

const caseFlag = "(?i)";

/** Compiles the pattern of one search. It matches unanchored and in any case, with a limited amount of work. */
export function compilePattern(pattern: string): MeteredPattern {
  const length = countCharacters(pattern);
  if (length > maxPatternLength) {
    throw new SearchError("pattern_too_long", { limit: maxPatternLength, length });
  }
  const compiled = compile(pattern);
  const size = compiled.programSize();
  if (size > maxInstructions) {
    throw new SearchError("pattern_too_large", { limit: maxInstructions, size });
  }
  return new MeteredPattern(compiled);
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (cause) {
    throw new SearchError("invalid_pattern", { reason: reasonOf(cause, pattern) }, { cause });
  }
}

function reasonOf(cause: unknown, pattern: string): string {
  const message = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, "") : String(cause);
  const [, what, where] = /^(.*?)(?:: `([\s\S]*)`)?$/.exec(message) as unknown as [string, string, string | undefined];
  const wording = wordings.find(([library]) => library.test(what))?.[1] ?? what;
  if (where === undefined) {
    return wording;
  }
  const isOurFlag = where.startsWith(caseFlag) && !pattern.startsWith(caseFlag);
  return `${wording}: ${isOurFlag ? where.slice(caseFlag.length) : where}`;
}
