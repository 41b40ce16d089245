import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, describe, expect, it } from "vitest";
import { ServerPool } from "../src/index.ts";
import { textOf } from "../src/testing/client.ts";
import { frontCommand, type LegacyVersion, legacyEntry, legacySdks, modernEntry } from "../src/testing/generations.ts";
import { closeFronts as closeAll, closeLater } from "../src/testing/open-front.ts";
import { serveFront } from "../src/testing/serve-front.ts";

afterEach(closeAll);

// One server of each generation behind the front.
const entries = [legacyEntry("2025-11-25"), modernEntry()];

async function startFront() {
  const pool = new ServerPool({ entries, cacheFolder: null, endMilliseconds: 300 });
  closeLater(() => pool.close());
  const served = await serveFront({ pool });
  closeLater(() => served.close());
  return served.url;
}

/** What any client of any SDK can do. */
interface AnyClient {
  // biome-ignore lint/suspicious/noExplicitAny: each SDK has a type of its own for it.
  connect(transport: any): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

async function useFront(client: AnyClient, transport: unknown) {
  await client.connect(transport);
  closeLater(() => client.close());
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  const found = textOf(await client.callTool({ name: "search_tools", arguments: { query: "mcp__new__echo" } }));
  const call = async (name: string) =>
    textOf(await client.callTool({ name: "call_tool", arguments: { name, arguments: { text: "hi" } } }));
  return { listed, found, answers: [await call("mcp__old__echo"), await call("mcp__new__echo")] };
}

const expected = {
  listed: ["search_tools", "describe_tools", "call_tool"],
  found: expect.stringContaining('"name":"mcp__new__echo"'),
  answers: ["2025-11-25: hi", "hi"],
};

describe("a client of an older protocol", () => {
  const load = async (version: LegacyVersion, path: string) => import(`${legacySdks[version]}/${path}`);
  const clientOf = async (version: LegacyVersion): Promise<AnyClient> => {
    const { Client: OldClient } = await load(version, "client/index.js");
    return new OldClient({ name: "old-client", version: "1.0.0" }, { capabilities: {} });
  };
  const versions = Object.keys(legacySdks) as LegacyVersion[];

  it.each(versions)("W-MCP2 uses the front over standard input and output, at %s", async (version) => {
    const { StdioClientTransport: OldTransport } = await load(version, "client/stdio.js");

    expect(await useFront(await clientOf(version), new OldTransport(frontCommand(entries)))).toEqual(expected);
  });

  it.each(versions.slice(1))("W-MCP2 uses the front over HTTP, at %s", async (version) => {
    const { StreamableHTTPClientTransport: OldTransport } = await load(version, "client/streamableHttp.js");

    expect(await useFront(await clientOf(version), new OldTransport(new URL(await startFront())))).toEqual(expected);
  });
});

describe("a client of the 2026 protocol", () => {
  const clientOf = (mode: "auto" | { pin: string }) =>
    new Client({ name: "new-client", version: "1.0.0" }, { versionNegotiation: { mode } });
  const pinned = { pin: "2026-07-28" };

  it("W-MCP2 uses the front over standard input and output", async () => {
    const { command, args, env } = frontCommand(entries);
    const client = clientOf(pinned);

    expect(await useFront(client, new StdioClientTransport({ command, args, env }))).toEqual(expected);
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  });

  it("W-MCP2 uses the front over HTTP", async () => {
    const client = clientOf(pinned);

    expect(await useFront(client, new StreamableHTTPClientTransport(new URL(await startFront())))).toEqual(expected);
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  });

  it("W-MCP3 discovers that the front speaks its version, and its identity", async () => {
    const client = clientOf("auto");
    await client.connect(new StreamableHTTPClientTransport(new URL(await startFront())));
    closeLater(() => client.close());

    expect(client.getProtocolEra()).toBe("modern");
    expect(client.getServerVersion()).toMatchObject({ name: "toolcrib" });
    expect(client.getInstructions()).toContain("search_tools");
    expect(client.getDiscoverResult()).toMatchObject({
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
      ttlMs: 3_600_000,
      cacheScope: "public",
    });
  });

  it("W-MCP4 is answered by whichever front its requests reach", async () => {
    const fronts = [await startFront(), await startFront()];
    let requests = 0;
    const client = clientOf(pinned);
    const transport = new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), {
      fetch: async (_url, init) => fetch(fronts[requests++ % 2] ?? "", init),
    });

    expect(await useFront(client, transport)).toEqual(expected);
    // What was found in one front is not listed by any: nothing is remembered between two requests.
    expect((await client.listTools(undefined, { cacheMode: "refresh" })).tools).toHaveLength(3);
    expect(textOf(await client.callTool({ name: "mcp__new__echo", arguments: { text: "direct" } }))).toBe("direct");
    expect(requests).toBeGreaterThan(6);
  });
});
