import { expect, it } from "vitest";
import { listLoadedPackages } from "./list-loaded-packages.ts";
import { readRuntimeSpecifiers } from "./read-runtime-specifiers.ts";

it("loads no MCP SDK and no AI SDK when the gateway is imported: those wait for a config that needs them", () => {
  const loaded = listLoadedPackages("@toolcrib/gateway");
  const isHeavy = (specifier: string): boolean =>
    /^(?:@modelcontextprotocol|@ai-sdk|@anthropic-ai|openai|ai$)/.test(specifier);

  expect(loaded.has("hono")).toBe(true);
  expect([...loaded].filter(([specifier]) => isHeavy(specifier)).map(([, path]) => path.join(" → "))).toEqual([]);
});

it("finds the MCP SDK where it is loaded", () => {
  expect([...listLoadedPackages("@toolcrib/mcp").keys()]).toContain("@modelcontextprotocol/client");
});

it.each([
  ['import { a } from "a";', ["a"]],
  ['import "a";', ["a"]],
  ['import { type A } from "a";', ["a"]],
  ['import type { A } from "a";', []],
  ['export { a } from "a"; export type { B } from "b";', ["a"]],
  ['export const a = 1; const b = await import("b");', []],
])("counts what is loaded with a file: %s", (source, specifiers) => {
  expect(readRuntimeSpecifiers("a.ts", source)).toEqual(specifiers);
});
