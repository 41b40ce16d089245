import { afterEach, describe, expect, it } from "vitest";
import { connectClient, textOf } from "../testing/client.ts";
import { call, closeFronts, closeLater, openClient, openFront } from "../testing/open-front.ts";
import richResult from "../testing/rich-result.json" with { type: "json" };
import { scriptedEntry } from "../testing/scripted-entry.ts";

afterEach(closeFronts);

describe("a call through the front", () => {
  it("F37 is checked against the real schema, and errors show the path and the schema", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });

    const wrong = await call(client, "call_tool", { name: "mcp__a__echo", arguments: { text: 5 } });
    expect(wrong).toMatchObject({ isError: true });
    expect(textOf(wrong)).toContain("mcp__a__echo was not called: /text:");
    expect(textOf(wrong)).toContain('Its schema: {"type":"object","properties":{"text":{"type":"string"}}');
    expect(await call(client, "mcp__a__echo")).toMatchObject({ isError: true });
    expect(await call(client, "call_tool", { name: "mcp__a__echo", arguments: [1] })).toMatchObject({ isError: true });
  });

  it("is checked in bounded time, whatever the server's schema is", async () => {
    const text = { type: "string", pattern: "^(a+)+$" };
    const tools = [
      { name: "pattern", description: "x", inputSchema: { type: "object", properties: { text } } },
      { name: "echo", description: "x", inputSchema: { type: "object", $ref: "#" } },
    ];
    const { client } = await openClient({ entries: [scriptedEntry("a", { tools })] });

    const wrong = await call(client, "mcp__a__pattern", { text: `${"a".repeat(40)}!` });
    expect(textOf(wrong)).toContain("mcp__a__pattern was not called: /text: String does not match pattern");
    // What cannot be checked reaches the server, which knows best what it accepts.
    expect(textOf(await call(client, "mcp__a__echo", { text: "hi" }))).toBe("hi");
  });

  it("F38 accepts arguments that came as a string", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });

    const input = { name: "mcp__a__echo", arguments: '{"text":"hi"}' };
    expect(textOf(await call(client, "call_tool", input))).toBe("hi");
  });

  it("F42, F43 of an unknown name runs nothing and suggests up to three similar names", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a"), scriptedEntry("b")] });

    const result = await call(client, "call_tool", { name: "mcp__a__echoo", arguments: { text: "x" } });

    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain(
      'There is no tool "mcp__a__echoo", and nothing was called. Nearest names: mcp__a__echo',
    );
    expect(await call(client, "call_tool", {})).toMatchObject({ isError: true });
  });

  it("W-MCP10 returns results, including structured ones and images, and the server's own errors unchanged", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")] });

    const expected = {
      ...richResult,
      _meta: { ...richResult._meta, echoed: { mine: 1 } },
    };
    const params = { name: "mcp__a__rich", arguments: {}, _meta: { mine: 1 } };
    expect(await client.callTool(params)).toEqual(expected);
    expect(await client.callTool({ ...params, name: "call_tool", arguments: { name: "mcp__a__rich" } })).toEqual(
      expected,
    );
    await expect(call(client, "mcp__a__fail")).rejects.toMatchObject({ code: -32050, data: { why: "because" } });
  });

  it("W-MCP9 forwards progress and cancellation", async () => {
    const { client, pool } = await openClient({ entries: [scriptedEntry("a")] });
    const controller = new AbortController();
    const progress: unknown[] = [];

    const running = client.callTool(
      { name: "mcp__a__slow", arguments: {} },
      {
        signal: controller.signal,
        onprogress: (step) => {
          progress.push(step);
          controller.abort(new Error("enough"));
        },
      },
    );

    await expect(running).rejects.toThrow("enough");
    expect(progress).toEqual([{ progress: 1, total: 2, message: "half" }]);
    expect(await pool.callTool("mcp__a__echo", { text: "still there" })).toMatchObject({ content: [{}] });
  });

  it("results in a tool error when the server exits, and works again afterwards", async () => {
    const { client } = await openClient({ entries: [scriptedEntry("a")], restart: { firstMilliseconds: 5 } });

    const lost = await call(client, "mcp__a__crash");
    expect(lost).toMatchObject({ isError: true });
    expect(textOf(lost)).toContain("ended during the call");
    expect(textOf(await call(client, "mcp__a__echo", { text: "again" }))).toBe("again");
  });

  it("forwards a server's question to the client, and reports it if the client answers none", async () => {
    const { front } = await openFront({
      entries: [scriptedEntry("a")],
      clientCapabilities: { elicitation: { form: {} } },
    });
    const able = await connectClient(front, "able", { capabilities: { elicitation: { form: {} } } });
    able.setRequestHandler("elicitation/create", async () => ({ action: "accept", content: { sure: true } }));
    const unable = await connectClient(front, "unable");
    closeLater(async () => {
      await able.close();
      await unable.close();
    });

    expect(textOf(await call(able, "mcp__a__ask"))).toBe('{"action":"accept","content":{"sure":true}}');
    expect(textOf(await call(unable, "mcp__a__ask"))).toContain("does not answer elicitation/create");
  });
});
