import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createGateway } from "../src/server/create-gateway.ts";
import { createJsonStore, type JsonStore } from "../src/testing/json-store.ts";
import { inBothDialects } from "../src/testing/strict/call-when-visible.ts";
import { startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
beforeEach(() => {
  process.env["TOOLCRIB_PROGRAM_KEYS"] = Buffer.alloc(32, 3).toString("base64");
});
afterEach(() => {
  delete process.env["TOOLCRIB_PROGRAM_KEYS"];
});

const allowed_callers = ["code_execution_20260120"] as const;
const getOrder = betaTool({
  name: "get_order",
  description: "Gets the total of an order.",
  inputSchema: { type: "object", properties: { id: { type: "number" } }, required: ["id"] },
  run: ({ id }) => String((id as number) * 10),
});
const noteTotal = betaTool({
  name: "note_total",
  description: "Notes a total.",
  inputSchema: { type: "object" },
  run: () => "noted",
});
const entry = { type: "code_execution_20260120", name: "code_execution" } as const;
const tools = [entry, { ...getOrder, allowed_callers }, noteTotal];

/** What the model does, request by request. */
type Act = { readonly code: string } | { readonly calls: string } | { readonly says: string };

async function startUpstream(acts: readonly Act[]) {
  const model = inBothDialects((_view, number) => {
    const act = acts[number - 1] ?? { says: "Done." };
    if ("says" in act) return { text: act.says };
    return {
      call: "code" in act ? { name: "code_execution", input: { code: act.code } } : { name: act.calls, input: {} },
    };
  });
  const upstream = await startStrictUpstream("anthropic", model);
  closers.push(upstream.close);
  return upstream;
}

/** A gateway with this store, and the SDK's client of it. */
async function startClient(url: string, programs: "javascript" | "python", store: JsonStore, apiKey = "key") {
  const config = { upstreams: { test: { dialect: "anthropic" as const, url } }, routes: [{ model: "*", programs }] };
  const gateway = await createGateway(config, { store });
  closers.push(() => gateway.close());
  const address = await gateway.listen({ port: 0 });
  return new Anthropic({ baseURL: address.url, apiKey, maxRetries: 0 });
}

const programs = {
  javascript: {
    reads: `const totals = (await Promise.all([1, 2].map((id) => tools.get_order({ id })))).map(Number); const sum = () => totals.reduce((a, b) => a + b);`,
    adds: `totals.push(Number(await tools.get_order({ id: 3 })));`,
    sums: `return sum();`,
  },
  python: {
    reads: `totals = [int(total) for total in await asyncio.gather(*[get_order(id=id) for id in [1, 2]])]`,
    adds: `totals.append(int(await get_order(id=3)))`,
    sums: `return sum(totals)`,
  },
} as const;

type Params = Anthropic.Beta.Messages.MessageCreateParamsNonStreaming;

describe.each(["javascript", "python"] as const)("what programs in %s leave", { timeout: 120_000 }, (language) => {
  const { reads, adds, sums } = programs[language];

  it.each([false, true])(
    "W-M35 follows the container over gateways that share a store, streaming %s",
    async (stream) => {
      const store = createJsonStore();
      const { url, rejected } = await startUpstream([
        { code: reads },
        { says: "Read." },
        { code: adds },
        { says: "Added." },
        { code: sums },
      ]);
      const clients = [await startClient(url, language, store), await startClient(url, language, store)];
      let params: Params = {
        model: "any-model",
        max_tokens: 1000,
        messages: [{ role: "user", content: "Sum?" }],
        tools: tools as never,
      };
      const stdout: string[] = [];
      for (let turn = 0; turn < 7; turn++) {
        const client = clients[turn % 2] as Anthropic;
        const { content, container, stop_reason } = stream
          ? await client.beta.messages.stream(params).finalMessage()
          : await client.beta.messages.create(params);
        for (const block of content) {
          if (block.type !== "code_execution_tool_result") continue;
          expect(block.content).toMatchObject({ stderr: "", return_code: 0 });
          stdout.push("stdout" in block.content ? block.content.stdout : "");
        }
        const calls = content.filter((block) => block.type === "tool_use");
        const results = calls.map(({ id, input }) => ({
          type: "tool_result" as const,
          tool_use_id: id,
          content: String((input as { id: number }).id * 10),
        }));
        expect(Date.parse(container?.expires_at ?? "")).toBeGreaterThan(Date.now());
        const answer = stop_reason === "tool_use" ? results : "And now?";
        const messages = [...params.messages, { role: "assistant", content }, { role: "user", content: answer }];
        params = { ...params, messages: messages as Params["messages"], container: container?.id ?? null };
        if (stdout.length === 3) break;
      }

      expect(stdout).toEqual(["", "", "60\n"]);
      expect(rejected).toEqual([]);
    },
  );

  it("is there for the SDK's tool runner, which does not send the container", async () => {
    const { url } = await startUpstream([
      { code: reads },
      { calls: "note_total" },
      { code: adds },
      { calls: "note_total" },
      { code: sums },
    ]);
    const client = await startClient(url, language, createJsonStore());
    const runner = client.beta.messages.toolRunner({
      model: "any-model",
      max_tokens: 1000,
      max_iterations: 10,
      messages: [{ role: "user", content: "Sum?" }],
      tools: tools as never,
    });
    const { content } = await runner.runUntilDone();

    expect(content).toMatchObject([
      { type: "server_tool_use" },
      { type: "code_execution_tool_result", content: { stdout: "60\n", stderr: "", return_code: 0 } },
      { type: "text", text: "Done." },
    ]);
  });

  it("is not there for another key, also with the same conversation", async () => {
    const store = createJsonStore();
    const { url } = await startUpstream([
      { code: language === "python" ? "x = 1" : "x = 1;" },
      { says: "Set." },
      { code: "return x" },
    ]);
    const own = await startClient(url, language, store);
    const asked: Params = {
      model: "any-model",
      max_tokens: 1000,
      messages: [{ role: "user", content: "Set." }],
      tools: tools as never,
    };
    const { content, container } = await own.beta.messages.create(asked);
    const messages = [
      ...asked.messages,
      { role: "assistant", content },
      { role: "user", content: "Get." },
    ] as Params["messages"];
    const other = await startClient(url, language, store, "other");

    const named = other.beta.messages.create({ ...asked, messages, container: container?.id ?? null });
    await expect(named).rejects.toThrow(/400.*it was modified, or belongs to another caller or key/s);
    const forgetful = await other.beta.messages.create({ ...asked, messages });
    const result = forgetful.content.find(({ type }) => type === "code_execution_tool_result");
    expect(result).toMatchObject({
      content: { stdout: "", return_code: 1, stderr: expect.stringContaining("gone: the request names no container") },
    });
  });
});
