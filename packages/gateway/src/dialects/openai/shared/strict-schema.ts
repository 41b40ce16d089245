import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";

const combined = ["anyOf", "prefixItems"] as const;
const nested = ["properties", "$defs", "definitions"] as const;
const refused = [
  "allOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentRequired",
  "dependentSchemas",
  "patternProperties",
];

/**
 * Whether OpenAI's strict mode takes a schema: each object lists all its properties as required and allows no others. The Messages API
 * asks less of a strict tool, so a schema that asks less is sent without the mark instead of being refused.
 */
export function isStrictSchema(schema: unknown): boolean {
  return isRecord(schema) && schema["type"] === "object" && !isNestedTooDeeply(schema) && isStrict(schema);
}

function isStrict(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  if (refused.some((word) => schema[word] !== undefined)) return false;
  const properties = schema["properties"];
  if (schema["type"] === "object" || properties !== undefined) {
    const required = schema["required"] ?? [];
    if (schema["additionalProperties"] !== false || !isRecord(properties ?? {}) || !Array.isArray(required))
      return false;
    if (!Object.keys(properties ?? {}).every((name) => required.includes(name))) return false;
  }
  return (
    nested.every((field) => areStrict(isRecord(schema[field]) ? Object.values(schema[field]) : schema[field])) &&
    combined.every((field) => areStrict(schema[field])) &&
    (schema["items"] === undefined || isStrict(schema["items"]))
  );
}

function areStrict(schemas: unknown): boolean {
  return schemas === undefined || (Array.isArray(schemas) && schemas.every(isStrict));
}
