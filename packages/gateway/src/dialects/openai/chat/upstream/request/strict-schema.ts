import { isRecord } from "@toolcrib/shared/json";

/** Keywords whose values are schemas by name. */
const namedSchemas = ["properties", "$defs", "definitions"] as const;
/** Keywords whose values are lists of schemas. */
const listedSchemas = ["anyOf", "allOf", "oneOf", "prefixItems"] as const;

/**
 * Whether `strict` can be asked for: OpenAI refuses a strict schema unless every object in it is closed and requires all of its
 * properties. The Messages API asks less.
 */
export function isStrictSchema(schema: unknown): boolean {
  if (!isRecord(schema)) return true;
  if ((schema["type"] === "object" || schema["properties"] !== undefined) && !isClosed(schema)) return false;
  return innerSchemas(schema).every(isStrictSchema);
}

function isClosed(schema: Readonly<Record<string, unknown>>): boolean {
  const properties = isRecord(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  return schema["additionalProperties"] === false && properties.every((name) => required.includes(name));
}

function innerSchemas(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [
    schema["items"],
    ...namedSchemas.flatMap((keyword) => (isRecord(schema[keyword]) ? Object.values(schema[keyword]) : [])),
    ...listedSchemas.flatMap((keyword) => (Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]) : [])),
  ];
}
