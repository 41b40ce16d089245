/**
 * The severity: an `error` prevents the tool from being found, a `warning` makes that likely, a `note` is worth a look.
 */
export type LintSeverity = "error" | "warning" | "note";

/** What all findings with one code have in common. */
export interface LintRule {
  readonly severity: LintSeverity;
  /** What the rule looks for. */
  readonly meaning: string;
  /** What to do about it. */
  readonly advice: string;
}

/** The code of a rule. The list is closed: a new code changes the contract. */
export type LintCode =
  | "missing_description"
  | "not_found_by_own_words"
  | "name_as_description"
  | "boilerplate_description"
  | "short_description"
  | "near_duplicate"
  | "large_schema"
  | "no_verb"
  | "undescribed_arguments";

/** Every lint rule, most severe first. */
export const lintRules: Readonly<Record<LintCode, LintRule>> = {
  missing_description: {
    severity: "error",
    meaning: "The tool has no description.",
    advice: "Say in one or two sentences what it does, with what, and when to use it.",
  },
  not_found_by_own_words: {
    severity: "error",
    meaning: "A search for the first sentence of its description does not bring the tool among the first five.",
    advice: "Name in the first sentence what only this tool does: the object it works on and the service behind it.",
  },
  name_as_description: {
    severity: "warning",
    meaning: "The description says nothing that the name does not say, apart from verbs that fit every tool.",
    advice: "Add what the name leaves open: which object, where it lives, what comes back.",
  },
  boilerplate_description: {
    severity: "warning",
    meaning: "The description is a placeholder, or several tools share its first sentence.",
    advice: "Begin with what sets this tool apart, and move what holds for all tools to the end.",
  },
  short_description: {
    severity: "warning",
    meaning: "The description has fewer than three words that say something.",
    advice: "Write a whole sentence with the words that people use when they need the tool.",
  },
  near_duplicate: {
    severity: "warning",
    meaning: "Another tool says the same in its name, description and arguments.",
    advice: "Remove or hide one of them, or say in both when to use which.",
  },
  large_schema: {
    severity: "warning",
    meaning: "The input schema is so large that loading the tool costs much of the prompt.",
    advice: "Cut examples and repeated texts from the schema, or split the tool.",
  },
  no_verb: {
    severity: "note",
    meaning: "Neither the name nor the first sentence says what the tool does: no verb was recognised.",
    advice: "Begin the description with a verb: list, create, send, convert.",
  },
  undescribed_arguments: {
    severity: "note",
    meaning: "Half of the arguments or more have no description.",
    advice: "Describe each argument in a few words: they are searched too, and the model fills them in.",
  },
};
