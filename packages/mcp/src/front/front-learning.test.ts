import type { Client } from "@modelcontextprotocol/client";
import { UsageHistory } from "@toolcrib/search";
import { afterEach, describe, expect, it } from "vitest";
import type { FrontLearning } from "../index.ts";
import { connectClient, textOf } from "../testing/client.ts";
import { call, closeFronts, openClient, openFront } from "../testing/open-front.ts";
import { scriptedEntry } from "../testing/scripted-entry.ts";

afterEach(closeFronts);

const inputSchema = { type: "object" };
const notes = scriptedEntry("notes", {
  tools: [
    { name: "echo", description: "Post a note to the team.", inputSchema },
    { name: "environment", description: "Share a note with the team.", inputSchema },
    { name: "read", description: "Read a file.", inputSchema },
  ],
});
const query = "note for the team";

function learnWith(usage = new UsageHistory()): FrontLearning & { readonly usage: UsageHistory } {
  return {
    usage,
    history: () => usage,
    note: (calls) => {
      for (const { queries, names } of calls) for (const name of names) usage.recordCall(queries, name);
    },
  };
}

/** The names that a search shows, in order. */
async function shownFor(client: Client): Promise<string[]> {
  const text = textOf(await call(client, "search_tools", { query }));
  return [...new Set([...text.matchAll(/mcp__notes__\w+/g)].map(([name]) => name))];
}

async function use(client: Client, name: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await shownFor(client);
    if (time % 2 === 0) await call(client, "call_tool", { name, arguments: {} });
    else await call(client, name);
  }
}

describe("a front that learns", () => {
  it("puts the tool first that was called after such searches, by call_tool or directly", async () => {
    const learning = learnWith();
    const { client } = await openClient({ entries: [notes] }, { learning });
    const [, second] = (await shownFor(client)) as [string, string];
    await use(client, second, 4);

    expect((await shownFor(client))[0]).toBe(second);
    expect(learning.usage.inspect()).toMatchObject([{ name: second, calls: expect.closeTo(4, 3) }]);
  });

  it("learns for each caller alone, and nothing for one without", async () => {
    const { front } = await openFront({ entries: [notes] });
    const learning = learnWith();
    const callerNamed = (id: string, own?: FrontLearning) => ({ id, policy: () => [], learning: () => own });
    const mine = await connectClient(front, "client", {}, callerNamed("me", learning));
    const theirs = await connectClient(front, "client", {}, callerNamed("them", learnWith()));
    const nobodys = await connectClient(front, "client", {}, callerNamed("nobody"));
    const before = await shownFor(mine);
    await use(mine, before[1] as string, 4);

    expect((await shownFor(mine))[0]).toBe(before[1]);
    expect(await shownFor(theirs)).toEqual(before);
    expect(await shownFor(nobodys)).toEqual(before);
    for (const client of [mine, theirs, nobodys]) await client.close();
  });

  it("does not learn from calls that no search showed, or that did not run", async () => {
    const learning = learnWith();
    const { client } = await openClient({ entries: [notes] }, { learning });
    await call(client, "call_tool", { name: "mcp__notes__echo", arguments: {} });
    await shownFor(client);
    await call(client, "call_tool", { name: "mcp__notes__echo", arguments: "no object" });
    await call(client, "call_tool", { name: "mcp__notes__none", arguments: {} });

    expect(learning.usage.inspect()).toEqual([]);
  });
});
