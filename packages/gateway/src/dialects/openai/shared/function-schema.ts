import { type Fields, isAbsent, recordAt } from "./read-values.ts";

/** The schema of a function's arguments. Functions without arguments have none, and upstreams require a type. */
export function argumentSchemaAt(value: unknown, field: string): Fields {
  const schema = isAbsent(value) ? {} : recordAt(value, field);
  return schema["type"] === undefined ? { type: "object", properties: {}, ...schema } : schema;
}
