import { describe, expect, it } from "vitest";
import { collectArguments } from "./collect-arguments.ts";

describe("collectArguments", () => {
  it("collects names and descriptions, nested ones included", () => {
    const schema = {
      type: "object",
      properties: {
        title: { type: "string", description: "Headline" },
        author: { type: "object", properties: { login: { description: "Who wrote it" } } },
        labels: { type: "array", items: { type: "object", properties: { colour: { description: "As hex" } } } },
      },
    };
    expect(collectArguments(schema)).toEqual({
      names: "title author login labels colour",
      descriptions: "Headline Who wrote it As hex",
    });
  });

  it.each(["anyOf", "oneOf", "allOf"])("reads the branches of %s", (key) => {
    const schema = { [key]: [{ properties: { a: {} } }, { [key]: [{ properties: { b: {} } }] }, null, 7] };
    expect(collectArguments(schema).names).toBe("a b");
  });

  it.each([
    undefined,
    null,
    7,
    "object",
    [],
    [{ properties: { a: {} } }],
    {},
    { properties: null },
    { properties: [] },
  ])("finds nothing in an invalid schema: %j", (schema) => {
    expect(collectArguments(schema)).toEqual({ names: "", descriptions: "" });
  });

  it("ignores fields of the wrong type", () => {
    const schema = { properties: { a: null, b: 3, c: { description: 7 }, d: [] }, items: "x", anyOf: {} };
    expect(collectArguments(schema)).toEqual({ names: "a b c d", descriptions: "" });
  });

  it("terminates in a cycle, and in a schema of schemas", () => {
    const cyclic: Record<string, unknown> = { properties: {} };
    (cyclic["properties"] as Record<string, unknown>)["self"] = cyclic;
    cyclic["anyOf"] = [cyclic, cyclic];
    expect(collectArguments(cyclic).names).toMatch(/^self( self)*$/);
  });

  it("stops at 200 arguments and at 8,000 characters, and cuts what is long", () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, number) => [`a${number}`, {}]));
    expect(collectArguments({ properties: many }).names.split(" ")).toHaveLength(200);
    const wordy = Object.fromEntries(
      Array.from({ length: 100 }, (_, number) => [`b${number}`, { description: "x".repeat(50_000) }]),
    );
    expect(collectArguments({ properties: wordy }).descriptions.length).toBeLessThan(10_000);
    expect(collectArguments({ properties: { ["n".repeat(5_000)]: {} } }).names).toHaveLength(200);
  });

  it("treats names of built-in object properties as names", () => {
    const schema: unknown = JSON.parse(
      '{"properties":{"__proto__":{"description":"d"},"constructor":{},"toString":{}}}',
    );
    expect(collectArguments(schema)).toEqual({ names: "__proto__ constructor toString", descriptions: "d" });
  });
});
