import { ToolIndex } from "@toolcrib/search";
import { describe, expect, it } from "vitest";

const names = [
  "mcp__slack__send_message",
  "mcp__slack__list_channels",
  "mcp__github__create_issue",
  "mcp__email__send_email",
];

async function scoresOf(tools: readonly { name: string; description?: string; searchHint?: string }[], query: string) {
  const index = new ToolIndex({ embedder: null });
  index.add(tools);
  const { hits } = await index.search(query, { ranker: "keyword", limit: 10 });
  return hits.map(({ name, score }) => [name, score] as const);
}

describe("keyword scoring", () => {
  it("gives the worked example's scores, leaves out what scores nothing, and orders ties by name", async () => {
    expect(
      await scoresOf(
        names.map((name) => ({ name })),
        "slack send",
      ),
    ).toEqual([
      ["mcp__slack__send_message", 24],
      ["mcp__email__send_email", 12],
      ["mcp__slack__list_channels", 12],
    ]);
  });

  it.each([
    ["an MCP tool's name part", [{ name: "mcp__shed__hammer_nail" }], "hammer", 12],
    ["another tool's name part", [{ name: "hammer_nail" }], "hammer", 10],
    ["a piece of an MCP tool's name part", [{ name: "mcp__shed__sledgehammer" }], "hammer", 6],
    ["a piece of another tool's name part", [{ name: "sledgehammer" }], "hammer", 5],
    ["a whole word of the hint", [{ name: "mcp__shed__knock", searchHint: "hammer" }], "hammer", 4],
    ["a whole word of the description", [{ name: "mcp__shed__knock", description: "A hammer." }], "hammer", 2],
    [
      "name, hint and description together",
      [{ name: "hammer_nail", searchHint: "hammer", description: "hammer" }],
      "hammer",
      16,
    ],
  ])("scores %s", async (_what, tools, query, score) => {
    expect(await scoresOf(tools, query)).toEqual([[tools[0]?.name, score]]);
  });

  it("does not take a part of a word in a description for the word", async () => {
    expect(await scoresOf([{ name: "mcp__shed__knock", description: "Hammering" }], "hammer")).toEqual([]);
  });
});
