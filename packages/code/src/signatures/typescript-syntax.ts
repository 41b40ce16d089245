import { escapeUnprintable } from "@toolcrib/shared/json";
import type { TypeSyntax } from "./type-syntax.ts";

const identifier = /^[A-Za-z_$][\w$]*$/;

/** A name as the key of an object or the name of a method. */
export function typescriptKey(name: string): string {
  return identifier.test(name) ? name : escapeUnprintable(JSON.stringify(name));
}

const grouped = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type);

export const typescriptSyntax: TypeSyntax = {
  unknown: "unknown",
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
  literal: escapeUnprintable,
  list: (item) => `${grouped(item)}[]`,
  tuple: (items) => `[${items.join(", ")}]`,
  map: (value) => `Record<string, ${value}>`,
  object: (fields) => {
    const texts = fields.map(({ name, type, isRequired }) => `${typescriptKey(name)}${isRequired ? "" : "?"}: ${type}`);
    return texts.length === 0 ? "{}" : `{ ${texts.join("; ")} }`;
  },
  union: (types) => types.join(" | "),
  intersection: (types) => types.map(grouped).join(" & "),
};
