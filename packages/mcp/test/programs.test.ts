import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createProgramTool, createQuickJsSandbox } from "@toolcrib/code";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { ServerEntry } from "../src/config/index.ts";
import type { FrontCall } from "../src/front/front-call-control.ts";
import { type FrontOptions, ServerPool } from "../src/index.ts";
import { connectClient, textOf } from "../src/testing/client.ts";
import { modernEntry } from "../src/testing/generations.ts";
import { closeFronts, closeLater, openFront, ownTools } from "../src/testing/open-front.ts";
import { realEntry } from "../src/testing/real-programs.ts";
import { newFolder, scriptedEntry } from "../src/testing/scripted-entry.ts";
import { serveFront } from "../src/testing/serve-front.ts";

const sandbox = createQuickJsSandbox();
const programs: FrontOptions["programs"] = (catalogue) => createProgramTool({ sandbox, ...catalogue });

afterEach(closeFronts);
afterAll(() => sandbox.close());

const legacy: ClientOptions = { versionNegotiation: { mode: "legacy" } };
const modern: ClientOptions = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
const eras = [
  ["2025", legacy],
  ["2026", modern],
] as const;

/** The SDK's client of a front that is served over HTTP. */
async function connect(
  entries: readonly ServerEntry[],
  options: Partial<FrontOptions> = { programs },
  clientOptions: ClientOptions = modern,
): Promise<Client> {
  const clientCapabilities = { elicitation: { form: {} } };
  const pool = new ServerPool({ entries, cacheFolder: null, endMilliseconds: 300, clientCapabilities });
  closeLater(() => pool.close());
  const served = await serveFront({ pool, ...options });
  closeLater(() => served.close());
  const client = new Client({ name: "c", version: "1" }, clientOptions);
  if (clientOptions.capabilities?.elicitation !== undefined) {
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Ada" } }));
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(served.url)));
  closeLater(() => client.close());
  return client;
}

const run = async (client: Client, code: string) => client.callTool({ name: "run_program", arguments: { code } });
const returned = async (client: Client, code: string): Promise<unknown> => JSON.parse(textOf(await run(client, code)));

describe("run_program", () => {
  it.each(eras)("finds and calls tools of real servers, for clients of %s", async (_era, clientOptions) => {
    const memory = { ...realEntry("memory"), env: { MEMORY_FILE_PATH: join(newFolder(), "memory.jsonl") } };
    const client = await connect([realEntry("everything"), memory], { programs }, clientOptions);

    const value = await returned(
      client,
      `const [sum] = await search("sum of two numbers");
       const sums = await Promise.all([1, 2].map((b) => tools[sum.name]({ a: 1, b })));
       const { inputSchema } = await describe("mcp__memory__create_entities");
       const ada = { name: "Ada", entityType: "person", observations: [sums[1]] };
       await tools.mcp__memory__create_entities({ entities: [ada] });
       const { entities } = await tools.mcp__memory__read_graph();
       return [sum.signature, sums, Object.keys(inputSchema.properties), entities[0].observations,
         await tools.mcp__everything__get_sum({ a: 5, b: 5 })];`,
    );

    expect(value).toEqual([
      '/** Returns the sum of two numbers */ "mcp__everything__get-sum"(input: { a: number; b: number }): Promise<string>;',
      ["The sum of 1 and 1 is 2.", "The sum of 1 and 2 is 3."],
      ["entities"],
      ["The sum of 1 and 2 is 3."],
      "The sum of 5 and 5 is 10.",
    ]);
  });

  it("runs the example of the documentation", async () => {
    const docs = readFileSync(new URL("../../../docs/mcp.md", import.meta.url), "utf8");
    const [, code = ""] = /```js\n([\s\S]*?)```/.exec(docs) ?? [];
    const client = await connect([realEntry("everything")]);

    expect(await returned(client, code)).toEqual([2, 3, 4].map((sum) => `The sum of 1 and ${sum - 1} is ${sum}.`));
  });

  it("exists only where it is enabled, and costs one definition", async () => {
    const entries = [scriptedEntry("a")];
    const policy = [{ action: "pin", name: "mcp__a__echo" }] as const;
    const without = await connect(entries, {});
    const client = await connect(entries, { programs, policy });

    const { tools } = await client.listTools();

    expect((await without.listTools()).tools.map(({ name }) => name)).toEqual(ownTools);
    expect(textOf(await run(without, "return 1;"))).toContain('There is no tool "run_program"');
    expect(tools.map(({ name }) => name)).toEqual([...ownTools, "run_program", "mcp__a__echo"]);
    const description = tools.find(({ name }) => name === "run_program")?.description;
    expect(description).toContain("mcp__a__echo(input: { text: string }): Promise<string>;");
    expect(description).toContain("declare function search(");
    expect(description).not.toContain("mcp__a__slow");
  });

  it("checks every call by the real tool's name and arguments", async () => {
    const policy = [
      { action: "hide", name: "*crash" },
      { action: "deny", name: "*echo", arguments: { text: "/etc/*" } },
    ] as const;
    const client = await connect([scriptedEntry("a")], { programs, policy });
    const attempt = (call: string) => `await ${call}.catch(({ message }) => message)`;

    const value = await returned(
      client,
      `return [
        ${attempt(`tools.mcp__a__crash()`)},
        ${attempt(`tools["mcp__a__echo"]({ text: "/etc/passwd" })`)},
        ${attempt(`tools.mcp__a__echo({ text: 5 })`)},
        ${attempt(`tools.mcp__a__fail()`)},
        ${attempt(`tools.search_tools({ query: "x" })`)},
        ${attempt(`describe("mcp__a__crash")`)},
        (await search("ends the server", 50)).map(({ name }) => name).includes("mcp__a__crash"),
        await tools.mcp__a__echo({ text: "fine" }),
      ];`,
    );

    expect(value).toEqual([
      expect.stringMatching(/^There is no tool "mcp__a__crash"/),
      "mcp__a__echo was not called: a rule of the user's policy forbids this call.",
      expect.stringContaining("mcp__a__echo was not called: /text:"),
      expect.any(String),
      expect.stringMatching(/^There is no tool "search_tools"/),
      expect.stringMatching(/^There is no tool "mcp__a__crash"/),
      false,
      "fine",
    ]);
    expect(JSON.stringify(value)).not.toMatch(/Nearest names:[^"]*crash/);
  });

  it("counts and records every call of a program under the tool's real name", async () => {
    const recorded: unknown[] = [];
    const admit = async () => (recorded.length < 3 ? undefined : "The quota is used up.");
    const callControl = () => ({
      admit,
      record: (entry: FrontCall) => void recorded.push([entry.tool, entry.outcome]),
    });
    const { front } = await openFront({ entries: [scriptedEntry("a")] }, { programs });
    const client = await connectClient(front, "c", {}, { id: "1", policy: () => [], callControl });
    closeLater(() => client.close());

    const code = `await tools.mcp__a__gone({ text: "x" }).catch(() => undefined);
      for (const text of ["a", "b", "c"]) await tools.mcp__a__echo({ text }); return 1;`;
    const answer = await client.callTool({ name: "run_program", arguments: { code } });

    expect(textOf(answer)).toContain("The quota is used up.");
    expect(recorded).toEqual([
      ["mcp__a__gone", "refused"],
      ["echo", "ok"],
      ["echo", "ok"],
      ["echo", "refused"],
    ]);
  });

  it.each(eras)("lets a server ask the client of %s while a program waits", async (_era, clientOptions) => {
    const capabilities = { elicitation: { form: {} } };
    const client = await connect([modernEntry()], { programs }, { ...clientOptions, capabilities });

    const value = await returned(client, `return JSON.parse(await tools.mcp__new__confirm());`);

    expect(value).toMatchObject({ action: "accept", name: "Ada" });
  });

  it("reports progress, and ends the program and its call when the client cancels", async () => {
    const [callsFile, cancelFile] = [join(newFolder(), "calls"), join(newFolder(), "cancelled")];
    const client = await connect([scriptedEntry("a", { callsFile, cancelFile })]);
    const cancelled = new AbortController();
    const messages: unknown[] = [];
    const code = `await tools.mcp__a__echo({ text: "x" }); await tools.mcp__a__slow();`;

    const running = client.callTool(
      { name: "run_program", arguments: { code } },
      {
        signal: cancelled.signal,
        onprogress: ({ message }) => void messages.push(message),
      },
    );
    const failure = expect(running).rejects.toThrow();
    // The server has the second call.
    await expect.poll(() => existsSync(callsFile)).toBe(true);
    cancelled.abort();

    await failure;
    expect(messages).toEqual(["Called mcp__a__echo"]);
    await expect.poll(() => existsSync(cancelFile)).toBe(true);
  });

  it("answers an unusable program with an error that the model can correct", async () => {
    const client = await connect([scriptedEntry("a")]);

    for (const [code, expected] of [
      ["throw new Error('no');", "The program failed (exception).\nError: no"],
      ["return (;", "The program failed (syntax)."],
      [5, "Expected a call with a program"],
      ["x".repeat(100_001), "code of at most 100000 characters"],
    ] as const) {
      const answer = await client.callTool({ name: "run_program", arguments: { code } });
      expect(answer).toMatchObject({ isError: true });
      expect(textOf(answer)).toContain(expected);
    }
  });
});
