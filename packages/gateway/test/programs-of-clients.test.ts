import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import {
  Agent,
  tool as agentTool,
  OpenAIResponsesModel,
  programmaticToolCallingTool,
  run,
  setTracingDisabled,
} from "@openai/agents";
import { generateText, isStepCount, jsonSchema, streamText, tool } from "ai";
import OpenAI from "openai";
import { describe, expect, it, vi } from "vitest";
import { createGateway } from "../src/server/create-gateway.ts";
import { everythingPool } from "../src/testing/everything-pool.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { createJsonStore } from "../src/testing/json-store.ts";
import { type ScriptedModels, searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import { startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const lastWords = "Done.";
const writes = (code: string, result: string): ScriptedModels =>
  searchThenCall({ search: {}, wanted: { name: "code_execution", input: { code } }, result, lastWords });

describe("the AI SDK's OpenAI provider", () => {
  it.each([false, true])("drives a program with its own tool for programs, streaming %s", async (isStreaming) => {
    const code = `const totals = await Promise.all([1, 2].map((id) => tools.get_order({ id })));
      text(totals.map(Number).reduce((sum, total) => sum + total), "in total");`;
    const upstream = await startStrictUpstream("openai-chat", writes(code, "30 in total"));
    const gateway = await startGateway({ upstreamUrl: upstream.url, dialect: "openai-chat" });
    closers.push(upstream.close, gateway.close);
    const provider = createOpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "key" });
    const ran: unknown[] = [];
    const request = {
      model: provider.responses("any-model"),
      tools: {
        programmatic_tool_calling: provider.tools.programmaticToolCalling(),
        get_order: tool({
          description: "Gets the total of an order.",
          inputSchema: jsonSchema<{ id: number }>({ type: "object", properties: { id: { type: "number" } } }),
          providerOptions: { openai: { allowedCallers: ["programmatic"] } },
          execute: ({ id }) => {
            ran.push(id);
            return String(id * 10);
          },
        }),
      },
      prompt: "What do my orders cost?",
      stopWhen: isStepCount(6),
      maxRetries: 0,
    };
    const result = isStreaming ? streamText(request) : await generateText(request);

    expect(await result.text).toBe(lastWords);
    expect(ran).toEqual([1, 2]);
    expect(upstream.rejected).toEqual([]);
    expect(upstream.bodies).toHaveLength(2);
  });
});

describe("OpenAI's Agents SDK", () => {
  it.each([false, true])("drives a program with its own tool for programs, streaming %s", async (stream) => {
    setTracingDisabled(true);
    const code = `const totals = await Promise.all([1, 2].map((id) => tools.get_order({ id })));
      text(totals.reduce((sum, { total }) => sum + total, 0), "in total");`;
    const upstream = await startStrictUpstream("openai-chat", writes(code, "30 in total"));
    const gateway = await startGateway({ upstreamUrl: upstream.url, dialect: "openai-chat" });
    closers.push(upstream.close, gateway.close);
    const ran: unknown[] = [];
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "key", maxRetries: 0 });
    const parameters = { type: "object", properties: { id: { type: "number" } }, required: ["id"] } as const;
    const agent = new Agent({
      name: "orders",
      model: new OpenAIResponsesModel(client as never, "any-model"),
      tools: [
        programmaticToolCallingTool(),
        agentTool({
          name: "get_order",
          description: "Gets an order.",
          parameters: { ...parameters, additionalProperties: false },
          outputSchema: { type: "object", properties: { total: { type: "number" } }, required: ["total"] },
          allowedCallers: ["programmatic"],
          execute: ({ id }: { readonly id: number }) => {
            ran.push(id);
            return { total: id * 10 };
          },
        } as never),
      ],
    });
    const prompt = "What do my orders cost?";
    const result = stream ? await run(agent, prompt, { stream }) : await run(agent, prompt);
    if ("completed" in result) await result.completed;

    expect(result.finalOutput).toBe(lastWords);
    expect(ran).toEqual([1, 2]);
    expect(upstream.rejected).toEqual([]);
    expect(upstream.bodies).toHaveLength(2);
  });
});

describe("Anthropic's SDK", () => {
  it("lets a program find and call tools of a real MCP server, in one request", async () => {
    const code = `const [{ name }] = await search("add two numbers", 1);
      const { temperature } = await tools["everything_get-structured-content"]({ location: "New York" });
      return [name, await tools[name]({ a: 2, b: 3 }), typeof temperature];`;
    const upstream = await startStrictUpstream("openai-chat", writes(code, "everything_get-sum"));
    const pool = everythingPool();
    const gateway = await createGateway(
      {
        upstreams: { test: { dialect: "openai-chat", url: `${upstream.url}/v1` } },
        routes: [{ model: "*" }],
        audit: { arguments: "full" },
      },
      { findMcpServer: (name) => (name === "everything" ? pool.connection(name) : undefined) },
    );
    closers.push(
      upstream.close,
      () => pool.close(),
      () => gateway.close(),
    );
    const { url } = await gateway.listen({ port: 0 });
    const client = new Anthropic({ baseURL: url, apiKey: "key", maxRetries: 0 });
    const message = await client.beta.messages.create({
      model: "any-model",
      max_tokens: 1000,
      messages: [{ role: "user", content: "What is 2 + 3, and how warm is it?" }],
      tools: [
        { type: "code_execution_20260120", name: "code_execution" },
        {
          type: "mcp_toolset",
          mcp_server_name: "everything",
          default_config: { defer_loading: true, allowed_callers: ["code_execution_20260120"] },
        } as never,
      ],
    });

    const result = message.content.find(({ type }) => type === "code_execution_tool_result");
    expect(JSON.stringify(result)).toContain('[\\"everything_get-sum\\",\\"The sum of 2 and 3 is 5.\\",\\"number\\"]');
    expect(message.content.filter(({ type }) => type === "mcp_tool_use")).toHaveLength(2);
    expect(upstream.bodies).toHaveLength(2);
    expect(JSON.stringify(upstream.bodies[0])).not.toContain("get-sum");
    // The audit log has the real calls, not the program.
    await vi.waitFor(
      async () => {
        const { lines } = (await (await gateway.app.request("/admin/audit")).json()) as { readonly lines: string[] };
        const records = lines.map((line) => JSON.parse(line) as { readonly kind: string });
        expect(records.filter(({ kind }) => kind === "call")).toMatchObject([
          { server: "everything", tool: "get-structured-content", by: "gateway", outcome: "ok" },
          { server: "everything", tool: "get-sum", by: "gateway", outcome: "ok", arguments: { value: { a: 2, b: 3 } } },
        ]);
      },
      { timeout: 10_000 },
    );
    expect(upstream.rejected).toEqual([]);
  }, 60_000);

  it("goes on with a large program at another replica, after the first one is gone", async () => {
    const code = `const data = Array.from({ length: 20_000 }, () => Math.random());
      await tools.get_order({ id: 1 }); return data.length + " numbers";`;
    const upstream = await startStrictUpstream("anthropic", writes(code, "20000 numbers"));
    closers.push(upstream.close);
    const store = createJsonStore();
    process.env["TOOLCRIB_PROGRAM_KEYS"] = Buffer.alloc(32, 3).toString("base64");
    const startReplica = async () => {
      const gateway = await createGateway(
        { upstreams: { test: { dialect: "anthropic", url: upstream.url } } },
        { store },
      );
      const { url } = await gateway.listen({ port: 0 });
      return { close: () => gateway.close(), client: new Anthropic({ baseURL: url, apiKey: "key", maxRetries: 0 }) };
    };
    try {
      const request = {
        model: "m",
        max_tokens: 1000,
        tools: [
          { type: "code_execution_20260120", name: "code_execution" } as const,
          {
            name: "get_order",
            input_schema: { type: "object" } as const,
            allowed_callers: ["code_execution_20260120" as const],
          },
        ],
      };
      const question = { role: "user" as const, content: "How many?" };
      const first = await startReplica();
      const asked = await first.client.beta.messages.create({ ...request, messages: [question] });
      await first.close();
      const second = await startReplica();
      closers.push(second.close);
      const call = asked.content.at(-1) as Anthropic.Beta.BetaToolUseBlock;
      const end = await second.client.beta.messages.create({
        ...request,
        container: asked.container?.id ?? null,
        messages: [
          question,
          { role: "assistant", content: asked.content as Anthropic.Beta.BetaContentBlockParam[] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: call.id, content: "x" }] },
        ],
      });

      expect(asked.container?.id).toMatch(/^container_k/);
      expect(end.content).toMatchObject([
        { type: "code_execution_tool_result", content: { stdout: "20000 numbers\n" } },
        { type: "text", text: lastWords },
      ]);
    } finally {
      delete process.env["TOOLCRIB_PROGRAM_KEYS"];
    }
  });
});
