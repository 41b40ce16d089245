import { RE2JS } from "re2js";
import { SearchError } from "../errors/search-error.ts";

/** The API's limit for a search pattern. */
const maxPatternLength = 200;

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

/** A test for texts: unanchored, ignoring case, in linear time for any pattern. */
export function compilePattern(pattern: string): (text: string) => boolean {
  if (pattern.length > maxPatternLength) {
    throw new SearchError("pattern_too_long", { limit: maxPatternLength, length: pattern.length });
  }
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
    return (text) => compiled.test(text);
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
