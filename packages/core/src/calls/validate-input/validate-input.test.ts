import { describe, expect, it } from "vitest";
import { validateInput, WorkBudget } from "../index.ts";

const verdictOf = (schema: unknown, input: unknown) => validateInput(schema, input).verdict;
const nested = (depth: number, inner: unknown = 1): unknown =>
  Array.from({ length: depth }).reduce<unknown>((value) => ({ a: value }), inner);

describe("validation", () => {
  it.each([
    [{ prefixItems: [{ type: "string" }], items: false }, ["a"], "valid"],
    [{ prefixItems: [{ type: "string" }], items: false }, ["a", "b"], "invalid"],
    [{ items: [{ type: "string" }], additionalItems: false }, ["a", "b"], "invalid"],
    [{ $defs: { n: { type: "integer" } }, properties: { a: { $ref: "#/$defs/n" } } }, { a: 1.5 }, "invalid"],
    [{ $defs: { n: { $anchor: "n", type: "integer" } }, properties: { a: { $ref: "#n" } } }, { a: 1.5 }, "invalid"],
    [{ $id: "https://x.example/s", $defs: { n: false }, $ref: "https://x.example/s#/$defs/n" }, 1, "invalid"],
    [{ $defs: { "a/b~%": { type: "integer" } }, $ref: "#/$defs/a~1b~0%25" }, "x", "invalid"],
    [{ unevaluatedProperties: false, allOf: [{ properties: { a: true } }] }, { b: 1 }, "invalid"],
    [{ unevaluatedProperties: false, allOf: [{ properties: { a: true } }] }, { a: 1 }, "valid"],
    [{ allOf: [{ properties: { a: true } }, { unevaluatedProperties: false }] }, { a: 1 }, "invalid"],
    [{ unevaluatedItems: false, prefixItems: [true], contains: { const: 2 } }, [1, 2], "valid"],
    [{ unevaluatedItems: false, prefixItems: [true] }, [1, 2], "invalid"],
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }, "invalid"],
    [{ dependencies: { a: { required: ["b"] } } }, { a: 1 }, "invalid"],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, null, "valid"],
    [{ oneOf: [{ minimum: 1 }, { maximum: 5 }] }, 3, "invalid"],
    [condition({ required: ["a"] }, { required: ["b"] }, { required: ["c"] }), { a: 1 }, "invalid"],
    [condition({ required: ["a"] }, { required: ["b"] }, { required: ["c"] }), { c: 1 }, "valid"],
    [{ not: { type: "string" } }, "x", "invalid"],
    [{ enum: [{ a: [1, { b: null }] }] }, { a: [1, { b: null }] }, "valid"],
    [{ const: { a: 1, b: 2 } }, { b: 2, a: 1 }, "valid"],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      "invalid",
    ],
    [{ uniqueItems: true }, [1, "1", true, null, [1], { 1: 1 }], "valid"],
    [{ patternProperties: { "^x-": { type: "string" } }, additionalProperties: false }, { "x-a": 1 }, "invalid"],
    [{ patternProperties: { "^x-": { type: "string" } }, additionalProperties: false }, { "x-a": "b" }, "valid"],
    [{ propertyNames: { maxLength: 3 } }, { long: 1 }, "invalid"],
    [{ minLength: 2, maxLength: 2 }, "👋👋", "valid"],
    [{ multipleOf: 0.1 }, 0.3, "valid"],
    [{ multipleOf: 0.1 }, 0.35, "invalid"],
    [{ minimum: 1, exclusiveMinimum: true }, 1, "invalid"],
    [{ contains: { type: "string" }, minContains: 2 }, ["a", 1], "invalid"],
    [{ contains: { type: "string" }, maxContains: 1 }, ["a", "b"], "invalid"],
    [{ type: ["integer", "null"] }, 1.5, "invalid"],
    [false, 1, "invalid"],
    [true, 1, "valid"],
  ])("E12.2 follows JSON Schema 2020-12 and its older spellings: %j with %j is %s", (schema, input, verdict) => {
    expect(verdictOf(schema, input)).toBe(verdict);
  });

  it("E12.2 reports path and problem, also for each branch that does not match, five at most", () => {
    const text = { anyOf: [{ type: "string" }, { type: "null" }] };

    expect(validateInput({ properties: { a: { items: text } } }, { a: [1] })).toEqual({
      verdict: "invalid",
      problems: [
        { path: "/a/0", problem: 'Instance type "number" is invalid. Expected "string".' },
        { path: "/a/0", problem: 'Instance type "number" is invalid. Expected "null".' },
      ],
    });
    const many = validateInput(
      { items: { type: "string" } },
      Array.from({ length: 50 }, () => 1),
    );
    expect(many).toMatchObject({ verdict: "invalid", problems: { length: 5 } });
  });

  it("P4 does not modify the schema", () => {
    const schema = Object.freeze({
      type: "object",
      properties: Object.freeze({ a: Object.freeze({ type: "string" }) }),
    });

    expect(validateInput(schema, { a: "x" }).verdict).toBe("valid");
    expect(Object.keys(schema)).toEqual(["type", "properties"]);
  });

  it.each([
    ["date", "2024-02-29", "2023-02-29"],
    ["time", "23:59:59Z", "24:00:00Z"],
    ["date-time", "2024-02-29T12:00:00.5+01:00", "2024-02-29"],
    ["email", "ann@example.com", "ann"],
    ["uuid", "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "6f9619ff"],
    ["ipv4", "192.168.0.1", "192.168.0.256"],
    ["ipv6", "::1", "1::2::3"],
    ["ipv6", "1:2:3:4:5:6:192.168.0.1", "1:2:3:4:5:6:7"],
    ["ipv6", "::ffff:10.0.0.1", "::ffff:10.0.0.256"],
    ["uri", "https://example.com/a?b", "example.com"],
  ])("E12.2 enforces the format %s, and treats unknown formats as annotations", (format, good, bad) => {
    expect([verdictOf({ format }, good), verdictOf({ format }, bad)]).toEqual(["valid", "invalid"]);
    expect(verdictOf({ format: "of-our-own" }, bad)).toBe("valid");
  });
});

describe("a schema from a stranger", () => {
  const letters = `${"a".repeat(40)}!`;

  it.each([
    ["pattern", { pattern: "^(a+)+$" }, letters],
    ["pattern of a key", { patternProperties: { "^(a+)+$": false } }, { [letters]: 1 }],
    ["format uri", { format: "url" }, `http://${"a".repeat(60)}`],
    ["format uri-template", { format: "uri-template" }, `${"{a,".repeat(40)}!`],
  ])("P6 cannot stall the process by backtracking: %s", (_what, schema, input) => {
    expect(["valid", "invalid"]).toContain(verdictOf(schema, input));
  });

  it("P6 has its patterns matched in linear time", () => {
    expect(verdictOf({ pattern: "^(a+)+$" }, letters)).toBe("invalid");
    expect(verdictOf({ pattern: "^(a+)+$" }, "aaaa")).toBe("valid");
  });

  it.each([
    ["lookahead", { pattern: "^(?=.*\\d).+$" }, "abc"],
    ["backreference", { pattern: "^(a)\\1$" }, "b"],
    ["pattern that is too large", { pattern: `^${"[ab]{900}".repeat(9)}$` }, "c"],
    ["reference that leads elsewhere", { $ref: "https://example.com/schema" }, "c"],
    ["reference to nothing", { $ref: "#/nowhere" }, "c"],
  ])("P6 has a %s skipped, and the verdict counts it", (_what, schema, input) => {
    expect(validateInput(schema, input)).toEqual({ verdict: "valid", skippedKeywords: 1 });
  });

  it.each([
    [{ not: { pattern: "(?=a)" } }, "x"],
    [{ oneOf: [{ pattern: "(?=a)" }, { type: "string" }] }, "x"],
    [condition({ pattern: "(?=a)" }, false, false), "x"],
    [{ contains: { pattern: "(?=a)" }, maxContains: 1 }, ["x", "y"]],
    [{ patternProperties: { "(?=a)": { type: "string" } }, additionalProperties: false }, { x: 1 }],
  ])("P6 never rejects a value because of a skipped keyword: %j", (schema, input) => {
    expect(verdictOf(schema, input)).toBe("valid");
  });

  it.each([
    ["a reference to itself", { $ref: "#" }, {}],
    ["references in a circle", { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }, 1],
    [
      "two ways into itself at each level",
      { properties: { a: { anyOf: [{ $ref: "#" }, { $ref: "#" }] } } },
      nested(60),
    ],
    [
      "references that double at each of 60 definitions",
      {
        $ref: "#/$defs/d0",
        $defs: Object.fromEntries(
          Array.from({ length: 60 }, (_, at) => [
            `d${at}`,
            { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
          ]),
        ),
      },
      1,
    ],
    ["a large list to compare", { items: { enum: [nested(90)] } }, Array.from({ length: 20_000 }, () => nested(90))],
    ["a comparison of deep values", { uniqueItems: true }, [nested(5_000), nested(5_000)]],
    ["many patterns over long keys", { patternProperties: { "(a|b)*a(a|b){300}c": true } }, longKeys()],
  ])("P6 is abandoned after a bounded amount of work: %s", (_what, schema, input) => {
    expect(validateInput(schema, input)).toEqual({ verdict: "unchecked", reason: "too_much_work" });
  });

  it.each([
    ["many values", { enum: Array.from({ length: 30_000 }, (_, at) => at) }],
    ["deep nesting", nested(2_000)],
    ["many references", { allOf: Array.from({ length: 3_000 }, () => ({ $ref: "#/$defs/a" })), $defs: { a: true } }],
  ])("P6 is not read beyond the limits: %s", (_what, schema) => {
    expect(validateInput(schema, 1)).toEqual({ verdict: "unchecked", reason: "schema_too_large" });
  });

  it("P6 follows a reference to itself as deep as the arguments are nested", () => {
    const tree = { properties: { a: { $ref: "#" } }, additionalProperties: false };

    expect(verdictOf(tree, nested(20, {}))).toBe("valid");
    expect(verdictOf(tree, nested(20, { b: 1 }))).toBe("invalid");
  });

  it("P6 is never used as a key of a plain object: __proto__ and constructor are ordinary names", () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}},"required":["__proto__","constructor"]}');

    expect(verdictOf(schema, {})).toBe("invalid");
    expect(verdictOf(schema, JSON.parse('{"__proto__":1,"constructor":1}'))).toBe("invalid");
    expect(verdictOf(schema, JSON.parse('{"__proto__":"x","constructor":1}'))).toBe("valid");
    expect(verdictOf({ $ref: "#/constructor/prototype" }, 1)).toBe("valid");
  });
});

describe("a budget that several validations share", () => {
  it("P6 pays for each of them, and leaves arguments unchecked once it is used up", () => {
    const budget = new WorkBudget(10_000);
    const schema = { items: { type: "string" } };
    const items = Array.from({ length: 1_000 }, () => "x");

    expect(validateInput(schema, items, budget).verdict).toBe("valid");
    expect(budget.left).toBeLessThan(6_500);
    expect(validateInput(schema, items, budget).verdict).toBe("valid");
    expect(validateInput(schema, items, budget)).toEqual({ verdict: "unchecked", reason: "too_much_work" });
    expect(budget.left).toBe(0);
  });
});

function longKeys(): Record<string, number> {
  return Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}${"ab".repeat(200)}`, 1]));
}

/** As JSON, because linters mistake an object with a `then` for a promise. */
function condition(test: unknown, whenTrue: unknown, whenFalse: unknown): object {
  const [condition, consequence, alternative] = [test, whenTrue, whenFalse].map((part) => JSON.stringify(part));
  return JSON.parse(`{"if":${condition},"then":${consequence},"else":${alternative}}`);
}
