import { describe, expect, it } from "vitest";
import type { Tool } from "../tools/tool.ts";
import { AdapterCatalogue } from "./adapter-catalogue.ts";
import { CatalogueCache } from "./catalogue-cache.ts";
import { checkToolList } from "./check-tool-list.ts";
import { pickLoader } from "./pick-loader.ts";
import { readSearchOutput } from "./search-output.ts";

const tool = (name: string, description: string, more: Partial<Tool> = {}): Tool & { readonly name: string } => ({
  name,
  description,
  input_schema: { type: "object", properties: { text: { type: "string" } } },
  ...more,
});
const tools = [
  tool("read_file", "Read a file from the disk."),
  tool("slack_post_message", "Send a message to a Slack channel."),
  tool("create_issue", "Create an issue in a GitHub repository.", { server: "github" }),
  tool("delete_repository", "Delete a GitHub repository for good.", { server: "github" }),
];
const options = { eager: ["read_file"], policy: [{ action: "hide", name: "delete_*" }] } as const;
const result = (...names: string[]) => ({ name: "find_tools", output: { tools: names } });

describe("the catalogue of an adapter", () => {
  it("E17 loads what searches returned and what was called, in that order, and nothing else", () => {
    const catalogue = new AdapterCatalogue(tools, options);
    const loaded = catalogue.loaded([
      { name: "read_file", output: { tools: ["create_issue"] } },
      { name: "find_tools", output: '{"tools":["slack_post_message","delete_repository","no_such_tool","read_file"]}' },
      { name: "create_issue", output: "done" },
      result("slack_post_message"),
    ]);

    expect(loaded).toEqual(["slack_post_message", "create_issue"]);
  });

  it("E17 sends loaded tools after all others, so that a list continues the one before", () => {
    const catalogue = new AdapterCatalogue(tools, options);
    const given = [...tools, { name: "find_tools" }];
    const names = (loaded: readonly string[]) => catalogue.visible(given, loaded).map(({ name }) => name);

    expect(names([])).toEqual(["read_file", "find_tools"]);
    expect(names(["slack_post_message"])).toEqual(["read_file", "find_tools", "slack_post_message"]);
    expect(names(["slack_post_message", "create_issue"]).slice(0, 3)).toEqual(names(["slack_post_message"]));
  });

  it("L1 adds the tool that a request forces, if it is deferred and not there yet", () => {
    const catalogue = new AdapterCatalogue(tools, options);
    const given = [...tools, { name: "find_tools" }];
    const names = (loaded: readonly string[], forced: string) =>
      catalogue.withForced(catalogue.visible(given, loaded), given, forced).map(({ name }) => name);

    expect(names([], "create_issue")).toEqual(["read_file", "find_tools", "create_issue"]);
    expect(names(["create_issue"], "create_issue")).toEqual(["read_file", "find_tools", "create_issue"]);
    expect(names([], "delete_repository")).toEqual(["read_file", "find_tools"]);
    expect(names([], "find_tools")).toEqual(["read_file", "find_tools"]);
  });

  it("L3 says the same whatever the order in which servers list their tools", () => {
    const [forward, backward] = [tools, tools.toReversed()].map((list) => new AdapterCatalogue(list, options));

    expect(forward?.systemText).toBe(backward?.systemText);
    expect(forward?.systemText).toContain("create_issue\nslack_post_message");
    expect(forward?.systemText).not.toContain("delete_repository");
  });

  it("L6 finds tools by meaning, and explains an empty answer", async () => {
    const catalogue = new AdapterCatalogue(tools, options);

    expect((await catalogue.search({ query: "issues" })).tools).toEqual(["create_issue"]);
    expect((await catalogue.search({ query: "select:delete_repository" })).tools).toEqual([]);
    expect(await catalogue.search({})).toEqual({
      tools: [],
      note: expect.stringContaining("query: expected a string"),
    });
  });

  it("L5 finds by its first search what later ones find", async () => {
    const catalogue = new AdapterCatalogue(tools, options);
    const first = await catalogue.search({ query: "let my colleagues know that I am late" });

    expect(first.tools).toEqual(["slack_post_message"]);
    expect(await catalogue.search({ query: "let my colleagues know that I am late" })).toEqual(first);
  });

  it("E17 shows definitions as text for models whose tools must not change", async () => {
    const catalogue = new AdapterCatalogue(tools, options);

    expect(catalogue.describe({ tools: ["create_issue", "delete_repository"], note: "More." })).toMatch(
      /^<functions>\n<function>\{[^\n]*"create_issue"[^\n]*<\/function>\n<\/functions>\n\nMore\.$/,
    );
    expect(catalogue.bridge.tool.name).toBe("call_tool");
  });

  it.each([
    [{ searchToolName: "read_file" }, "search_tool_name_taken"],
    [{ policy: [{ action: "deny", arguments: { text: "*" } }] }, "invalid_setting"],
    [{ eager: "read_file" }, "invalid_setting"],
    [{ ranker: "fastest" }, "invalid_setting"],
  ])("P1 rejects the options %j", (given, code) => {
    expect(() => new AdapterCatalogue(tools, given as never)).toThrow(expect.objectContaining({ code }));
  });

  it("P1 rejects duplicate names and tools without a schema", () => {
    const [first] = tools;

    expect(() => new AdapterCatalogue([...tools, first as Tool])).toThrow(/share the name "read_file"/);
    expect(() => new AdapterCatalogue([{ name: "bare" }])).toThrow(/"bare" to have a JSON Schema/);
  });

  it.each([undefined, null, "", "No tools.", "[1]", { tools: "a" }, '{"tools":', { found: ["a"] }])(
    "P7 reads nothing from the search result %j",
    (output) => {
      expect(readSearchOutput(output)).toEqual({ tools: [] });
    },
  );

  it("E7 wraps and unwraps calls of deferred tools, and leaves all others alone", () => {
    const catalogue = new AdapterCatalogue(tools, options);
    const call = { name: "create_issue", input: { text: "Hi." } };
    const wrapped = catalogue.wrapCall(call);

    expect(wrapped).toMatchObject({ name: "call_tool", input: { name: "create_issue", arguments: { text: "Hi." } } });
    expect(catalogue.unwrapCall(wrapped)).toMatchObject(call);
    expect(catalogue.wrapCall({ name: "read_file", input: {} })).toEqual({ name: "read_file", input: {} });
    expect(catalogue.unwrapCall({ name: "read_file", input: {} })).toMatchObject({ name: "read_file", input: {} });
  });

  it("E7 does the same with arguments that are text, and keeps text that is not JSON", () => {
    const catalogue = new AdapterCatalogue(tools, options);
    const call = { name: "create_issue", argumentText: '{"text":"Hi."}' };

    expect(catalogue.unwrapText(catalogue.wrapText(call))).toEqual(call);
    expect(catalogue.wrapText({ name: "read_file", argumentText: "{" })).toEqual({
      name: "read_file",
      argumentText: "{",
    });
    expect(catalogue.wrapText({ name: "create_issue", argumentText: "{" }).argumentText).toContain('"arguments":"{"');
  });

  it.each(["{}", '{"arguments":{"text":"Hi."}}', '{"name":""}', '{"na', "", "null"])(
    "E7 makes a search that says what is wrong of a call of the bridge that names no tool: %s",
    async (argumentText) => {
      const catalogue = new AdapterCatalogue(tools, options);
      const call = catalogue.unwrapText({ name: "call_tool", argumentText });
      const input: unknown = JSON.parse(call.argumentText);

      expect(call.name).toBe("find_tools");
      expect(await catalogue.search(input)).toEqual({
        tools: [],
        note: "The call of call_tool names no tool; nothing was run. Pass call_tool the name of a tool and its arguments, or search with find_tools.",
      });
      expect(catalogue.unwrapCall({ name: "call_tool", input: {} })).toEqual({ name: "find_tools", input });
    },
  );

  it("E17 appends the names to instructions, or is them", () => {
    const catalogue = new AdapterCatalogue(tools, options);

    expect(catalogue.appendSystemText("Be brief.")).toBe(`Be brief.\n\n${catalogue.systemText}`);
    expect(catalogue.appendSystemText(undefined)).toBe(catalogue.systemText);
    expect(new AdapterCatalogue([]).appendSystemText("")).toBeUndefined();
  });
});

describe("the cache of catalogues", () => {
  it("L3 keeps the catalogue of the same tools in any order, and makes one for others", () => {
    const cache = new CatalogueCache(options);
    const catalogue = cache.get(tools);

    expect(cache.get(tools.toReversed().map((given) => ({ ...given })))).toBe(catalogue);
    expect(cache.get(tools.slice(1))).not.toBe(catalogue);
  });

  it("E17 is bounded", () => {
    const cache = new CatalogueCache({});
    const first = cache.get(tools);
    for (let index = 0; index < 16; index++) cache.get([tool(`tool_${index}`, "Does something.")]);

    expect(cache.get(tools)).not.toBe(first);
  });

  it("P1 rejects bad options before it has tools", () => {
    expect(() => new CatalogueCache({ policy: {} } as never)).toThrow(
      /policy is not usable: expected an array of rules/,
    );
    expect(() => new CatalogueCache({ eager: "all" } as never)).toThrow(/expected an array of names/);
  });
});

it("P1 checkToolList says what stands where a tool should be", () => {
  const list = [{ name: "a" }];

  expect(checkToolList(list)).toBe(list);
  expect(checkToolList([])).toEqual([]);
  expect(() => checkToolList(undefined as never)).toThrow(/expected an array of tools, got undefined/);
  expect(() => checkToolList({ a: 1 } as never)).toThrow(/expected an array of tools, got an object/);
  expect(() => checkToolList([{ name: "a" }, null] as never)).toThrow(/got null at index 1/);
  expect(() => checkToolList([undefined] as never)).toThrow(/got undefined at index 0/);
});

it("P1 pickLoader names the loaders that there are", () => {
  expect(pickLoader({ append: 1, bridge: 2 }, "bridge")).toBe(2);
  expect(pickLoader({ append: 1, bridge: 2 }, undefined)).toBe(1);
  expect(() => pickLoader({ append: 1, bridge: 2 }, "toString")).toThrow(
    /expected one of append, bridge, got "toString"/,
  );
});
