import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, it } from "vitest";
import type { ServerEntry } from "../src/config/index.ts";
import { ServerPool } from "../src/index.ts";
import { textOf } from "../src/testing/client.ts";
import { frontCommand, legacyEntry, modernEntry, modernRemote, remoteEntry } from "../src/testing/generations.ts";
import { closeFronts as closeAll, closeLater } from "../src/testing/open-front.ts";
import { serveFront } from "../src/testing/serve-front.ts";

afterEach(closeAll);

const clientCapabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

async function startFront(entries: readonly ServerEntry[]): Promise<string> {
  const pool = new ServerPool({ entries, cacheFolder: null, endMilliseconds: 300, clientCapabilities });
  closeLater(() => pool.close());
  const served = await serveFront({ pool });
  closeLater(() => served.close());
  return served.url;
}

/** A client of the 2026 protocol that answers what it is asked, and tells what that was. */
function answeringClient(options: ClientOptions = {}): { readonly client: Client; readonly asked: string[] } {
  const asked: string[] = [];
  const versionNegotiation = { mode: { pin: "2026-07-28" } };
  const client = new Client(
    { name: "new", version: "1" },
    { capabilities: clientCapabilities, versionNegotiation, ...options },
  );
  const { capabilities = clientCapabilities } = options;
  if (capabilities.elicitation !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return params.mode === "url" ? { action: "accept" } : { action: "accept", content: { name: "Ada" } };
    });
  }
  if (capabilities.sampling !== undefined) {
    client.setRequestHandler("sampling/createMessage", () => {
      asked.push("completion");
      return { role: "assistant", model: "m", content: { type: "text", text: "hello" } };
    });
  }
  if (capabilities.roots !== undefined) {
    client.setRequestHandler("roots/list", () => {
      asked.push("roots");
      return { roots: [{ uri: "file:///home" }] };
    });
  }
  closeLater(() => client.close());
  return { client, asked };
}

async function connectHttp(url: string, options?: ClientOptions) {
  const answering = answeringClient(options);
  await answering.client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return answering;
}

const confirmed = { action: "accept", name: "Ada", state: "state-1" };

describe("W-MCP7 a server of the 2026 protocol that asks", () => {
  it("is answered by a client of its generation, over HTTP, however the tool is called", async () => {
    const { client, asked } = await connectHttp(await startFront([modernEntry()]));

    const direct = await client.callTool({ name: "mcp__new__confirm", arguments: {} });
    const wrapped = await client.callTool({ name: "call_tool", arguments: { name: "mcp__new__confirm" } });

    expect([direct, wrapped].map((result) => JSON.parse(textOf(result)))).toEqual([confirmed, confirmed]);
    expect(asked).toEqual(["Who are you?", "Who are you?"]);
  });

  it("is answered by a client of its generation over standard input and output", async () => {
    const { client, asked } = answeringClient();
    const { command, args, env } = frontCommand([modernEntry()], clientCapabilities);
    await client.connect(new StdioClientTransport({ command, args, env }));

    expect(JSON.parse(textOf(await client.callTool({ name: "mcp__new__confirm", arguments: {} })))).toEqual(confirmed);
    expect(asked).toEqual(["Who are you?"]);
  });

  it("may ask several questions, repeatedly, through any front", async () => {
    const remote = await modernRemote();
    closeLater(() => remote.close());
    const fronts = [await startFront([remoteEntry(remote.url)]), await startFront([remoteEntry(remote.url)])];
    const { client, asked } = answeringClient();
    let requests = 0;
    const transport = new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), {
      fetch: async (_url, init) => fetch(fronts[requests++ % 2] ?? "", init),
    });
    await client.connect(transport);

    const survey = JSON.parse(textOf(await client.callTool({ name: "mcp__far__survey", arguments: {} })));

    expect(survey).toEqual([{ type: "text", text: "hello" }, [{ uri: "file:///home" }], "Ada"]);
    expect([...asked].sort()).toEqual(["And your name?", "completion", "roots"]);
  });

  it("is answered for prompts too", async () => {
    const { client } = await connectHttp(await startFront([modernEntry()]));

    const { messages } = await client.getPrompt({ name: "greet" });
    expect(messages).toEqual([{ role: "user", content: { type: "text", text: 'Greet "Ada"' } }]);
  });

  it("is answered by a client of the 2025 protocol, which is asked while it waits", async () => {
    const url = await startFront([modernEntry()]);
    const client = new OldClient({ name: "old", version: "1" }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
      action: "accept",
      content: { name: params.message },
    }));
    await client.connect(new OldHttpTransport(new URL(url)) as Parameters<typeof client.connect>[0]);
    closeLater(() => client.close());

    const answer = JSON.parse(textOf(await client.callTool({ name: "mcp__new__confirm", arguments: {} })));
    expect(answer).toEqual({ action: "accept", name: "Who are you?", state: "state-1" });
    // Such a client cannot provide completions; the error says so.
    const survey = await client.callTool({ name: "mcp__new__survey", arguments: {} });
    expect(survey).toMatchObject({ isError: true });
    expect(textOf(survey)).toContain("asked for input and got none");
    const nagging = await client.callTool({ name: "mcp__new__nag", arguments: {} });
    expect(nagging).toMatchObject({ isError: true });
    expect(textOf(nagging)).toContain("it asked 10 times");
  });

  it("gets the caller's capabilities with each call, and none for a caller without any", async () => {
    const url = await startFront([modernEntry()]);
    const sent = async (options: ClientOptions) => {
      const { client } = await connectHttp(url, options);
      const { envelope } = JSON.parse(textOf(await client.callTool({ name: "mcp__new__request", arguments: {} })));
      return envelope["io.modelcontextprotocol/clientCapabilities"];
    };

    expect(await sent({ capabilities: { sampling: {} } })).toEqual({ sampling: {} });
    expect(await sent({ capabilities: {} })).toEqual({});
  });

  it("results in a protocol error for a client that does not answer such questions", async () => {
    const { client } = await connectHttp(await startFront([modernEntry()]), { capabilities: {} });

    await expect(client.callTool({ name: "mcp__new__confirm", arguments: {} })).rejects.toMatchObject({
      code: -32_021,
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
  });

  it("gets a clear error if nobody can be asked, as in the gateway", async () => {
    const pool = new ServerPool({ entries: [modernEntry()], cacheFolder: null });
    closeLater(() => pool.close());
    const { signal } = new AbortController();
    const connection = pool.connection("new");
    await connection.listTools(signal);

    const result = await connection.callTool("confirm", {}, signal);

    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toMatch(/^The server new asked for input and got none: .*elicitation/);
  });
});

describe("W-MCP7 a server of the 2025 protocol that asks", () => {
  it("is answered by a client of the 2026 protocol: its call waits for the client's next request", async () => {
    const { client, asked } = await connectHttp(await startFront([legacyEntry("2025-11-25")]));

    const answer = JSON.parse(textOf(await client.callTool({ name: "mcp__old__ask", arguments: {} })));

    expect(answer).toEqual({ action: "accept", content: { name: "Ada" } });
    expect(asked).toEqual(["Who are you?"]);
  });

  it("is answered over standard input and output as well", async () => {
    const { client } = answeringClient();
    const { command, args, env } = frontCommand([legacyEntry("2025-06-18")], clientCapabilities);
    await client.connect(new StdioClientTransport({ command, args, env }));

    const answer = JSON.parse(textOf(await client.callTool({ name: "mcp__old__ask", arguments: {} })));
    expect(answer).toEqual({ action: "accept", content: { name: "Ada" } });
  });

  it("may ask for a page visit, and the call is repeated afterwards", async () => {
    const { client, asked } = await connectHttp(await startFront([legacyEntry("2025-11-25")]));

    expect(textOf(await client.callTool({ name: "mcp__old__visit", arguments: { text: "hi" } }))).toBe(
      "2025-11-25: hi",
    );
    expect(asked).toEqual(["Log in"]);
  });

  it("keeps its call for the caller and the request that it belongs to", async () => {
    const url = await startFront([legacyEntry("2025-11-25")]);
    const { client } = await connectHttp(url, { inputRequired: { autoFulfill: false } });
    const stranger = answeringClient({ inputRequired: { autoFulfill: false } }).client;
    const requestInit = { headers: { authorization: "Bearer another" } };
    await stranger.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const call = (more: object, input = {}, by = client) =>
      by.request(
        { method: "tools/call", params: { name: "mcp__old__ask", arguments: input, ...more } },
        { allowInputRequired: true },
      ) as Promise<Record<string, unknown>>;

    const { resultType, inputRequests, requestState } = await call({});
    expect(resultType).toBe("input_required");
    expect(inputRequests).toMatchObject({ "question-1": { method: "elicitation/create" } });
    const inputResponses = { "question-1": { action: "accept", content: { name: "Ada" } } };

    const invalid = { code: -32_602, message: expect.stringContaining("Invalid or expired requestState") };
    await expect(call({ requestState, inputResponses }, { text: "other" })).rejects.toMatchObject(invalid);
    await expect(call({ requestState: `${String(requestState)}x`, inputResponses })).rejects.toMatchObject(invalid);
    await expect(call({ requestState: "made up", inputResponses })).rejects.toMatchObject(invalid);
    await expect(call({ requestState, inputResponses }, {}, stranger)).rejects.toMatchObject(invalid);
    // Without an answer the question is asked again, under a new state.
    const again = await call({ requestState, inputResponses: { other: { action: "accept" } } });
    expect(again).toMatchObject({ resultType: "input_required", inputRequests });
    await expect(call({ requestState, inputResponses })).rejects.toMatchObject(invalid);

    const answered = await call({ requestState: again["requestState"], inputResponses });
    expect(textOf(answered)).toContain("Ada");
  });
});
