import type { RequiredWord } from "@toolcrib/search/remote";
import { lexeme } from "./lexemes.ts";
import type { StatementParameters } from "./parameters.ts";
import { storedName } from "./stored-name.ts";

/** Which tools a search may return, by patterns for their names, in any case, in which `*` and `?` are wildcards. */
export interface VisibleNames {
  /** Only tools that match one of these. Default: all. */
  readonly allow?: readonly string[];
  /** No tool that matches one of these, whatever `allow` says. */
  readonly deny?: readonly string[];
}

/** What restricts a search to some tools of its catalogue. The database applies it before anything is counted or returned. */
export interface Restriction {
  readonly names?: VisibleNames | undefined;
  /** The numbers of the tools that may be returned, or of those that may not. */
  readonly numbers?: { readonly listed: readonly string[]; readonly areExcluded: boolean } | undefined;
}

/** Whether everything may be returned. */
export function isUnrestricted({ names, numbers }: Restriction): boolean {
  return names === undefined && numbers === undefined;
}

/** A condition for rows of `toolcrib_tools`. */
export function visibleCondition({ names, numbers }: Restriction, parameters: StatementParameters): string {
  const conditions = ["true"];
  if (names?.allow !== undefined) {
    conditions.push(`tool.lower_name LIKE ANY (${parameters.add(names.allow.map(likePattern), "text[]")})`);
  }
  if (names?.deny !== undefined && names.deny.length > 0) {
    conditions.push(`NOT (tool.lower_name LIKE ANY (${parameters.add(names.deny.map(likePattern), "text[]")}))`);
  }
  if (numbers !== undefined) {
    const listed = parameters.add(numbers.listed, "bigint[]");
    conditions.push(numbers.areExcluded ? `tool.number <> ALL (${listed})` : `tool.number = ANY (${listed})`);
  }
  return conditions.join(" AND ");
}

/** Below this many tools, names are also searched for the text of required words, which no index helps with. */
const maxTextInNames = 20_000;

/** A condition for tools that have the required words; true if there are none. */
export function requiredCondition(
  { number, tools }: { readonly number: number; readonly tools: number },
  required: readonly RequiredWord[],
  parameters: StatementParameters,
): string {
  const conditions = required.map(({ terms, inName }) => {
    const all = terms.map((term) => lexeme(number, "word", term)).join(" & ");
    const hasTerms = terms.length === 0 ? "false" : `tool.words @@ ${parameters.add(all, "tsquery")}`;
    if (tools > maxTextInNames) return hasTerms;
    return `(${hasTerms} OR position(${parameters.add(storedName(inName), "text")} IN tool.lower_name) > 0)`;
  });
  return ["true", ...conditions].join(" AND ");
}

/** A pattern for `LIKE`: only the wildcards of the pattern are wildcards. */
function likePattern(pattern: string): string {
  return likeText(storedName(pattern.toLowerCase())).replaceAll("*", "%").replaceAll("?", "_");
}

/** A text that `LIKE` takes literally. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
