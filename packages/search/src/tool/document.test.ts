import { describe, expect, it } from "vitest";
import { contentHash } from "./content-hash.ts";
import { toDocument } from "./document.ts";
import { readTool } from "./read-tool.ts";
import type { SearchableTool } from "./searchable-tool.ts";

describe("toDocument", () => {
  it.each([
    ["mcp__github__create_issue", "github", "create_issue"],
    ["mcp__a__b__c", "a", "b__c"],
    ["create_issue", "", "create_issue"],
    ["mcp__github", "", "mcp__github"],
    ["mcp____x", "", "mcp____x"],
  ])("reads server and bare name out of %s", (name, server, bareName) => {
    expect(toDocument({ name })).toMatchObject({ name, server, bareName });
  });

  it("uses the server that a tool names", () => {
    expect(toDocument({ name: "mcp__a__x", server: "b" }).server).toBe("b");
    expect(toDocument({ name: "mcp__a__x", server: null }).server).toBe("a");
  });

  it("drops code blocks and notes on calling from descriptions", () => {
    const description = "When using this tool, pass a filter. Lists the metrics.\n# Returns\n```json\n{}\n```";

    expect(toDocument({ name: "a", description }).description).toBe("Lists the metrics.");
  });

  it("drops markup, addresses and control characters from descriptions", () => {
    const description = "<b>Opens</b> an\u0000issue.\n\n See https://example.com/a?b#c for more.";
    expect(toDocument({ name: "x", description }).description).toBe("Opens an issue. See for more.");
  });

  it("reads either spelling of the schema, the first if both are present", () => {
    const schema = (name: string) => ({ properties: { [name]: { description: `<i>${name}</i>` } } });
    expect(toDocument({ name: "x", inputSchema: schema("a"), input_schema: schema("b") }).argumentNames).toBe("a");
    expect(toDocument({ name: "x", input_schema: schema("b") })).toMatchObject({
      argumentNames: "b",
      argumentDescriptions: "b",
    });
  });

  it("reads fields of the wrong type as missing, and cuts endless ones", () => {
    const odd = {
      name: "x",
      description: 7,
      searchHint: {},
      server: [],
      inputSchema: "none",
    } as unknown as SearchableTool;
    expect(toDocument(odd)).toEqual(toDocument({ name: "x" }));
    expect(toDocument({ name: "x", searchHint: "y".repeat(100_000) }).hint).toHaveLength(8_000);
  });
});

describe("contentHash", () => {
  const tool: SearchableTool = { name: "x", description: "d", searchHint: "h", inputSchema: { properties: { a: {} } } };
  const hashOf = (changes: Partial<SearchableTool>) => contentHash(toDocument({ ...tool, ...changes }));

  it("differs if anything that search reads differs", () => {
    const hashes = [
      hashOf({}),
      hashOf({ name: "y" }),
      hashOf({ description: "e" }),
      hashOf({ searchHint: "i" }),
      hashOf({ server: "s" }),
      hashOf({ inputSchema: { properties: { b: {} } } }),
      hashOf({ inputSchema: { properties: { a: { description: "d" } } } }),
      hashOf({ description: "h", searchHint: "d" }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it("is the same for the same tool, in 16 hexadecimal digits", () => {
    expect(hashOf({})).toBe(hashOf({}));
    expect(hashOf({})).toMatch(/^[0-9a-f]{16}$/);
  });
});

it("removes links from descriptions, and leaves the quotation marks around them", () => {
  const { description } = toDocument({
    name: "a",
    description: 'Opens "https://a.example/b", "https://c.example" and more.',
  });
  expect(description).toBe('Opens " ", " " and more.');
});

describe("readTool", () => {
  it.each([
    [null, "an object with a name", "null"],
    [undefined, "an object with a name", "undefined"],
    ["ping", "an object with a name", '"ping"'],
    [[], "an object with a name", "an array of length 0"],
    [{}, "a name that is a string with something in it", "undefined"],
    [{ name: "" }, "a name that is a string with something in it", "an empty string"],
    [{ name: "  " }, "a name that is a string with something in it", '"  "'],
    [{ name: 7 }, "a name that is a string with something in it", "7"],
    [{ name: "x".repeat(513) }, "a name of at most 512 characters", `"${"x".repeat(60)}"… (513 characters)`],
  ])("reports what is wrong with %j", (value, expected, received) => {
    expect(() => readTool(value, 4)).toThrow(
      expect.objectContaining({ code: "invalid_tool", details: { position: 4, expected, received } }) as Error,
    );
  });

  it("returns the tool unchanged", () => {
    const tool = { name: "x".repeat(512), other: 1 };
    expect(readTool(tool, 0)).toBe(tool);
  });
});
