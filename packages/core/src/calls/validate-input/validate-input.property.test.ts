import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validateInput } from "../index.ts";
import { compilePattern } from "./linear-pattern.ts";
import { translatePattern } from "./translate-pattern.ts";

const { numRuns = 1_000 } = fc.readConfigureGlobal();
const key = fc.constantFrom("a", "b", "cc", "__proto__");
const value = fc.jsonValue({ maxDepth: 3, stringUnit: fc.constantFrom("a", "b", "c", "1", "-") });
const smallNumber = fc.integer({ min: 0, max: 4 });
const pattern = fc.constantFrom("^a", "b+$", "^(a|b)*c?$", "[^a-c]", "^.{2,3}$", "\\d", "^$");

const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const inner = tie("schema");
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(key, inner, { maxKeys: 3 });
  const type = fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null");
  const keywords = fc.record(
    {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      enum: fc.array(value, { minLength: 1, maxLength: 3 }),
      const: value,
      minimum: smallNumber,
      maximum: smallNumber,
      exclusiveMinimum: smallNumber,
      multipleOf: fc.constantFrom(1, 2),
      minLength: smallNumber,
      maxLength: smallNumber,
      pattern,
      properties: map,
      patternProperties: fc.dictionary(pattern, inner, { maxKeys: 2 }),
      additionalProperties: inner,
      required: fc.uniqueArray(key, { maxLength: 2 }),
      minProperties: smallNumber,
      maxProperties: smallNumber,
      propertyNames: inner,
      dependentRequired: fc.dictionary(key, fc.uniqueArray(key, { maxLength: 2 }), { maxKeys: 2 }),
      dependentSchemas: map,
      items: inner,
      prefixItems: list,
      contains: inner,
      minItems: smallNumber,
      maxItems: smallNumber,
      uniqueItems: fc.boolean(),
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: inner,
      if: inner,
      else: inner,
      $ref: fc.constant("#/$defs/d"),
    },
    { requiredKeys: [] },
  );
  // A few keywords at a time: with all of them nothing would ever be valid.
  const some = fc.tuple(keywords, fc.integer({ min: 1, max: 3 }), fc.nat()).map(([all, count, start]) => {
    const entries = Object.entries(all);
    return Object.fromEntries(
      Array.from({ length: count }, (_, at) => entries[(start + at * 7) % entries.length] ?? []),
    );
  });
  return {
    schema: fc.oneof({ maxDepth: 3 }, fc.constantFrom<unknown>(true, {}, { type: "string" }), fc.boolean(), some),
  };
});
const definition = fc.constantFrom({ type: "string" }, { minimum: 1 }, { required: ["a"] }, true);

describe("for any schema and any arguments", () => {
  it("E12.2 the verdict equals that of an independent validator", () => {
    const verdicts = { valid: 0, invalid: 0, unchecked: 0 };
    fc.assert(
      fc.property(schema, definition, value, (tested, d, input) => {
        const root = typeof tested === "object" ? { ...tested, $defs: { d } } : tested;
        const { verdict } = validateInput(root, input);
        verdicts[verdict]++;
        expect(verdict).toBe(oracle(root, input) ? "valid" : "invalid");
      }),
      { numRuns },
    );
    expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(numRuns / 10);
  });

  it("P6, P7 validation ends and never throws, whatever the schema", () => {
    const keywordNames = [
      "type",
      "enum",
      "pattern",
      "properties",
      "required",
      "items",
      "anyOf",
      "$ref",
      "not",
      "format",
    ];
    const odd = fc.jsonValue({ maxDepth: 4, stringUnit: fc.constantFrom("#", "/", "(", "a", "\\", "[", "{", "1") });
    const broken = fc.dictionary(fc.constantFrom(...keywordNames), odd);

    fc.assert(
      fc.property(broken, odd, (tested, input) => {
        expect(["valid", "invalid", "unchecked"]).toContain(validateInput(tested, input).verdict);
      }),
      { numRuns },
    );
  });
});

describe("for any pattern", () => {
  const atoms = ["a", "b", "0", "-", "_", "é", "😀", ".", "\\d", "\\w", "\\s", "\\S", "\\W", "\\D", "[a-c]", "[^a-c]"];
  const more = [
    "[\\s_-]",
    "[\\w.]",
    "[^\\s]",
    "\\u0061",
    "\\u{1f600}",
    "\\ud83d\\ude00",
    "\\x61",
    "\\.",
    "\\/",
    "\\n",
    "[\\0]",
  ];
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...atoms, ...more, "[^]", "[]", "\\p{Lu}", "\\p{Script=Greek}", "\\cJ", "[\\b]", "[[]"),
      fc.tuple(tie("expression"), tie("expression")).map(([one, two]) => one + two),
      fc.tuple(tie("expression"), tie("expression")).map(([one, two]) => `(?:${one}|${two})`),
      fc
        .tuple(tie("expression"), fc.constantFrom("*", "+", "?", "{2}", "{0,3}", "*?"))
        .map(([one, often]) => `(${one})${often}`),
      tie("expression").map((inner) => `^${inner}$`),
    ),
  }));
  const character = fc.constantFrom(
    "a",
    "b",
    "A",
    "0",
    "-",
    "_",
    "é",
    "😀",
    "α",
    " ",
    "\u00a0",
    "\n",
    "\r",
    "\u2028",
    ".",
    "/",
    "[",
    "\0",
    "\b",
  );

  it("P6 the linear engine matches what ECMAScript's own matches", () => {
    fc.assert(
      fc.property(expression, fc.string({ unit: character, maxLength: 6 }), (source, text) => {
        const translated = translatePattern(source);
        expect(translated, source).toBeDefined();
        const compiled = translated && compilePattern(translated);
        expect(compiled?.test(text), `${source} on ${JSON.stringify(text)}`).toBe(new RegExp(source, "u").test(text));
      }),
      { numRuns },
    );
  });

  it("P6 the size is known before it is compiled", () => {
    fc.assert(
      fc.property(expression, fc.integer({ min: 2, max: 50 }), (source, times) => {
        const translated = translatePattern(`(?:${source}){${times}}`);
        const compiled = translated && compilePattern(translated);
        if (translated !== undefined && compiled !== undefined) {
          expect(compiled.size).toBeLessThanOrEqual(translated.size * 3);
        }
      }),
      { numRuns },
    );
  });
});

function oracle(tested: unknown, input: unknown): boolean {
  return new Validator(structuredClone(tested) as object, "2020-12").validate(input).valid;
}
