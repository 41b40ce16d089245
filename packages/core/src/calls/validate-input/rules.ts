import { arrayRules, unevaluatedItemsRule } from "./array-keywords.ts";
import { combiningRules } from "./combining-keywords.ts";
import { objectRules, unevaluatedPropertiesRule } from "./object-keywords.ts";
import type { Rule } from "./run.ts";
import { valueRules } from "./value-keywords.ts";

/** The rules of one schema, without its subschemas. */
export interface SchemaRules {
  readonly rules: readonly Rule[];
  /** Whether it depends on what its other keywords evaluated. */
  readonly asksForSeen: boolean;
}

const allRules: readonly Rule[] = [
  ...valueRules,
  ...arrayRules,
  ...objectRules,
  ...combiningRules,
  unevaluatedItemsRule,
  unevaluatedPropertiesRule,
];

/** The rules for the keywords that a schema has. */
export function rulesOf(schema: Readonly<Record<string, unknown>>): SchemaRules {
  const rules = allRules.filter(({ keywords }) => keywords.some((keyword) => schema[keyword] !== undefined));
  return { rules, asksForSeen: rules.includes(unevaluatedItemsRule) || rules.includes(unevaluatedPropertiesRule) };
}
