import { type SearchableTool, ToolIndex } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { DeferralSession, type Settings, type Tool } from "../index.ts";
import { bash, builtIn, call, catalogue, mcpTool } from "../testing/fixtures.ts";

const slack = "mcp__slack__send_message";
const email = "mcp__email__send_email";

function search(
  query: string,
  tools: readonly Tool[] = catalogue,
  settings: Settings = {},
): Promise<readonly string[]> {
  const session = new DeferralSession({ tools, settings, createIndex: () => new ToolIndex({ embedder: null }) });
  return session.answerSearch(call("toolu_1", "ToolSearch", { query })).then(({ found }) => found);
}

describe("a search with the index of @toolcrib/search", () => {
  it("E5.2 selects by name and by suffix, with spaces and duplicates", async () => {
    expect(await search(` select: ${slack} , send_email, ${slack}, Bash`)).toEqual([slack, email, "Bash"]);
  });

  it("E5.3 finds one tool by a full name, and all with the same mcp__ prefix", async () => {
    expect(await search(slack)).toEqual([slack]);
    expect(await search("mcp__slack")).toEqual(["mcp__slack__list_channels", slack]);
  });

  it("E5.3 searches for the words of an mcp__ prefix that matches no name", async () => {
    expect((await search("mcp__mail__send_email"))[0]).toBe(email);
  });

  it("E5.3 finds deferred tools by a prefix first, and eager ones if none is deferred", async () => {
    const pinned = { policy: [{ action: "pin", server: "slack", name: "*send*" }] } as const;
    expect(await search("mcp__slack", catalogue, pinned)).toEqual(["mcp__slack__list_channels"]);
    const noted = [...catalogue, mcpTool("notes", "keep", { description: "Keeps what slack says." })];
    const allPinned = { policy: [{ action: "pin", server: "slack" }] } as const;
    expect(await search("MCP__Slack__", noted, allPinned)).toEqual(["mcp__slack__list_channels", slack]);
  });

  it.each(["hybrid", "bm25", "keyword"] as const)(
    "E5.4 requires some words in name, hint or description, and ranks by the rest (%s)",
    async (ranker) => {
      const tools = [
        bash,
        mcpTool("matrix", "archive", { description: "Archives a room of matrix, the matrix of matrices." }),
        mcpTool("matrix", "note", { description: "Notes a message." }),
        mcpTool("rooms", "post", { description: "Posts it.", searchHint: "send a message to matrix" }),
        mcpTool("chat", "send_message", { description: "Sends a message to matrix." }),
        mcpTool("mail", "send_message", { description: "Sends a message." }),
      ];

      expect(await search("+matrix send message", tools, { ranker })).toEqual([
        "mcp__chat__send_message",
        "mcp__rooms__post",
        "mcp__matrix__note",
      ]);
    },
  );

  it("E5.6 uses the ranker of the settings", async () => {
    const tools = [bash, mcpTool("a", "sledgehammer"), mcpTool("b", "knock", { description: "Uses hammers." })];

    expect(await search("hammer", tools, { ranker: "keyword" })).toEqual(["mcp__a__sledgehammer"]);
    expect(await search("hammer", tools, { ranker: "bm25" })).toEqual(["mcp__b__knock"]);
    expect(await search("^mcp__a__", tools, { ranker: "regex" })).toEqual(["mcp__a__sledgehammer"]);
    expect(await search("select:knock", tools, { ranker: "regex" })).toEqual(["mcp__b__knock"]);
  });

  it("E5.6 uses a ranker that is set while the session runs", async () => {
    const tools = [bash, mcpTool("a", "sledgehammer"), mcpTool("b", "knock", { description: "Uses hammers." })];
    const session = new DeferralSession({ tools, settings: { ranker: "keyword" } });
    const ask = async () => (await session.answerSearch(call("toolu_1", "ToolSearch", { query: "hammer" }))).found;

    expect(await ask()).toEqual(["mcp__a__sledgehammer"]);
    session.configure({ ranker: "bm25" });
    expect(await ask()).toEqual(["mcp__b__knock"]);
  });

  it("P1 refuses an unknown ranker, in types and at run time", () => {
    // @ts-expect-error The names of rankers are a closed list.
    const settings: Settings = { ranker: "bm52" };

    expect(() => new DeferralSession({ settings })).toThrow(
      'The setting ranker is not usable: expected one of hybrid, bm25, keyword, regex, semantic, got "bm52".',
    );
  });

  it("E5.4 reads the hint from MCP's metadata too", async () => {
    const hinted = mcpTool("x", "y", { description: "Does it.", _meta: { "anthropic/searchHint": "zeppelin" } });

    expect(await search("zeppelin", [bash, hinted])).toEqual(["mcp__x__y"]);
  });

  it("E5.6 finds neither itself nor eager tools if a deferred one matches", async () => {
    expect(await search("search tools send", [builtIn("SendNow"), ...catalogue])).not.toContain("ToolSearch");
  });

  it("E5.7 scores by the published table", async () => {
    const index = new ToolIndex({ embedder: null });
    index.add(
      catalogue.slice(1).map(({ name = "" }) => ({ name, description: "", input_schema: {} }) satisfies SearchableTool),
    );
    const { hits } = await index.search("slack send", { ranker: "keyword" });

    expect(hits.map(({ name, score }) => [name, score])).toEqual([
      [slack, 24],
      [email, 12],
      ["mcp__slack__list_channels", 12],
    ]);
  });

  it("P1 tells the model what is wrong with a pattern", async () => {
    const session = new DeferralSession({ tools: catalogue });
    const { result } = await session.answerSearch(call("toolu_1", "ToolSearch", { query: "/[/" }));

    expect(result.is_error).toBe(true);
    expect(JSON.stringify(result.content)).toContain("Invalid regular expression pattern");
  });
});
