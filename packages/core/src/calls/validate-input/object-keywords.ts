import { isRecord } from "@toolcrib/shared/json";
import { isFiniteNumber, isTextList, shown } from "./json-value.ts";
import type { Case, Rule, Run } from "./run.ts";
import { matchesPattern } from "./value-keywords.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Everything about objects, except `unevaluatedProperties`. */
export const objectRules: readonly Rule[] = [
  { keywords: ["required"], check: checkRequired },
  { keywords: ["minProperties", "maxProperties"], check: checkCount },
  { keywords: ["propertyNames"], check: checkNames },
  { keywords: ["dependentRequired", "dependentSchemas", "dependencies"], check: checkDependencies },
  { keywords: ["properties", "patternProperties", "additionalProperties"], check: checkProperties },
];

function checkRequired(run: Run, { schema, value: fields, place }: Case): boolean {
  if (!isRecord(fields)) return true;
  const { required } = schema;
  return (
    !isTextList(required) ||
    hasAll(run, required, fields, (key) => {
      run.fail(place, () => `Instance does not have required property ${shown(key)}.`);
    })
  );
}

function hasAll(run: Run, keys: readonly string[], fields: Fields, tell: (missing: string) => void): boolean {
  run.spend(keys.length);
  const missing = keys.filter((key) => !Object.hasOwn(fields, key));
  for (const key of missing) tell(key);
  return missing.length === 0;
}

function checkCount(run: Run, { schema, value: fields, place }: Case): boolean {
  if (!isRecord(fields)) return true;
  const { minProperties, maxProperties } = schema;
  const count = Object.keys(fields).length;
  if (isFiniteNumber(minProperties) && count < minProperties) {
    return run.fail(place, () => `Instance does not have at least ${minProperties} properties.`);
  }
  if (isFiniteNumber(maxProperties) && count > maxProperties) {
    return run.fail(place, () => `Instance has more than ${maxProperties} properties.`);
  }
  return true;
}

function checkNames(run: Run, { schema, value: fields, place }: Case): boolean {
  if (!isRecord(fields)) return true;
  const { propertyNames } = schema;
  let isValid = true;
  for (const key of Object.keys(fields)) {
    isValid = run.check(propertyNames, key, { parent: place, key }) && isValid;
  }
  return isValid;
}

/** `dependentRequired`, `dependentSchemas`, and `dependencies` of older drafts, which combines both. */
function checkDependencies(run: Run, { schema, value: fields, place, seen }: Case): boolean {
  if (!isRecord(fields)) return true;
  let isValid = true;
  for (const keyword of ["dependentRequired", "dependentSchemas", "dependencies"]) {
    const dependencies = schema[keyword];
    if (!isRecord(dependencies)) continue;
    for (const key of Object.keys(dependencies)) {
      run.spend(1);
      if (!Object.hasOwn(fields, key)) continue;
      const wanted = dependencies[key];
      if (isTextList(wanted)) {
        const isComplete = hasAll(run, wanted, fields, (missing) => {
          run.fail(place, () => `Instance has ${shown(key)} but does not have ${shown(missing)}.`);
        });
        isValid = isComplete && isValid;
      } else if (keyword !== "dependentRequired") {
        isValid = run.check(wanted, fields, place, seen) && isValid;
      }
    }
  }
  return isValid;
}

/** `properties`, `patternProperties` and `additionalProperties`, key by key. */
function checkProperties(run: Run, { schema, value: fields, place, seen }: Case): boolean {
  if (!isRecord(fields)) return true;
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const patterns = isRecord(schema["patternProperties"]) ? Object.entries(schema["patternProperties"]) : [];
  const others = schema["additionalProperties"];
  let isValid = true;
  for (const key of Object.keys(fields)) {
    run.spend(1);
    const schemas: unknown[] = Object.hasOwn(properties, key) ? [properties[key]] : [];
    let isKnown = schemas.length > 0;
    for (const [source, schemaOfPattern] of patterns) {
      const before = run.skipped;
      if (!matchesPattern(run, source, key)) continue;
      isKnown = true;
      // It is unknown whether the pattern matches: neither its schema nor the one for other keys may reject the value.
      if (run.skipped === before) schemas.push(schemaOfPattern);
    }
    if (!isKnown && others !== undefined) schemas.push(others);
    for (const each of schemas) isValid = run.check(each, fields[key], { parent: place, key }) && isValid;
    if (isKnown || schemas.length > 0) seen?.add(key);
  }
  return isValid;
}

/** Runs after every other rule. */
export const unevaluatedPropertiesRule: Rule = {
  keywords: ["unevaluatedProperties"],
  check: checkUnevaluatedProperties,
};

function checkUnevaluatedProperties(run: Run, { schema, value, place, seen }: Case): boolean {
  const { unevaluatedProperties: rest } = schema;
  if (rest === undefined || seen === undefined || !isRecord(value)) return true;
  let isValid = true;
  for (const key of Object.keys(value)) {
    if (seen.has(key)) continue;
    isValid = run.check(rest, value[key], { parent: place, key }) && isValid;
    seen.add(key);
  }
  return isValid;
}
