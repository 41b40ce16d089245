import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { describeTools, describeToolsInTurns } from "./describe-tools.ts";
import { toolSignature } from "./tool-signature.ts";

const weather = {
  name: "get_weather",
  description: "Tells the weather. It is always right.",
  inputSchema: {
    type: "object",
    properties: {
      days: { type: "integer" },
      city: { type: "string" },
      units: { enum: ["metric", "imperial"] },
      tags: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
    },
    required: ["city"],
  },
  outputSchema: { type: "object", properties: { degrees: { type: "number" } }, required: ["degrees"] },
};

const input = (inputSchema: unknown): string =>
  /\(input\??: (.*)\): Promise<unknown>;$/s.exec(toolSignature({ name: "f", inputSchema }, "javascript"))?.[1] ?? "";
const field = (schema: unknown, rest: object = {}): string =>
  /^\{ a\?: (.*) \}$/s.exec(input({ ...rest, type: "object", properties: { a: schema } }))?.[1] ?? "";

describe("toolSignature", () => {
  it("writes a tool in a line of TypeScript", () => {
    expect(toolSignature(weather, "javascript")).toBe(
      '/** Tells the weather. */ get_weather(input: { days?: number; city: string; units?: "metric" | "imperial"; tags?: (string | null)[] }): Promise<{ degrees: number }>;',
    );
  });

  it("writes a tool in a line of Python, with required arguments first", () => {
    expect(toolSignature(weather, "python")).toBe(
      'async def get_weather(city: str, days: int = ..., units: Literal["metric", "imperial"] = ..., tags: list[str | None] = ...) -> {"degrees": float}  # Tells the weather.',
    );
  });

  it("writes names that are no identifiers", () => {
    const tool = { name: "get-sum", inputSchema: { type: "object", properties: { "a b": {}, class: {} } } };

    expect(toolSignature(tool, "javascript")).toBe(
      '"get-sum"(input?: { "a b"?: unknown; class?: unknown }): Promise<unknown>;',
    );
    expect(toolSignature(tool, "python")).toBe("async def get_sum(a_b: Any = ..., class_: Any = ...) -> Any");
  });

  it.each<[string, unknown, string]>([
    ["a list of types", { type: ["string", "null"] }, "string | null"],
    ["a constant", { const: 5 }, "5"],
    ["a tuple", { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] }, "[string, number]"],
    ["a map", { type: "object", additionalProperties: { type: "boolean" } }, "Record<string, boolean>"],
    [
      "several at once",
      { allOf: [{ properties: { b: { type: "string" } } }, { properties: { c: {} } }] },
      "{ b?: string } & { c?: unknown }",
    ],
    ["values that are no texts", { enum: [1, null, true] }, "1 | null | true"],
    ["a long list of values", { enum: Array.from({ length: 30 }, (_, index) => `v${index}`) }, "string"],
    ["a reference", { $ref: "#/$defs/B" }, "{ b?: string }"],
    ["a reference that points nowhere", { $ref: "#/$defs/constructor" }, "unknown"],
    ["a reference to elsewhere", { $ref: "https://example.com/schema" }, "unknown"],
    ["a reference to itself", { $ref: "#/properties/a" }, "unknown"],
    ["no schema", 5, "unknown"],
  ])("writes %s", (_what, schema, type) => {
    expect(field(schema, { $defs: { B: { type: "object", properties: { b: { type: "string" } } } } })).toBe(type);
  });

  it("stops where a schema contains itself", () => {
    const tree = { type: "object", properties: { children: { type: "array", items: { $ref: "#" } } } };

    expect(input(tree)).toBe("{ children?: unknown[] }");
  });

  it("loses depth, not names, when a schema is large", () => {
    const wide = (levels: number): object => ({
      type: "object",
      properties: levels === 0 ? {} : Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, wide(levels - 1)])),
    });

    const signature = toolSignature({ name: "f", inputSchema: wide(6) }, "javascript");

    expect(signature.length).toBeLessThan(1300);
    expect(signature).toMatch(/a\?: .* b\?: .* c\?: .* d\?: /);
  });

  it("cannot be broken out of by texts of a definition", () => {
    const hostile = 'x */ }; process.exit(); /* "\n#\u2028\u202e';
    const tool = {
      name: hostile,
      description: hostile,
      inputSchema: { type: "object", properties: { [hostile]: { const: hostile } } },
    };
    const signature = toolSignature(tool, "javascript");

    expect(signature).toMatch(/^\/\*\* x \* \/ \}; process\.exit\(\); \/\* "[^\n]* \*\/ "x \*\/ /);
    expect(`${signature}${toolSignature(tool, "python")}`).not.toMatch(/[\n\u2028\u202e]/);
  });

  it("is bounded and ends for any schema", () => {
    fc.assert(
      fc.property(
        fc.object({
          maxDepth: 6,
          key: fc.constantFrom(
            "type",
            "properties",
            "items",
            "anyOf",
            "allOf",
            "$ref",
            "enum",
            "const",
            "required",
            "a",
          ),
        }),
        (schema) => {
          for (const language of ["javascript", "python"] as const) {
            const signature = toolSignature({ name: "f", inputSchema: schema, outputSchema: schema }, language);
            expect(signature.length).toBeLessThan(20_000);
            expect(signature).not.toContain("\n");
          }
        },
      ),
    );
  });

  it("ends for references that double at each step", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` };
        return [`d${index}`, { type: "array", prefixItems: [next, next] }];
      }),
    );

    expect(toolSignature({ name: "f", inputSchema: { $defs, $ref: "#/$defs/d0" } }, "javascript").length).toBeLessThan(
      1500,
    );
  });
});

describe("the work of a signature", () => {
  /** An object that counts how often its names are read. */
  function counted(fields: object) {
    const ownKeys = vi.fn(Reflect.ownKeys);
    return { object: new Proxy(fields, { ownKeys }), reads: () => ownKeys.mock.calls.length };
  }

  it("is done once per schema, for each language", () => {
    const properties = counted({ a: { type: "string" } });
    const tool = { name: "f", inputSchema: { type: "object", properties: properties.object } };
    const written = toolSignature(tool, "javascript");
    const before = properties.reads();

    expect(toolSignature({ ...tool }, "javascript")).toBe(written);
    expect(toolSignature(tool, "python")).toContain("a: str");
    expect(toolSignature({ ...tool, name: "g" }, "javascript")).toMatch(/^g\(/);
    expect(properties.reads()).toBe(before);
  });

  it("reads what references share once", () => {
    const properties = counted(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, {}])));
    const shared = { type: "object", properties: properties.object };
    const inputSchema = {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`a${index}`, { $ref: "#/$defs/a" }])),
      $defs: { a: shared },
    };

    toolSignature({ name: "f", inputSchema }, "javascript");

    expect(properties.reads()).toBeLessThanOrEqual(2);
  });

  it("does not write texts that are too long for a type", () => {
    const stringify = vi.spyOn(JSON, "stringify");
    const long = "x".repeat(100_000);
    const tool = {
      name: "f",
      inputSchema: {
        type: "object",
        properties: { a: { const: long }, b: { enum: [long] }, c: { $ref: `#/${long}` } },
      },
    };

    expect(toolSignature(tool, "javascript")).toBe(
      "f(input?: { a?: string; b?: string; c?: unknown }): Promise<unknown>;",
    );
    expect(stringify.mock.calls.flat()).not.toContain(long);
    stringify.mockRestore();
  });
});

describe("many tools", () => {
  /** Four references lead to the next four, and so on. */
  const fanOut = (index: number) => {
    const levels = ["a", "b", "c", "d", "e"];
    const $defs = Object.fromEntries(
      levels.map((name, level) => [
        name,
        { anyOf: Array.from({ length: 4 }, () => ({ $ref: `#/$defs/${levels[level + 1] ?? "end"}` })) },
      ]),
    );
    const properties = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`p${at}`, { $ref: "#/$defs/a" }]));
    const inputSchema = { type: "object", properties, $defs: { ...$defs, end: { const: "x".repeat(50) } } };
    return { name: `t${index}`, description: "Does it.", inputSchema };
  };
  const manyOf = (count: number) => Array.from({ length: count }, (_, index) => fanOut(index));

  it.each(["javascript", "python"] as const)("have a limit of work in %s, the same each time", (language) => {
    const tools = manyOf(2_000);
    const lines = describeTools(tools, { language }).split("\n");
    const withoutTypes = lines.filter((line) => /input: Record<string, unknown>|\*\*arguments/.test(line));

    expect(withoutTypes.length).toBeGreaterThan(500);
    expect(withoutTypes.length).toBeLessThan(1_500);
    expect(describeTools(tools, { language }).split("\n")).toEqual(lines);
    expect(describeTools(manyOf(2_000), { language }).split("\n")).toEqual(lines);
  });

  it("keep their types in a catalogue of ordinary size", () => {
    const fields = (count: number, value: object) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, value]));
    const inputSchema = () => ({
      type: "object",
      properties: fields(12, { type: "object", properties: fields(8, { type: "string" }) }),
    });
    const tools = Array.from({ length: 800 }, (_, index) => ({ name: `t${index}`, inputSchema: inputSchema() }));

    expect(describeTools(tools).match(/field_11\?: Record<string, unknown>/g)).toHaveLength(800);
  });

  it("leave turns of the event loop to other work", async () => {
    const tools = manyOf(300);
    let turns = 0;
    const count = () => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const described = await describeToolsInTurns(tools);
    clearImmediate(timer);

    expect(turns).toBeGreaterThanOrEqual(5);
    expect(described).toBe(describeTools(tools));
  });
});

describe("describeTools", () => {
  it("writes what a program may call", () => {
    expect(describeTools([{ name: "a" }, { name: "b" }], { search: true })).toMatch(
      /^declare const tools: \{\n {2}a\(.*\n {2}b\(.*\n\};\n.*\ndeclare function search\(.*\n.*\ndeclare function describe\(/,
    );
    expect(describeTools([{ name: "a" }], { language: "python", search: true })).toMatch(
      /^async def a\(.*\nasync def search\(.*\nasync def describe\(/,
    );
  });
});
