import assert from "node:assert/strict";
import { test } from "node:test";
import { DefinitionFinder, type ToolDefinition } from "../src/everyday/find-definitions.ts";
import { shortenDescription } from "../src/everyday/shorten-description.ts";
import { findConstants, parseSource, type SyntaxNode } from "../src/everyday/syntax.ts";

test("a registration with a text and a schema is a tool", () => {
  const tools = definitionsIn(
    `server.tool("get_page", "Reads a page of the wiki", { path: z.string(), depth: z.number() }, run)`,
  );
  assert.deepEqual(tools, [{ name: "get_page", description: "Reads a page of the wiki", args: ["path", "depth"] }]);
});

test("a registration with options is a tool, whatever comes before its name", () => {
  const tools = definitionsIn(`
    const shape = z.object({ city: z.string() });
    registerTool(server, "forecast", { title: "Forecast", description: "Weather of the next days", inputSchema: shape.shape }, run)`);
  assert.deepEqual(tools, [{ name: "forecast", description: "Weather of the next days", args: ["city"] }]);
});

test("a title before the description is not taken for it", () => {
  const tools = definitionsIn(
    `tool("press_button", "Press Button", "Presses a hardware button of the phone", {}, run)`,
  );
  assert.equal(tools[0]?.description, "Presses a hardware button of the phone");
});

test("an object with a JSON Schema is a tool, its description put together from any number of lines", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `"line ${index} "`).join(" + ");
  const tools = definitionsIn(
    `export const tools = [{ name: "long_one", description: ${lines}, inputSchema: { type: "object", properties: { id: {} } } }]`,
  );
  assert.match(tools[0]?.description ?? "", /^line 0 .*line 29$/);
  assert.deepEqual(tools[0]?.args, ["id"]);
});

test("names and texts behind constants, translations and templates are read", () => {
  const tools = definitionsIn(`
    const names = { add: "add_issue" }, what = "issue";
    const tool = { name: names.add, schema: {}, description: t("ADD_DESCRIPTION", \`Creates an \${what} in the project\`) }`);
  assert.deepEqual(tools, [{ name: "add_issue", description: "Creates an issue in the project", args: [] }]);
});

test("objects that only have a name and a description are no tools", () => {
  assert.deepEqual(definitionsIn(`const option = { name: "verbose", description: "Says more about every step" }`), []);
});

test("a long description ends after a sentence", () => {
  const text = `${"A sentence of words. ".repeat(20)}`;
  const short = shortenDescription(text);
  assert.ok(short.length <= 300 && short.endsWith("words."));
  assert.equal(shortenDescription("✅ **Creates** a `note`"), "Creates a note");
});

function definitionsIn(source: string): ToolDefinition[] {
  const root = parseSource(source, false) as SyntaxNode;
  const finder = new DefinitionFinder();
  finder.read(root, findConstants(root));
  return finder.definitions();
}
