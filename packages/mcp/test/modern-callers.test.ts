import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { PolicyRule } from "@toolcrib/core/policy";
import { afterEach, describe, expect, it } from "vitest";
import { createFront, createFrontHttpHandler, type FrontCaller, ServerPool } from "../src/index.ts";
import { textOf } from "../src/testing/client.ts";
import { legacyEntry, modernEntry } from "../src/testing/generations.ts";
import { closeFronts as closeAll, closeLater, wordsOnly } from "../src/testing/open-front.ts";

afterEach(closeAll);

const rules: Record<string, PolicyRule[]> = { all: [], some: [{ action: "hide", server: "new" }] };
const callers: Record<string, FrontCaller> = Object.fromEntries(
  Object.keys(rules).map((id) => [id, { id, policy: () => rules[id] ?? [] }]),
);

/** A front that is served to callers whom a header names. */
async function serve(): Promise<string> {
  const clientCapabilities = { elicitation: { form: {} } };
  const entries = [modernEntry(), legacyEntry("2025-11-25")];
  const pool = new ServerPool({ entries, cacheFolder: null, endMilliseconds: 300, clientCapabilities });
  closeLater(() => pool.close());
  await pool.settled(20_000);
  const front = await createFront({ pool, index: wordsOnly() });
  closeLater(() => front.close());
  const handle = createFrontHttpHandler(front);
  closeLater(() => handle.close());
  const server = createServer((request, response) => {
    handle(request, response, callers[String(request.headers["x-caller"])]).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function connect(url: string, caller: string): Promise<Client> {
  const client = new Client(
    { name: "c", version: "1" },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: "2026-07-28" } },
      inputRequired: { autoFulfill: false },
    },
  );
  const requestInit = { headers: { "x-caller": caller } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  closeLater(() => client.close());
  return client;
}

describe("a caller without a session", () => {
  it("has its own rules with every request, for tools and for what it listens to", async () => {
    const url = await serve();
    const [all, some] = [await connect(url, "all"), await connect(url, "some")];
    const echo = { name: "mcp__new__echo", arguments: { text: "hi" } };

    expect(textOf(await all.callTool(echo))).toBe("hi");
    expect(await some.callTool(echo)).toMatchObject({ isError: true });
    expect((await all.listResources()).resources.map(({ uri }) => uri)).toEqual(["note://watched"]);
    expect((await some.listResources()).resources).toEqual([]);
    const resourceSubscriptions = ["note://watched"];
    expect((await all.listen({ resourceSubscriptions })).honoredFilter).toEqual({ resourceSubscriptions });
    expect((await some.listen({ resourceSubscriptions })).honoredFilter).toEqual({});
    // Nobody else may be given a list that was made for one caller.
    expect(await all.listTools()).toMatchObject({ cacheScope: "private" });
  });

  it("cannot take up a call that waits for another", async () => {
    const url = await serve();
    const call = async (client: Client, more: object = {}) =>
      client.request(
        { method: "tools/call", params: { name: "mcp__old__ask", arguments: {}, ...more } },
        { allowInputRequired: true },
      ) as Promise<Record<string, unknown>>;
    const [all, some] = [await connect(url, "all"), await connect(url, "some")];
    const { requestState } = await call(all);
    const inputResponses = { "question-1": { action: "accept", content: { name: "Ada" } } };

    await expect(call(some, { requestState, inputResponses })).rejects.toMatchObject({ code: -32_602 });
    expect(textOf(await call(all, { requestState, inputResponses }))).toContain("Ada");
  });
});
