import { arrayRules, unevaluatedItemsRule } from "./array-keywords.ts";
import { combiningRules } from "./combining-keywords.ts";
import { objectRules, unevaluatedPropertiesRule } from "./object-keywords.ts";
import type { Rule } from "./run.ts";
import { valueRules } from "./value-keywords.ts";

/** What one schema asks, without the schemas inside it. */
export interface SchemaRules {
  readonly rules: readonly Rule[];
  /** Whether it asks what its other keywords looked at. */
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

/** The rules whose keywords a schema has. */
export function rulesOf(schema: Readonly<Record<string, unknown>>): SchemaRules {
  const rules = allRules.filter(({ keywords }) => keywords.some((keyword) => schema[keyword] !== undefined));
  return { rules, asksForSeen: rules.includes(unevaluatedItemsRule) || rules.includes(unevaluatedPropertiesRule) };
}
