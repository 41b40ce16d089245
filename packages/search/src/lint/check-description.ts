import type { AddFinding } from "./add-finding.ts";
import type { LintedTool } from "./linted-tool.ts";
import { hasVerb } from "./verbs.ts";
import { informativeWords } from "./words-of.ts";

const minWords = 3;
/** A first sentence shared by this many tools is boilerplate. */
const sharedByMany = 3;

const placeholder =
  /^\W*(todo|tbd|fixme|n\/?a|none|null|undefined|placeholder|lorem ipsum.*|no description( (provided|available|given))?|description( of (the|this) tool)?( goes)?( here)?|(a|the|this|my)? ?(tool|function|method|endpoint|api call)( description)?)\W*$/i;
const emptyOpening =
  /^(this|the|a|an)?\s*(mcp )?(tool|function|method|endpoint|api|command)\s*(is used|can be used|is useful|is|allows|lets|enables|helps)?\s*(you|users|the user|the model)?\s*(to|for)?\s*/i;

/** Verbs that fit every tool, so that they add nothing to a name: `query_db_orders`, "Execute order query". */
const emptyVerbs = informativeWords(
  "call do execute handle invoke make manage operate perform process query request run trigger use",
);

/** A first sentence shared by many tools does not distinguish them. */
export function countFirstSentences(tools: readonly LintedTool[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { firstSentence } of tools) {
    const key = sentenceKey(firstSentence);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** At most one finding about the text: the most severe. */
export function checkDescription(tool: LintedTool, sentences: ReadonlyMap<string, number>, add: AddFinding): void {
  const { document, firstSentence } = tool;
  const { description } = document;
  if (description === "") {
    add(tool, "missing_description", "It has no description: only its name and its arguments can be searched.");
    return;
  }
  const sharedBy = sentences.get(sentenceKey(firstSentence)) ?? 0;
  const words = informativeWords(description.replace(emptyOpening, ""));
  const named = informativeWords(`${document.server} ${document.bareName}`);
  if (placeholder.test(description) || words.size === 0) {
    add(tool, "boilerplate_description", `Its description is a placeholder: "${shorten(description)}".`);
  } else if ([...words].every((word) => named.has(word) || emptyVerbs.has(word))) {
    add(tool, "name_as_description", `Its description repeats its name: "${shorten(description)}".`);
  } else if (sharedBy >= sharedByMany) {
    add(
      tool,
      "boilerplate_description",
      `${sharedBy} tools begin with the same sentence: "${shorten(firstSentence)}".`,
    );
  } else if (words.size < minWords) {
    add(tool, "short_description", `Its description says little: "${shorten(description)}".`);
  }
  if (!hasVerb(`${document.bareName} ${firstSentence}`)) {
    add(tool, "no_verb", `No verb says what it does: "${shorten(firstSentence)}".`);
  }
}

function sentenceKey(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const maxQuoteLength = 80;

/** A text short enough to be quoted in a sentence, without its own full stop. */
export function shorten(text: string): string {
  // A cut inside a surrogate pair would leave half a character.
  const start = text.slice(0, maxQuoteLength).replace(/\p{Surrogate}$/u, "");
  return text.length <= maxQuoteLength ? text.replace(/\.$/, "") : `${start.trimEnd()}…`;
}
