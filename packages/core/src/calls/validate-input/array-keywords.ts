import { equalityKey, isFiniteNumber } from "./json-value.ts";
import type { Case, Rule, Run } from "./run.ts";

/** Everything about arrays, except `unevaluatedItems`. */
export const arrayRules: readonly Rule[] = [
  { keywords: ["prefixItems", "items"], check: checkItems },
  { keywords: ["contains"], check: checkContains },
  { keywords: ["minItems", "maxItems"], check: checkLength },
  { keywords: ["uniqueItems"], check: checkUnique },
];

function checkItems(run: Run, { schema, value: items, place, seen }: Case): boolean {
  if (!Array.isArray(items)) return true;
  const { prefixItems, items: rest, additionalItems } = schema;
  // Before 2020-12 the list was in `items`, and `additionalItems` applied to the rest.
  const isOlder = Array.isArray(rest);
  const first: readonly unknown[] = isOlder ? rest : Array.isArray(prefixItems) ? prefixItems : [];
  const following = isOlder ? additionalItems : rest;
  let isValid = true;
  for (let at = 0; at < items.length; at++) {
    const itemSchema = at < first.length ? first[at] : following;
    if (itemSchema === undefined) break;
    isValid = run.check(itemSchema, items[at], { parent: place, key: at }) && isValid;
    seen?.add(at);
  }
  return isValid;
}

function checkContains(run: Run, { schema, value: items, place, seen }: Case): boolean {
  if (!Array.isArray(items)) return true;
  const { contains, minContains, maxContains } = schema;
  if (contains === undefined) return true;
  const before = run.skipped;
  let count = 0;
  for (let at = 0; at < items.length; at++) {
    if (!run.fits(contains, items[at], { parent: place, key: at })) continue;
    count++;
    seen?.add(at);
  }
  const least = isFiniteNumber(minContains) ? minContains : 1;
  if (count < least) return run.fail(place, () => `Array must contain at least ${least} items matching "contains".`);
  const isTooMany = isFiniteNumber(maxContains) && count > maxContains && run.skipped === before;
  return !isTooMany || run.fail(place, () => `Array may contain at most ${maxContains} items matching "contains".`);
}

function checkLength(run: Run, { schema, value: items, place }: Case): boolean {
  if (!Array.isArray(items)) return true;
  const { minItems, maxItems } = schema;
  if (isFiniteNumber(minItems) && items.length < minItems) {
    return run.fail(place, () => `Array has too few items (${items.length} < ${minItems}).`);
  }
  if (isFiniteNumber(maxItems) && items.length > maxItems) {
    return run.fail(place, () => `Array has too many items (${items.length} > ${maxItems}).`);
  }
  return true;
}

function checkUnique(run: Run, { schema, value: items, place }: Case): boolean {
  if (!Array.isArray(items)) return true;
  if (schema["uniqueItems"] !== true) return true;
  const positions = new Map<string, number>();
  for (const [at, item] of items.entries()) {
    const key = equalityKey(item, (steps) => run.spend(steps));
    const first = positions.get(key);
    if (first !== undefined) return run.fail(place, () => `Duplicate items at indexes ${first} and ${at}.`);
    positions.set(key, at);
  }
  return true;
}

/** Runs after every other rule. */
export const unevaluatedItemsRule: Rule = { keywords: ["unevaluatedItems"], check: checkUnevaluatedItems };

function checkUnevaluatedItems(run: Run, { schema, value, place, seen }: Case): boolean {
  const { unevaluatedItems: rest } = schema;
  if (rest === undefined || seen === undefined || !Array.isArray(value)) return true;
  let isValid = true;
  for (const [at, item] of value.entries()) {
    if (seen.has(at)) continue;
    isValid = run.check(rest, item, { parent: place, key: at }) && isValid;
    seen.add(at);
  }
  return isValid;
}
