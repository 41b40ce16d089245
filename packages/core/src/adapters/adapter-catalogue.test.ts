import { describe, expect, it } from "vitest";
import type { Tool } from "../tools/tool.ts";
import { AdapterCatalogue } from "./adapter-catalogue.ts";
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
});
