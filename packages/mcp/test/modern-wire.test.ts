import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFront, ServerPool, serveFrontOnStdio } from "../src/index.ts";
import { modernEntry } from "../src/testing/generations.ts";
import { wordsOnly } from "../src/testing/open-front.ts";
import { newFolder, scriptedEntry } from "../src/testing/scripted-entry.ts";
import { serveFront } from "../src/testing/serve-front.ts";

const cancelFile = join(newFolder(), "cancelled");
let pool: ServerPool;
let served: Awaited<ReturnType<typeof serveFront>>;

beforeAll(async () => {
  pool = new ServerPool({
    entries: [modernEntry(), scriptedEntry("a", { cancelFile })],
    cacheFolder: null,
    endMilliseconds: 300,
  });
  served = await serveFront({ pool, pinnedNames: "own", policy: [{ action: "pin", name: "query" }] });
});

afterAll(async () => {
  await served.close();
  await pool.close();
});

const version = "2026-07-28";
const { version: ownVersion } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};
const envelope = {
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const request = (method: string, params: object = {}, _meta: object = envelope) => ({
  jsonrpc: "2.0",
  id: 7,
  method,
  params: { ...params, _meta },
});
const standard = (method: string, name?: string): Record<string, string> => ({
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": version,
  "mcp-method": method,
  ...(name === undefined ? {} : { "mcp-name": name }),
});

async function post(body: unknown, headers: Record<string, string | undefined>) {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(served.url, { method: "POST", headers: Object.fromEntries(given), body: text });
  const answer = await response.text();
  return { status: response.status, headers: response.headers, answer: answer === "" ? undefined : JSON.parse(answer) };
}

const call = (name: string, input: object = {}) => request("tools/call", { name, arguments: input });
const echo = call("mcp__a__echo", { text: "hi" });
const forEcho = standard("tools/call", "mcp__a__echo");

describe("a request of the 2026 protocol over HTTP", () => {
  it("W-MCP4 is answered without a session, and an id of one is ignored", async () => {
    for (const headers of [forEcho, { ...forEcho, "mcp-session-id": "from-before", "last-event-id": "3" }]) {
      const { status, answer, headers: answered } = await post(echo, headers);

      expect(status).toBe(200);
      expect(answered.has("mcp-session-id")).toBe(false);
      expect(answer).toEqual({
        jsonrpc: "2.0",
        id: 7,
        result: {
          content: [{ type: "text", text: "hi" }],
          resultType: "complete",
          _meta: { "io.modelcontextprotocol/serverInfo": { name: "toolcrib", version: ownVersion } },
        },
      });
    }
  });

  it("W-MCP3 is found out about by server/discover", async () => {
    const { answer } = await post(request("server/discover"), standard("server/discover"));

    expect(answer.result).toMatchObject({ resultType: "complete", supportedVersions: [version], cacheScope: "public" });
  });

  it("takes a name that HTTP does not, encoded", async () => {
    const encoded = `=?base64?${Buffer.from("grüße").toString("base64")}?=`;
    const { status, answer } = await post(call("grüße"), standard("tools/call", encoded));

    expect(status).toBe(200);
    expect(answer.result).toMatchObject({ isError: true });
  });

  const { "io.modelcontextprotocol/clientCapabilities": _capabilities, ...withoutCapabilities } = envelope;
  const otherVersion = { ...envelope, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
  const oldVersion = { ...envelope, "io.modelcontextprotocol/protocolVersion": "2025-11-25" };
  const notAnObject = { ...envelope, "io.modelcontextprotocol/clientCapabilities": "all" };
  const other = (name: string, value: string | undefined) => ({ ...forEcho, [name]: value });

  it.each<[string, unknown, Record<string, string | undefined>, number, number]>([
    ["the version's header is missing", echo, other("mcp-protocol-version", undefined), 400, -32_020],
    ["the version's header is another", echo, other("mcp-protocol-version", "2025-11-25"), 400, -32_020],
    ["the method's header is missing", echo, other("mcp-method", undefined), 400, -32_020],
    ["the method's header is another", echo, other("mcp-method", "tools/list"), 400, -32_020],
    ["the method's header is in capitals", echo, other("mcp-method", "TOOLS/CALL"), 400, -32_020],
    ["the method stands twice in the header", echo, other("mcp-method", "tools/call, tools/call"), 400, -32_020],
    ["the name's header is missing", echo, other("mcp-name", undefined), 400, -32_020],
    ["the name's header is another", echo, other("mcp-name", "mcp__a__crash"), 400, -32_020],
    ["the name's header is badly encoded", echo, other("mcp-name", "=?base64?%%%?="), 400, -32_020],
    [
      "the version is not known",
      request("tools/list", {}, otherVersion),
      { ...standard("tools/list"), "mcp-protocol-version": "2099-01-01" },
      400,
      -32_022,
    ],
    [
      "the version is one that has sessions",
      request("tools/list", {}, oldVersion),
      { ...standard("tools/list"), "mcp-protocol-version": "2025-11-25" },
      400,
      -32_022,
    ],
    [
      "the capabilities are missing",
      request("tools/list", {}, withoutCapabilities),
      standard("tools/list"),
      400,
      -32_602,
    ],
    ["the capabilities are no object", request("tools/list", {}, notAnObject), standard("tools/list"), 400, -32_602],
    [
      "the body says nothing of what the header says",
      request("tools/list", {}, {}),
      standard("tools/list"),
      400,
      -32_602,
    ],
    ["there is no such method", request("no/such"), standard("no/such"), 404, -32_601],
    ["the method is one of an object of the language", request("constructor"), standard("constructor"), 404, -32_601],
    ["the method went with the sessions", request("ping"), standard("ping"), 404, -32_601],
    [
      "the method went with the sessions, too",
      request("resources/subscribe", { uri: "a:b" }),
      standard("resources/subscribe"),
      404,
      -32_601,
    ],
    ["it initializes in words of both", request("initialize"), standard("initialize"), 404, -32_601],
    [
      "it initializes under a new version",
      {
        jsonrpc: "2.0",
        id: 7,
        method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
      },
      standard("initialize"),
      400,
      -32_020,
    ],
    ["it is one of a batch", [echo], forEcho, 400, -32_600],
    ["it is no message", { hello: 1 }, forEcho, 400, -32_600],
    ["it is no JSON", "{", forEcho, 400, -32_700],
    ["its id is null", { ...echo, id: null }, forEcho, 400, -32_600],
    ["it is sent as a form", echo, other("content-type", "text/plain; x=application/json"), 415, -32_000],
    ["its origin is not allowed", echo, other("origin", "https://evil.example"), 403, -32_000],
    [
      "it listens to nothing that is said",
      request("subscriptions/listen", { notifications: 5 }),
      standard("subscriptions/listen"),
      200,
      -32_602,
    ],
    ["it names no tool", request("tools/call", { arguments: {} }), standard("tools/call"), 200, -32_602],
    ["its cursor was never given", request("prompts/list", { cursor: "?" }), standard("prompts/list"), 200, -32_602],
    [
      "its resource is not there",
      request("resources/read", { uri: "x:y" }),
      standard("resources/read", "x:y"),
      200,
      -32_602,
    ],
    [
      "its state is none of ours",
      request("tools/call", { name: "mcp__a__echo", arguments: { text: "x" }, requestState: "?" }),
      forEcho,
      200,
      -32_602,
    ],
    [
      "its state is no text",
      request("tools/call", { name: "mcp__a__echo", arguments: { text: "x" }, requestState: {} }),
      forEcho,
      200,
      -32_602,
    ],
  ])("is refused where %s", async (_what, body, headers, status, code) => {
    const answered = await post(body, headers);

    expect(answered.answer).toMatchObject({ jsonrpc: "2.0", error: { code } });
    expect(answered.status).toBe(status);
    const { id } = (typeof body === "object" ? body : {}) as { id?: unknown };
    if (id === 7 && status !== 403 && status !== 415) expect(answered.answer.id).toBe(7);
  });

  it("names the versions that are spoken, where another was asked for", async () => {
    const headers = { ...standard("tools/list"), "mcp-protocol-version": "2099-01-01" };
    const { answer } = await post(request("tools/list", {}, otherVersion), headers);

    expect(answer.error.data).toEqual({ supported: [version], requested: "2099-01-01" });
  });

  it("W-MCP5 has its mirrored arguments checked against the body", async () => {
    const body = call("query", { region: "eu" });
    const headers = standard("tools/call", "query");

    expect(await post(body, { ...headers, "mcp-param-region": "eu" })).toMatchObject({ status: 200 });
    for (const wrong of [{}, { "mcp-param-region": "us" }, { "mcp-param-region": "=?base64?%?=" }]) {
      expect(await post(body, { ...headers, ...wrong })).toMatchObject({
        status: 400,
        answer: { id: 7, error: { code: -32_020 } },
      });
    }
    // What nobody declares is not looked at.
    expect(await post(echo, { ...forEcho, "mcp-param-other": "x" })).toMatchObject({ status: 200 });
  });

  it("has no stream to open and no session to end", async () => {
    const headers = { "mcp-protocol-version": version, accept: "text/event-stream" };
    for (const method of ["GET", "DELETE"]) {
      const response = await fetch(served.url, { method, headers });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("POST");
    }
  });

  it("says nothing of a server's own codes where the protocol reserves them", async () => {
    const { status, answer } = await post(call("mcp__a__fail"), standard("tools/call", "mcp__a__fail"));

    expect(status).toBe(200);
    expect(answer.error).toEqual({
      code: -32_603,
      message: "no luck",
      data: { code: -32_050, data: { why: "because" } },
    });
  });

  it("tells its log lines only to a client that wants them, on the stream of its own answer", async () => {
    const log = (meta: object) =>
      post2(request("tools/call", { name: "mcp__new__log", arguments: {} }, { ...envelope, ...meta }));
    const post2 = async (body: object) =>
      (
        await fetch(served.url, {
          method: "POST",
          headers: standard("tools/call", "mcp__new__log"),
          body: JSON.stringify(body),
        })
      ).text();

    expect(await log({})).not.toContain("notifications/message");
    const shown = await log({ "io.modelcontextprotocol/logLevel": "info", progressToken: "p" });
    expect(shown).toContain('"method":"notifications/message"');
    expect(shown).toContain('"progressToken":"p"');
  });

  it("is cancelled at the server when its stream is closed", async () => {
    const stop = new AbortController();
    const response = await fetch(served.url, {
      method: "POST",
      headers: standard("tools/call", "mcp__a__slow"),
      body: JSON.stringify(request("tools/call", { name: "mcp__a__slow" }, { ...envelope, progressToken: "p" })),
      signal: stop.signal,
    });
    // The server's progress: it has the call.
    await response.body?.getReader().read();
    expect(existsSync(cancelFile)).toBe(false);
    stop.abort();

    await expect.poll(() => existsSync(cancelFile)).toBe(true);
    expect(await post(echo, forEcho)).toMatchObject({ status: 200 });
  });
});

describe("a message on standard input", () => {
  async function open() {
    const front = await createFront({ pool, index: wordsOnly() });
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const stdio = serveFrontOnStdio(front, { stdin, stdout });
    const lines: string[] = [];
    stdout.on("data", (chunk: Buffer) => lines.push(...chunk.toString().split("\n").filter(Boolean)));
    const say = async (message: unknown) => {
      const before = lines.length;
      stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
      await expect.poll(() => lines.length).toBeGreaterThan(before);
      return JSON.parse(lines[before] ?? "");
    };
    return { say, close: () => stdio.close() };
  }

  it("is answered in the words of its era, whatever is wrong with it", async () => {
    const { say, close } = await open();

    expect(await say("{")).toMatchObject({ id: null, error: { code: -32_700 } });
    expect(await say({ hello: 1 })).toMatchObject({ id: null, error: { code: -32_600 } });
    expect(await say({ id: 3, method: "x" })).toMatchObject({ error: { code: -32_600 } });
    expect(
      await say(request("tools/list", {}, { ...envelope, "io.modelcontextprotocol/protocolVersion": "2099-01-01" })),
    ).toMatchObject({
      id: 7,
      error: { code: -32_022, data: { supported: [version] } },
    });
    expect(await say(request("server/discover"))).toMatchObject({ id: 7, result: { supportedVersions: [version] } });
    expect(await say(request("tools/list"))).toMatchObject({
      result: { resultType: "complete", cacheScope: "private" },
    });
    expect(await say(request("no/such"))).toMatchObject({ error: { code: -32_601 } });
    expect(await say({ jsonrpc: "2.0", id: 7, method: "tools/list", params: {} })).toMatchObject({
      error: { code: -32_602 },
    });
    expect(
      await say({ jsonrpc: "2.0", id: 7, method: "initialize", params: { protocolVersion: "2025-11-25" } }),
    ).toMatchObject({
      error: { code: -32_022, data: { supported: [version] } },
    });
    await close();
  });

  it("comes from the client that it names, and rules about that client hold", async () => {
    const front = await createFront({
      pool,
      index: wordsOnly(),
      policy: [{ action: "hide", server: "a", client: "guest*" }],
    });
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const stdio = serveFrontOnStdio(front, { stdin, stdout });
    const answers = stdout[Symbol.asyncIterator]();
    const echoAs = async (name: string) => {
      const clientInfo = { name, version: "1" };
      const _meta = { ...envelope, "io.modelcontextprotocol/clientInfo": clientInfo };
      stdin.write(
        `${JSON.stringify(request("tools/call", { name: "mcp__a__echo", arguments: { text: "hi" } }, _meta))}\n`,
      );
      return JSON.parse(String((await answers.next()).value)).result;
    };

    expect(await echoAs("friend")).toMatchObject({ content: [{ text: "hi" }] });
    expect(await echoAs("guest-1")).toMatchObject({ isError: true });
    expect(await echoAs("friend")).toMatchObject({ content: [{ text: "hi" }] });
    await stdio.close();
  });

  it("may be a batch, as in the protocol of 2025-03-26", async () => {
    const { say, close } = await open();
    const params = { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "old", version: "1" } };
    expect(await say({ jsonrpc: "2.0", id: 0, method: "initialize", params })).toMatchObject({
      result: { protocolVersion: "2025-03-26" },
    });

    const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
    const answers = await say([ping(1), { jsonrpc: "2.0", method: "notifications/initialized" }, ping(2)]);
    expect(answers).toEqual([
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: 2, result: {} },
    ]);
    expect(await say([])).toMatchObject({ error: { code: -32_600 } });
    expect(await say([5])).toMatchObject({ error: { code: -32_600 } });
    expect(await say(ping(3))).toMatchObject({ id: 3, result: {} });
    await close();
  });
});
