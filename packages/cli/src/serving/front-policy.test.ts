import type { Client, ClientOptions } from "@modelcontextprotocol/client";
import type { GatewayConfig } from "@toolcrib/gateway";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { keysWith, type Office, openOffice } from "../testing/office.ts";
import { createTemporaryFiles } from "../testing/temporary-files.ts";

vi.setConfig({ testTimeout: 30_000 });

const { folder } = createTemporaryFiles();
const eras: readonly (readonly [string, ClientOptions])[] = [
  ["2025", { versionNegotiation: { mode: "legacy" } }],
  ["2026", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
];
const shred = { name: "call_tool", arguments: { name: "mcp__office__shred_note", arguments: { path: "a" } } };

async function open(config: GatewayConfig): Promise<Office> {
  const office = await openOffice(folder, config);
  onTestFinished(() => office.close());
  return office;
}

async function search(client: Client, query = "shred a note"): Promise<string> {
  return JSON.stringify(await client.callTool({ name: "search_tools", arguments: { query } }));
}

describe.each(eras)("the front at /mcp, with a client of the protocol of %s", (_era, options) => {
  it("E1.0 hides from each key what the rules of that key hide", async () => {
    const { keys, of } = keysWith({ guest: [{ action: "hide", name: "*shred*" }], member: [] });
    const { connect, runs } = await open({ keys });
    const [guest, member] = [await connect(of["guest"], options), await connect(of["member"], options)];

    expect(await search(guest)).not.toContain("mcp__office__shred_note");
    expect(await guest.callTool(shred)).toMatchObject({ isError: true });
    expect(runs()).toEqual([]);
    expect(await search(member)).toContain("mcp__office__shred_note");
    expect(await member.callTool(shred)).not.toMatchObject({ isError: true });
    expect(runs()).toEqual(['shred_note {"path":"a"}']);
  });

  it("applies the rules of a reloaded config to open connections", async () => {
    const { keys, of } = keysWith({ member: [] });
    const { connect, runs, serving } = await open({ keys });
    const client = await connect(of["member"], options);
    expect(await search(client)).toContain("mcp__office__shred_note");

    await serving.reload({ keys, settings: { policy: [{ action: "deny", name: "mcp__office__shred_note" }] } });

    expect(await search(client)).not.toContain("mcp__office__shred_note");
    expect(await client.callTool(shred)).toMatchObject({ isError: true });
    const removed = keysWith({ other: [] });
    await serving.reload({ keys: removed.keys });
    await expect(client.listTools()).rejects.toThrow();
    expect(runs()).toEqual([]);
  });
});

describe("the front at /mcp", () => {
  it("uses the ranker of the settings, also after a reload", async () => {
    const { keys, of } = keysWith({ member: [] });
    const { connect, serving } = await openOffice(folder, { keys, settings: { ranker: "keyword" } });
    const client = await connect(of["member"], {});

    // A piece of a word: `keyword` finds it, `bm25` does not.
    expect(await search(client, "hred")).not.toContain("No tool matches");
    await serving.reload({ keys, settings: { ranker: "bm25" } });
    expect(await search(client, "hred")).toContain("No tool matches");
  });

  it("serves a session to the key that opened it and to no other", async () => {
    const { keys, of } = keysWith({ guest: [{ action: "hide", name: "*" }], member: [] });
    const { url } = await open({ keys });
    const post = (key: string, body: object, session?: string) =>
      fetch(`${url}/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "x-api-key": key,
          ...(session === undefined ? {} : { "mcp-session-id": session }),
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
      });
    const clientInfo = { name: "test", version: "1" };
    const opened = await post(of["member"]?.key ?? "", {
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
    });
    const session = opened.headers.get("mcp-session-id") ?? "";
    const list = { method: "tools/list", params: {} };

    expect((await post(of["guest"]?.key ?? "", list, session)).status).toBe(404);
    expect((await post(of["member"]?.key ?? "", list, session)).status).toBe(200);
  });

  it("adds found tools to its list only if the config says so, also after a reload", async () => {
    const { connect, serving } = await open({});
    const client = await connect(undefined, { versionNegotiation: { mode: "legacy" } });
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    await search(client);
    expect(await names()).toHaveLength(3);

    await serving.reload({ mcp: { listFoundTools: true } });
    await search(client);

    expect(await names()).toContain("mcp__office__shred_note");
  });
});
