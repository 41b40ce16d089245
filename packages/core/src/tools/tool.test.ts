import { describe, expect, it } from "vitest";
import { prepareRequest, type Tool, toolFromMcp } from "../index.ts";
import { bash, mcpTool, request, slackSend } from "../testing/fixtures.ts";

const off = { settings: { toolSearch: false } };

describe("bad tools", () => {
  it.each([
    [[bash, slackSend, { ...bash }], 'Two tools at positions 0 and 2 share the name "Bash": expected every name once.'],
    [
      [{ name: "x" }],
      'The tool at position 0 is not usable: expected "x" to have a JSON Schema in input_schema, got undefined.',
    ],
    [
      [{ name: "x", input_schema: [] }],
      'expected "x" to have a JSON Schema in input_schema, got an array of length 0.',
    ],
    [[bash, { input_schema: {} }], "The tool at position 1 is not usable: expected a name, got undefined."],
    [[{ name: "", input_schema: {} }], "expected a name, got an empty string."],
    [[null], "The tool at position 0 is not usable: expected an object, got null."],
    ["Bash", 'The request is not usable: expected tools to be an array, got "Bash".'],
  ])("P1 are refused: %j", (tools, message) => {
    expect(() => prepareRequest(request({ tools: tools as unknown as Tool[] }))).toThrow(message);
  });

  it("P1 do not include entries of the API's own types", () => {
    const tools = [
      { type: "web_search_20250305", name: "web_search" },
      { type: "mcp_toolset", mcp_server_name: "a" },
      { type: "mcp_toolset", mcp_server_name: "b" },
    ];

    expect(prepareRequest(request({ tools, ...off })).tools).toEqual(tools);
  });
});

describe("a tool on the wire", () => {
  it("E7 has no field that the API does not know", () => {
    const tool = mcpTool("slack", "x", {
      server: "slack",
      alwaysLoad: true,
      searchHint: "chat",
      annotations: { readOnlyHint: true },
      _meta: { a: 1 },
      strict: true,
      title: "X",
      outputSchema: {},
    } as Partial<Tool>);

    expect(Object.keys(prepareRequest(request({ tools: [tool], ...off })).tools[0] ?? {})).toEqual([
      "name",
      "description",
      "input_schema",
      "strict",
    ]);
  });

  it("E7 has its schema in input_schema, also if it came in MCP's spelling", () => {
    const tool = { name: "x", inputSchema: { type: "object" } };

    expect(prepareRequest(request({ tools: [tool], ...off })).tools).toEqual([
      { name: "x", input_schema: { type: "object" } },
    ]);
  });

  it("L8 is the same object if there is nothing to remove", () => {
    expect(prepareRequest(request({ tools: [bash], ...off })).tools[0]).toBe(bash);
  });
});

describe("a tool of an MCP server", () => {
  it("P5 keeps its description, schema and annotations", () => {
    const listed = {
      name: "send",
      description: "Sends.",
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
      _meta: { "anthropic/alwaysLoad": true },
    };

    expect(toolFromMcp("slack", listed)).toEqual({
      name: "mcp__slack__send",
      aliases: ["mcp__slack__send", "send"],
      description: "Sends.",
      input_schema: { type: "object" },
      server: "slack",
      annotations: { readOnlyHint: true },
      _meta: { "anthropic/alwaysLoad": true },
    });
  });

  it("E1.1 is eager if its server's entry says alwaysLoad", () => {
    const tool = toolFromMcp("slack", { name: "send", inputSchema: { type: "object" } }, { alwaysLoad: true });

    expect(prepareRequest(request({ tools: [bash, tool], searchTool: undefined })).gate.reason).toBe(
      "nothing_to_defer",
    );
  });
});
