import type { Case, Rule, Run } from "./run.ts";
import { SeenParts } from "./seen-parts.ts";

/** References and combinations of schemas. */
export const combiningRules: readonly Rule[] = [
  { keywords: ["$ref", "$dynamicRef", "$recursiveRef"], check: checkReferences },
  { keywords: ["allOf"], check: checkAllOf },
  { keywords: ["anyOf"], check: checkAnyOf },
  { keywords: ["oneOf"], check: checkOneOf },
  { keywords: ["not"], check: checkNot },
  { keywords: ["if"], check: checkIf },
];

/** In a single-resource schema, dynamic references mean the same as plain ones. */
function checkReferences(run: Run, { schema, value, place, seen }: Case): boolean {
  let isValid = true;
  for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"]) {
    const reference = schema[keyword];
    if (typeof reference !== "string") continue;
    const target = run.resolve(reference);
    isValid = (target === undefined ? run.skip() : run.check(target.schema, value, place, seen)) && isValid;
  }
  return isValid;
}

function checkAllOf(run: Run, { schema, value, place, seen }: Case): boolean {
  let isValid = true;
  for (const branch of listOf(schema["allOf"])) isValid = run.check(branch, value, place, seen) && isValid;
  return isValid;
}

function checkAnyOf(run: Run, { schema, value, place, seen }: Case): boolean {
  const branches = listOf(schema["anyOf"]);
  if (branches.length === 0) return true;
  const fitting = branches.filter((branch) => fitsBranch(run, branch, { value, place, seen }));
  return fitting.length > 0 || explainNoBranch(run, branches, { value, place }, "anyOf");
}

function checkOneOf(run: Run, { schema, value, place, seen }: Case): boolean {
  const branches = listOf(schema["oneOf"]);
  if (branches.length === 0) return true;
  const before = run.skipped;
  const fitting = branches.filter((branch) => fitsBranch(run, branch, { value, place, seen }));
  if (fitting.length === 0) return explainNoBranch(run, branches, { value, place }, "oneOf");
  // A branch may match only because one of its keywords is not enforced.
  if (fitting.length === 1 || run.skipped > before) return true;
  return run.fail(place, () => `Instance does not match exactly one subschema (${fitting.length} matches).`);
}

function checkNot(run: Run, { schema, value, place }: Case): boolean {
  const before = run.skipped;
  const isMatch = run.fits(schema["not"], value, place);
  return !isMatch || run.skipped > before || run.fail(place, () => 'Instance matched "not" schema.');
}

function checkIf(run: Run, { schema, value, place, seen }: Case): boolean {
  const before = run.skipped;
  const isMatch = fitsBranch(run, schema["if"], { value, place, seen });
  if (run.skipped > before && isMatch) return true;
  const branch = isMatch ? schema["then"] : schema["else"];
  return branch === undefined || run.check(branch, value, place, seen);
}

type Subject = Pick<Case, "value" | "place">;

/** Whether a branch matches; only a matching branch evaluates properties or items. */
function fitsBranch(run: Run, branch: unknown, { value, place, seen }: Subject & Pick<Case, "seen">): boolean {
  if (seen === undefined) return run.fits(branch, value, place);
  const seenHere = new SeenParts();
  if (!run.fits(branch, value, place, seenHere)) return false;
  run.spend(seenHere.size);
  seen.addAll(seenHere);
  return true;
}

/** If there are few branches, their problems say more than that none matches. */
function explainNoBranch(run: Run, branches: readonly unknown[], { value, place }: Subject, keyword: string): false {
  if (run.isSilent) return false;
  if (branches.length > maxExplained)
    return run.fail(place, () => `Instance does not match any subschema of "${keyword}".`);
  for (const branch of branches) run.check(branch, value, place);
  return false;
}

const maxExplained = 5;

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
