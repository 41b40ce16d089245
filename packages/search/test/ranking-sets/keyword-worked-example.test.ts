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
  it("gives the worked example's scores, leaves out zero scores, and breaks ties by name", async () => {
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

  it.each(["Hammering", "Sledgehammer", "_hammer", "hammer2", "Überhammer", "Großhammer", "hammerähnlich", "𝐀hammer"])(
    "does not match a part of the word %s in a description or a hint",
    async (word) => {
      expect(await scoresOf([{ name: "mcp__shed__knock", description: `A ${word}.` }], "hammer")).toEqual([]);
      expect(await scoresOf([{ name: "mcp__shed__knock", searchHint: word }], "hammer")).toEqual([]);
    },
  );

  it.each(["😀hammer", "😀 a hammer", "hammer", "(hammer)", "hammer—"])(
    "finds the whole word in: %s",
    async (description) => {
      expect(await scoresOf([{ name: "mcp__shed__knock", description }], "hammer")).toEqual([["mcp__shed__knock", 2]]);
    },
  );

  it("does not treat the prefix of MCP tools as a part of their names", async () => {
    expect(await scoresOf([{ name: "mcp__shed__knock" }], "mcp")).toEqual([["mcp__shed__knock", 3]]);
  });

  it("gives three points for a match across name parts, only if the tool has none", async () => {
    expect(await scoresOf([{ name: "shed_hammer" }], "d_h")).toEqual([["shed_hammer", 3]]);
    expect(await scoresOf([{ name: "shed_hammer" }], "d_h hammer")).toEqual([["shed_hammer", 13]]);
    expect(await scoresOf([{ name: "shed_hammer" }], "hammer d_h")).toEqual([["shed_hammer", 10]]);
    expect(await scoresOf([{ name: "shed_hammer", description: "A tool." }], "tool d_h")).toEqual([["shed_hammer", 2]]);
  });

  it("matches a required term in the name, the hint or the description, and gives it no points", async () => {
    const tools = [
      { name: "mcp__a__send", description: "Sends to matrix." },
      { name: "mcp__b__send", description: "Sends.", searchHint: "matrix rooms" },
      { name: "mcp__matrix__send", description: "Sends." },
      { name: "mcp__c__send", description: "Sends mail." },
    ];
    expect(await scoresOf(tools, "+matrix send")).toEqual([
      ["mcp__a__send", 12],
      ["mcp__b__send", 12],
      ["mcp__matrix__send", 12],
    ]);
  });
});
