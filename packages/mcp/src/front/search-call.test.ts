import type { RankerName } from "@toolcrib/search";
import { afterEach, describe, expect, it } from "vitest";
import { createFront, ServerPool } from "../index.ts";
import { connectClient, textOf } from "../testing/client.ts";
import { call, closeFronts, closeLater, openClient, wordsOnly } from "../testing/open-front.ts";
import { scriptedEntry } from "../testing/scripted-entry.ts";

afterEach(closeFronts);

describe("a search", () => {
  it("E5.6 ranks by the option", async () => {
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

  it("refuses a ranker that there is not when it is made", async () => {
    const pool = new ServerPool({ entries: [], cacheFolder: null });
    closeLater(() => pool.close());

    await expect(createFront({ pool, ranker: "bm52" as RankerName })).rejects.toThrow(
      "There is no such ranker: expected one of hybrid, bm25, keyword, regex, semantic",
    );
  });

  it("E5.1 shows five tools where no limit is given", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });

    expect(textOf(await call(client, "search_tools", { query: "/./" }))).toMatch(/^5 of 8 tools, .* 3 more match/);
  });
});

describe("an empty answer", () => {
  it("law 6 says how many were searched, what is near, and which servers are missing and why", async () => {
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

  it("nudges after the third fruitless search in a row", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });
    const search = async (query: string) => textOf(await call(client, "search_tools", { query }));
    const nudge = "Do not search for the same thing again";

    expect(await search("zzz")).not.toContain(nudge);
    expect(await search("zzz")).not.toContain(nudge);
    expect(await search("zzz")).toContain(nudge);
    await search("echo");
    expect(await search("zzz")).not.toContain(nudge);
  });

  it.each([[{}], [{ query: 5 }], [{ query: " " }], [{ query: "/(/" }]])("says what is wrong with %j", async (input) => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });

    expect(await call(client, "search_tools", input)).toMatchObject({ isError: true });
  });
});
