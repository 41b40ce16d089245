import { type RankerName, ToolIndex } from "@toolcrib/search";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { StdioServerEntry } from "../config/index.ts";
import { createFront, ServerPool } from "../index.ts";
import { connectClient, textOf } from "../testing/client.ts";
import { call, closeFronts, closeLater, openClient, wordsOnly } from "../testing/open-front.ts";
import { scriptedEntry } from "../testing/scripted-entry.ts";

afterEach(closeFronts);

describe("a search", () => {
  it("E5.6 uses the ranker of the options", async () => {
    const entries = [scriptedEntry("a")];
    const search = async (options: { readonly ranker?: RankerName }, query: string) => {
      const { client } = await openClient({ entries }, options);
      return textOf(await call(client, "search_tools", { query }));
    };

    expect(await search({ ranker: "keyword" }, "ech")).toContain('"name":"mcp__a__echo"');
    expect(await search({ ranker: "bm25" }, "ech")).toContain("No tool matches.");
    expect(await search({ ranker: "regex" }, "^mcp__a__echo$")).toContain('"name":"mcp__a__echo"');
    expect(await search({ ranker: "regex" }, "select:echo")).toContain('"name":"mcp__a__echo"');
  });

  it("refuses an unknown ranker when it is created", async () => {
    const pool = new ServerPool({ entries: [], cacheFolder: null });
    closeLater(() => pool.close());

    await expect(createFront({ pool, ranker: "bm52" as RankerName })).rejects.toThrow(
      "There is no such ranker: expected one of hybrid, bm25, keyword, regex, semantic",
    );
  });

  it("E5.9 names what may be meant behind the hits, or alone where nothing is a clear match", async () => {
    const index = new ToolIndex({ embedder: null });
    const named = [{ name: "mcp__a__crash", description: "Ends the server." }];
    const answers = { hits: 0 };
    vi.spyOn(index, "search").mockImplementation(async () => {
      const echo = { name: "mcp__a__echo", score: 1, why: [], sameAs: ["mcp__b__echo"] };
      const hits = answers.hits === 0 ? [] : [echo];
      const { length: matched } = hits;
      const counts = { searched: 8, matched, cut: 0, notFound: [], nearest: [] } as const;
      return { kind: "words", ranker: "hybrid", hits, candidates: named, ...counts, semantic: "off", summary: "" };
    });
    const pool = new ServerPool({ entries: [scriptedEntry("a")], cacheFolder: null, endMilliseconds: 300 });
    closeLater(() => pool.close());
    const client = await connectClient(await createFront({ pool, index }));
    closeLater(() => client.close());
    const search = async () => textOf(await call(client, "search_tools", { query: "say it" }));
    const line = 'search for "select:NAME" to see one in full:\n- mcp__a__crash: Ends the server.';

    for (let round = 0; round < 4; round++) {
      expect(await search()).toMatch(
        /^No tool is a clear match\. 8 tools of 1 servers were searched\.\nMay be meant; /,
      );
    }
    expect(await search()).toContain(line);
    // A client that is offered names is not told to give up.
    expect(await search()).not.toContain("in a row without a result");
    answers.hits = 1;
    expect(await search()).toMatch(/"name":"mcp__a__echo"[\s\S]*May be meant too; [\s\S]*mcp__a__crash/);
    expect(await search()).toContain("mcp__a__echo says the same as mcp__b__echo.");
  });

  it("says how many tools a pattern was not tried on, with hits and without", async () => {
    const index = new ToolIndex({ embedder: null });
    const hits = [{ name: "mcp__a__echo", score: 1, why: [] }];
    const counts = { searched: 5, unsearched: 3, cut: 0, notFound: [], nearest: [], candidates: [] } as const;
    const given = { kind: "regex", ranker: "regex", semantic: "not needed", summary: "", ...counts } as const;
    vi.spyOn(index, "search")
      .mockResolvedValueOnce({ ...given, hits, matched: 1 })
      .mockResolvedValueOnce({ ...given, hits: [], matched: 0 });
    const pool = new ServerPool({ entries: [scriptedEntry("a")], cacheFolder: null, endMilliseconds: 300 });
    closeLater(() => pool.close());
    await pool.settled(10_000);
    const client = await connectClient(await createFront({ pool, index }));
    closeLater(() => client.close());
    const left = "The pattern takes too much work, so 3 tools were not searched";

    expect(textOf(await call(client, "search_tools", { query: "/x/" }))).toMatch(
      `1 of 5 tools, the best first. ${left}`,
    );
    expect(textOf(await call(client, "search_tools", { query: "/x/" }))).toContain(left);
  });

  it("E5.1 shows five tools by default", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });

    expect(textOf(await call(client, "search_tools", { query: "/./" }))).toMatch(/^5 of 8 tools, .* 3 more match/);
  });
});

describe("a search after a cold start", () => {
  async function openCold(entries: readonly StdioServerEntry[], waitMilliseconds: number) {
    const pool = new ServerPool({ entries, cacheFolder: null, endMilliseconds: 300 });
    closeLater(() => pool.close());
    const settled = vi.spyOn(pool, "settled");
    const client = await connectClient(await createFront({ pool, index: wordsOnly(), waitMilliseconds }));
    closeLater(() => client.close());
    const search = async (query: string) => textOf(await call(client, "search_tools", { query }));
    return { pool, settled, search };
  }

  it("covers the servers that are still starting, even if others have a match", async () => {
    const { pool, search } = await openCold([scriptedEntry("a"), scriptedEntry("b", { delay: 300 })], 20_000);
    await pool.connect("a");

    const text = await search("echo");

    expect(text).toContain("of 16 tools");
    expect(text).toContain('"name":"mcp__b__echo"');
    expect(text).not.toContain("Still connecting");
  });

  it("lists the servers that it does not cover, and waits for each of them once", async () => {
    const broken = scriptedEntry("broken", { failAlways: true });
    const { pool, settled, search } = await openCold(
      [scriptedEntry("a"), scriptedEntry("slow", { silent: true }), broken],
      20,
    );
    await pool.connect("a");
    await expect.poll(() => pool.servers().find(({ name }) => name === "broken")?.state).toBe("failed");

    const first = await search("echo");
    const second = await search("echo");

    for (const text of [first, second]) {
      expect(text).toContain('"name":"mcp__a__echo"');
      expect(text).toContain("Still connecting: slow; search again for their tools.");
      expect(text).toContain("The server broken failed:");
    }
    expect(settled).toHaveBeenCalledTimes(1);
  });

  it("does not wait if all requested names are known", async () => {
    const { pool, settled, search } = await openCold([scriptedEntry("a"), scriptedEntry("slow", { silent: true })], 20);
    await pool.connect("a");

    expect(await search("select:mcp__a__echo")).toContain('"name":"mcp__a__echo"');
    expect(await search("mcp__a__echo")).toContain('"name":"mcp__a__echo"');
    expect(settled).not.toHaveBeenCalled();
  });
});

describe("an empty answer", () => {
  it("F30 names a server that is connected and has no tools", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("empty", { tools: [] })] });

    expect(textOf(await call(client, "search_tools", { query: "anything" }))).toContain(
      "No tool matches. 0 tools of 0 servers were searched. Connected, but without tools: empty.",
    );
  });

  it("F30, F31, L6 says how many were searched, which names are similar, and which servers are missing and why", async () => {
    const { client } = await openClient({
      entries: [
        scriptedEntry("good"),
        scriptedEntry("broken", { failAlways: true }),
        scriptedEntry("off", {}, { disabled: true }),
      ],
    });

    const text = textOf(await call(client, "search_tools", { query: "mcp__good__ecko" }));

    expect(text).toContain("No tool matches. 8 tools of 1 servers were searched.");
    expect(text).toContain("Nearest names: mcp__good__echo");
    expect(text).toContain("The server broken failed:");
    expect(text).toContain("no database");
    expect(text).toContain("Disabled in the config: off.");
  });

  it("F32 waits a bounded time for servers that are still connecting, and names them", async () => {
    const pool = new ServerPool({ entries: [scriptedEntry("slow", { silent: true })], cacheFolder: null });
    closeLater(() => pool.close());
    const front = await createFront({ pool, index: wordsOnly(), waitMilliseconds: 20 });
    const client = await connectClient(front);
    closeLater(() => client.close());

    expect(textOf(await call(client, "search_tools", { query: "anything" }))).toContain("Still connecting: slow");
  });

  it("F32 finds the tools of a server that connects while the search waits", async () => {
    const pool = new ServerPool({ entries: [scriptedEntry("a")], cacheFolder: null, endMilliseconds: 300 });
    closeLater(() => pool.close());
    const front = await createFront({ pool, index: wordsOnly() });
    const client = await connectClient(front);
    closeLater(() => client.close());

    expect(textOf(await call(client, "search_tools", { query: "mcp__a__echo" }))).toContain('"name":"mcp__a__echo"');
  });

  it("Q10 nudges after the third fruitless search in a row", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });
    const search = async (query: string) => textOf(await call(client, "search_tools", { query }));
    const nudge = "Do not search for the same thing again";

    expect(await search("zzz")).not.toContain(nudge);
    expect(await search("zzz")).not.toContain(nudge);
    expect(await search("zzz")).toContain(nudge);
    await search("echo");
    expect(await search("zzz")).not.toContain(nudge);
  });

  it.each([[{}], [{ query: 5 }], [{ query: " " }], [{ query: "/(/" }]])(
    "reports what is wrong with %j",
    async (input) => {
      const { client } = await openClient({ entries: [scriptedEntry("a")] });

      expect(await call(client, "search_tools", input)).toMatchObject({ isError: true });
    },
  );
});
