import { afterEach, describe, expect, it } from "vitest";
import { createFront, ServerPool } from "../index.ts";
import { connectClient, textOf } from "../testing/client.ts";
import { call, closeFronts, closeLater, openClient, wordsOnly } from "../testing/open-front.ts";
import { scriptedEntry } from "../testing/scripted-entry.ts";

afterEach(closeFronts);

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
