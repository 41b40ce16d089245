import type { Client } from "@modelcontextprotocol/client";
import type { PolicyRule } from "@toolcrib/core/policy";
import { afterEach, describe, expect, it, vi } from "vitest";
import { connectClient, textOf } from "../testing/client.ts";
import { call, closeFronts, listed, openClient, openFront, ownTools, wordsOnly } from "../testing/open-front.ts";
import { scriptedEntry } from "../testing/scripted-entry.ts";

afterEach(closeFronts);

describe("policy", () => {
  const entries = [scriptedEntry("a"), scriptedEntry("b")];

  it("F71 denies by the real name, however the tool is called", async () => {
    const { client, pool } = await openClient({ entries }, { policy: [{ action: "deny", name: "mcp__a__echo" }] });
    const callTool = vi.spyOn(pool, "callTool");

    for (const result of [
      await call(client, "call_tool", { name: "mcp__a__echo", arguments: { text: "x" } }),
      await call(client, "mcp__a__echo", { text: "x" }),
    ]) {
      expect(result).toMatchObject({ isError: true });
      expect(textOf(result)).toContain('There is no tool "mcp__a__echo"');
    }
    expect(callTool).not.toHaveBeenCalled();
    expect(textOf(await call(client, "search_tools", { query: "mcp__a__echo" }))).not.toContain(
      '"name":"mcp__a__echo"',
    );
    expect(await call(client, "describe_tools", { names: ["mcp__a__echo"] })).toMatchObject({ isError: true });
    expect(textOf(await call(client, "mcp__b__echo", { text: "fine" }))).toBe("fine");
  });

  it("F71 denies by the real arguments, also if they came as a string", async () => {
    const policy = [{ action: "deny", name: "*echo", arguments: { text: "/etc/*" } }] as const;
    const { client } = await openClient({ entries }, { policy });

    expect(textOf(await call(client, "mcp__a__echo", { text: "/srv/x" }))).toBe("/srv/x");
    expect(await call(client, "mcp__a__echo", { text: "/etc/passwd" })).toMatchObject({ isError: true });
    const wrapped = { name: "mcp__a__echo", arguments: '{"text":"/etc/passwd"}' };
    expect(await call(client, "call_tool", wrapped)).toMatchObject({ isError: true });
  });

  it("hides a tool or a whole server as if it did not exist", async () => {
    const { client } = await openClient({ entries }, { policy: [{ action: "hide", server: "b" }] });

    expect((await client.listTools()).tools[0]?.description).not.toContain("- b");
    const unknown = textOf(await call(client, "mcp__b__echo", { text: "x" }));
    expect(unknown).toContain("There is no tool");
    expect(textOf(await call(client, "search_tools", { query: "mcp__b" }))).toContain("No tool matches. 8 tools");
  });

  it("answers every search as if what it hides did not exist", async () => {
    const serverWith = (server: string, descriptions: readonly string[]) =>
      scriptedEntry(server, {
        tools: descriptions.map((description, place) => ({
          name: `tool_${place}`,
          description,
          inputSchema: { type: "object" },
        })),
      });
    const few = [serverWith("office", ["Opens a drawer.", "Moves a ladder."])];
    const secret = serverWith("secret", ["Opens a drawer with a key.", "Counts drawers.", "Paints a drawer."]);
    const options = { userIndex: wordsOnly, policy: [{ action: "hide", server: "secret" }] } as const;
    const { client } = await openClient({ entries: [...few, secret] }, options);
    const expected = await openClient({ entries: few }, options);

    const ask = async (asked: Client, query: string) => textOf(await call(asked, "search_tools", { query, limit: 50 }));
    for (const query of ["drawer ladder", "paint", "count a drawer", "secret", "mcp__secret__tol", "/e/", "+drawer"]) {
      expect(await ask(client, query), query).toBe(await ask(expected.client, query));
    }
  });

  it("can depend on the client", async () => {
    const policy = [{ action: "hide", server: "a", client: "guest*" }] as const;
    const { client } = await openClient({ entries }, { policy }, "guest-app");
    const member = await openClient({ entries }, { policy }, "member");

    expect(await call(client, "mcp__a__echo", { text: "x" })).toMatchObject({ isError: true });
    expect(textOf(await call(member.client, "mcp__a__echo", { text: "x" }))).toBe("x");
  });

  it.each([
    ["a server's entry", [{ action: "deny", name: "*echo", server: "a" }], [{ action: "pin", name: "*echo" }]],
    ["the front", [{ action: "pin", name: "*echo", server: "a" }], [{ action: "deny", name: "echo" }]],
    [
      "the front, after a pin",
      [],
      [
        { action: "pin", name: "*" },
        { action: "hide", name: "mcp__a__*" },
      ],
    ],
  ] as const)("E1.0 gives a rule of %s that hides precedence over one that pins", async (_where, ofEntry, policy) => {
    const own = scriptedEntry("a", {}, { policy: ofEntry });
    const { client } = await openClient({ entries: [own] }, { policy });

    expect(await listed(client)).toEqual(ownTools);
  });

  it("applies a caller's current rules at each request, and notifies the client that its list changed", async () => {
    const { front } = await openFront({ entries });
    let policy: readonly PolicyRule[] = [{ action: "pin", name: "mcp__a__echo" }];
    const client = await connectClient(front, "client", {}, { id: "key", policy: () => policy });
    const changed = vi.fn();
    client.setNotificationHandler("notifications/tools/list_changed", changed);
    expect(await listed(client)).toEqual([...ownTools, "mcp__a__echo"]);

    policy = [{ action: "hide", name: "echo" }];
    front.announcePolicyChange();

    await expect.poll(() => changed).toHaveBeenCalled();
    expect(await listed(client)).toEqual(ownTools);
    expect(await call(client, "mcp__a__echo", { text: "x" })).toMatchObject({ isError: true });
    expect(textOf(await call(client, "search_tools", { query: "select:mcp__b__echo" }))).not.toContain("mcp__a__echo");
    await client.close();
  });

  it("refuses an invalid rule", async () => {
    const policy = [{ action: "deny" }] as unknown as PolicyRule[];

    await expect(openFront({ entries: [] }, { policy })).rejects.toMatchObject({ code: "invalid_setting" });
  });
});
