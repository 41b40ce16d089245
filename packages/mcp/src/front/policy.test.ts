import { afterEach, describe, expect, it, vi } from "vitest";
import { textOf } from "../testing/client.ts";
import { call, closeFronts, listed, openClient, ownTools } from "../testing/open-front.ts";
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
      expect(textOf(result)).toContain("a rule of the user's policy forbids it");
    }
    expect(callTool).not.toHaveBeenCalled();
    expect(textOf(await call(client, "search_tools", { query: "mcp__a__echo" }))).not.toContain(
      '"name":"mcp__a__echo"',
    );
    expect(await call(client, "describe_tools", { names: ["mcp__a__echo"] })).toMatchObject({ isError: true });
    expect(textOf(await call(client, "mcp__b__echo", { text: "fine" }))).toBe("fine");
  });

  it("F71 denies by the real arguments, also when they came as a text", async () => {
    const policy = [{ action: "deny", name: "*echo", arguments: { text: "/etc/*" } }] as const;
    const { client } = await openClient({ entries }, { policy });

    expect(textOf(await call(client, "mcp__a__echo", { text: "/srv/x" }))).toBe("/srv/x");
    expect(await call(client, "mcp__a__echo", { text: "/etc/passwd" })).toMatchObject({ isError: true });
    const wrapped = { name: "mcp__a__echo", arguments: '{"text":"/etc/passwd"}' };
    expect(await call(client, "call_tool", wrapped)).toMatchObject({ isError: true });
  });

  it("hides a tool, or a whole server, as if it were not there", async () => {
    const { client } = await openClient({ entries }, { policy: [{ action: "hide", server: "b" }] });

    expect((await client.listTools()).tools[0]?.description).not.toContain("- b");
    const unknown = textOf(await call(client, "mcp__b__echo", { text: "x" }));
    expect(unknown).toContain("There is no tool");
    expect(textOf(await call(client, "search_tools", { query: "mcp__b" }))).toContain("No tool matches. 8 tools");
  });

  it("can depend on the client", async () => {
    const policy = [{ action: "hide", server: "a", client: "guest*" }] as const;
    const { client } = await openClient({ entries }, { policy }, "guest-app");
    const member = await openClient({ entries }, { policy }, "member");

    expect(await call(client, "mcp__a__echo", { text: "x" })).toMatchObject({ isError: true });
    expect(textOf(await call(member.client, "mcp__a__echo", { text: "x" }))).toBe("x");
  });

  it("takes the rules of a server's own entry first", async () => {
    const own = scriptedEntry("a", {}, { policy: [{ action: "deny", name: "*echo", server: "a" }] });
    const { client } = await openClient({ entries: [own] }, { policy: [{ action: "pin", name: "*echo" }] });

    expect(await listed(client)).toEqual(ownTools);
  });
});
