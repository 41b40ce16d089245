import { escapeUnprintable } from "@toolcrib/shared/json";
import type { TypeSyntax } from "./type-syntax.ts";

const keywords = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

/** A name as Python can write it: other characters become underscores. */
export function pythonName(name: string): string {
  const word = name.replace(/\W/g, "_").replace(/^(?=\d|$)/, "_");
  return keywords.has(word) ? `${word}_` : word;
}

const constants: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

const literalType = /^Literal\[(.*)\]$/s;

export const pythonSyntax: TypeSyntax = {
  unknown: "Any",
  string: "str",
  number: "float",
  integer: "int",
  boolean: "bool",
  null: "None",
  literal: (json) => `Literal[${constants[json] ?? escapeUnprintable(json)}]`,
  list: (item) => `list[${item}]`,
  tuple: (items) => `tuple[${items.join(", ")}]`,
  map: (value) => `dict[str, ${value}]`,
  // Fields that may be missing are marked with "?": shorter than a TypedDict of its own, and models read it.
  object: (fields) => {
    const texts = fields.map(({ name, type, isRequired }) => {
      return `${escapeUnprintable(JSON.stringify(isRequired ? name : `${name}?`))}: ${type}`;
    });
    return texts.length === 0 ? "dict" : `{${texts.join(", ")}}`;
  },
  union: (types) => {
    const literals = types.flatMap((type) => literalType.exec(type)?.[1] ?? []);
    const others = types.filter((type) => !literalType.test(type));
    return [...(literals.length > 0 ? [`Literal[${literals.join(", ")}]`] : []), ...others].join(" | ");
  },
  intersection: (types) => types.join(" & "),
};
