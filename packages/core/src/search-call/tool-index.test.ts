import { type Tool as IndexTool, ToolIndex } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { DeferralSession, type Tool } from "../index.ts";
import { bash, builtIn, call, catalogue, mcpTool } from "../testing/fixtures.ts";

const slack = "mcp__slack__send_message";
const email = "mcp__email__send_email";

function search(query: string, tools: readonly Tool[] = catalogue): Promise<readonly string[]> {
  const session = new DeferralSession({ tools, createIndex: () => new ToolIndex({ embedder: null }) });
  return session.answerSearch(call("toolu_1", "ToolSearch", { query })).then(({ found }) => found);
}

describe("a search with the index of @toolcrib/search", () => {
  it("E5.2 selects by name and by suffix, with spaces and duplicates", async () => {
    expect(await search(` select: ${slack} , send_email, ${slack}, Bash`)).toEqual([slack, email, "Bash"]);
  });

  it("E5.3 takes a full name for that tool and an mcp__ prefix for all that begin with it", async () => {
    expect(await search(slack)).toEqual([slack]);
    expect(await search("mcp__slack")).toEqual(["mcp__slack__list_channels", slack]);
  });

  it("E5.4 asks for what must match in name, hint or description, and ranks by the rest", async () => {
    const tools = [
      bash,
      mcpTool("a", "send", { description: "Sends to matrix." }),
      mcpTool("b", "send", { description: "Sends.", searchHint: "matrix rooms" }),
      mcpTool("matrix", "send", { description: "Sends." }),
      mcpTool("c", "send", { description: "Sends mail." }),
    ];

    expect((await search("+matrix send", tools)).toSorted()).toEqual([
      "mcp__a__send",
      "mcp__b__send",
      "mcp__matrix__send",
    ]);
  });

  it("E5.4 reads the hint from MCP's metadata too", async () => {
    const hinted = mcpTool("x", "y", { description: "Does it.", _meta: { "anthropic/searchHint": "zeppelin" } });

    expect(await search("zeppelin", [bash, hinted])).toEqual(["mcp__x__y"]);
  });

  it("E5.6 does not find itself nor what is in the prompt, while something deferred matches", async () => {
    expect(await search("search tools send", [builtIn("SendNow"), ...catalogue])).not.toContain("ToolSearch");
  });

  it("E5.7 scores by the published table", async () => {
    const index = new ToolIndex({ embedder: null });
    index.add(
      catalogue.slice(1).map(({ name = "" }) => ({ name, description: "", input_schema: {} }) satisfies IndexTool),
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
