import { describe, expect, it } from "vitest";
import { findParamHeaderMismatch, paramHeadersFor } from "./param-header-values.ts";
import { readParamHeaders } from "./param-headers.ts";

const string = (header: unknown, more: object = {}) => ({ type: "string", "x-mcp-header": header, ...more });
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

function declared(schema: unknown) {
  const read = readParamHeaders(schema);
  if (!read.isValid) throw new Error(read.problem);
  return read.headers;
}

describe("the headers that an input schema declares", () => {
  it("are found at any depth of properties", () => {
    const schema = object({
      region: string("Region"),
      count: { type: "integer", "x-mcp-header": "Count" },
      nested: object({ dry: { type: "boolean", "x-mcp-header": "Dry-Run" } }),
    });

    const found = declared(schema).map(({ name, path, type }) => `${name} ${path.join(".")} ${type}`);
    expect(new Set(found)).toEqual(
      new Set(["Count count integer", "Dry-Run nested.dry boolean", "Region region string"]),
    );
  });

  it("are none if the keyword is the name of an argument, or is in data", () => {
    expect(declared(object({ "x-mcp-header": { type: "string", default: { "x-mcp-header": "No" } } }))).toEqual([]);
    for (const schema of [undefined, null, true, 5, "x", [], {}]) expect(declared(schema)).toEqual([]);
  });

  it.each([
    ["an empty name", object({ a: string("") })],
    ["no text", object({ a: string(5) })],
    ["a space", object({ a: string("My Region") })],
    ["a line break", object({ a: string("Region\r\nX") })],
    ["a colon", object({ a: string("Region:") })],
    ["the same name twice, in any case", object({ a: string("Region"), b: string("REGION") })],
    ["a number", object({ a: { type: "number", "x-mcp-header": "N" } })],
    ["an object", object({ a: { type: "object", "x-mcp-header": "N" } })],
    ["several types", object({ a: { type: ["string", "null"], "x-mcp-header": "N" } })],
    ["no type", object({ a: { "x-mcp-header": "N" } })],
    ["the root", { ...string("Root") }],
    ["a list", object({ a: { type: "array", items: string("N") } })],
    ["a list of schemas", object({ a: { prefixItems: [string("N")] } })],
    ["an alternative", object({ a: { oneOf: [string("N")] } })],
    ["a condition", object({}, { if: object({ a: string("N") }) })],
    ["a definition", object({ a: { $ref: "#/$defs/a" } }, { $defs: { a: string("N") } })],
    ["a pattern", { type: "object", patternProperties: { "^a": string("N") } }],
    ["further properties", { type: "object", additionalProperties: string("N") }],
  ])("are invalid with %s", (_what, schema) => {
    expect(readParamHeaders(schema)).toMatchObject({
      isValid: false,
      problem: expect.stringContaining("x-mcp-header"),
    });
  });

  it("are read from a schema that is nested more deeply than calls can be", () => {
    let schema: object = object({ end: string("End") });
    for (let depth = 0; depth < 20_000; depth++) schema = { properties: { a: schema } };

    expect(declared(schema)).toHaveLength(1);
  });
});

describe("the values of such headers", () => {
  const headers = declared(
    object({
      text: string("Text"),
      count: { type: "integer", "x-mcp-header": "Count" },
      dry: { type: "boolean", "x-mcp-header": "Dry" },
    }),
  );
  const encoded = (text: string) => paramHeadersFor(headers, { text })["Mcp-Param-Text"];

  it("are sent unchanged if HTTP allows them, and encoded otherwise", () => {
    expect(encoded("us-west1")).toBe("us-west1");
    expect(encoded("a b")).toBe("a b");
    expect(encoded("")).toBe("");
    expect(encoded("Hello, 世界")).toBe("=?base64?SGVsbG8sIOS4lueVjA==?=");
    expect(encoded(" padded ")).toBe("=?base64?IHBhZGRlZCA=?=");
    expect(encoded("line1\nline2")).toBe("=?base64?bGluZTEKbGluZTI=?=");
    expect(encoded("=?base64?literal?=")).toBe("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=");
    expect(paramHeadersFor(headers, { count: -7, dry: false })).toEqual({
      "Mcp-Param-Count": "-7",
      "Mcp-Param-Dry": "false",
    });
  });

  it("are left out for missing, null or unsupported values", () => {
    for (const input of [
      undefined,
      null,
      {},
      { text: null },
      { count: 1.5 },
      { count: 2 ** 60 },
      { text: {} },
      "text",
    ]) {
      expect(paramHeadersFor(headers, input)).toEqual({});
    }
    expect(paramHeadersFor([{ name: "A", path: ["constructor", "name"], type: "string" }], {})).toEqual({});
  });

  const mismatch = (input: unknown, given: Record<string, string>) =>
    findParamHeaderMismatch(headers, input, (name) => given[name]);

  it("must be the same as in the body", () => {
    expect(mismatch({ text: "Hello, 世界" }, { "mcp-param-text": "=?base64?SGVsbG8sIOS4lueVjA==?=" })).toBeUndefined();
    expect(mismatch({ count: 42 }, { "mcp-param-count": "42.0" })).toBeUndefined();
    expect(mismatch({ text: null }, {})).toBeUndefined();
    expect(mismatch({}, {})).toBeUndefined();

    expect(mismatch({ text: "a" }, {})).toContain("missing");
    expect(mismatch({ text: "a" }, { "mcp-param-text": "b" })).toContain("differ");
    expect(mismatch({ text: null }, { "mcp-param-text": "b" })).toContain("differ");
    expect(mismatch({ count: 42 }, { "mcp-param-count": "0x2a" })).toContain("differ");
    expect(mismatch({ dry: true }, { "mcp-param-dry": "True" })).toContain("differ");
    expect(mismatch({ text: "a" }, { "mcp-param-text": "=?base64?YQ?=" })).toContain("Base64");
    expect(mismatch({ text: "a" }, { "mcp-param-text": "=?base64?/w==?=" })).toContain("Base64");
  });
});
