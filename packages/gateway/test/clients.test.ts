import { createAnthropic } from "@ai-sdk/anthropic";
import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { generateText, isStepCount, jsonSchema, streamText, type ToolSet, tool } from "ai";
import OldAnthropic from "anthropic-sdk-0";
import { describe, expect, it } from "vitest";
import { bashTool, invoiceCall, invoiceTool, otherTool, toolSearchTool } from "../src/testing/client-search-request.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import {
  type StrictDialect,
  type StrictUpstream,
  startStrictUpstream,
} from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

const paid = "Invoice 7 is paid.";
const lastWords = "It is paid.";
const question = "Is invoice 7 paid?";

const model = searchThenCall({
  search: { query: "invoice" },
  wanted: { name: invoiceTool.name, input: invoiceCall.input },
  result: paid,
  lastWords,
});

type Loader = "native" | "append" | "bridge" | "eager";

async function start(dialect: StrictDialect, loader: Loader): Promise<{ url: string; upstream: StrictUpstream }> {
  const upstream = await startStrictUpstream(dialect, model);
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader });
  closers.push(upstream.close, gateway.close);
  return { url: gateway.url, upstream };
}

const variants: readonly (readonly [StrictDialect, Loader])[] = [
  ["anthropic", "native"],
  ["anthropic", "append"],
  ["anthropic", "bridge"],
  ["anthropic", "eager"],
  ["openai-chat", "append"],
  ["openai-chat", "bridge"],
  ["openai-chat", "eager"],
  ["openai-responses", "native"],
  ["openai-responses", "append"],
  ["openai-responses", "bridge"],
  ["openai-responses", "eager"],
];

const tools = [
  bashTool,
  toolSearchTool,
  { ...invoiceTool, defer_loading: true },
  otherTool("mcp__billing__list_refunds"),
] as unknown as Anthropic.Tool[];

/** What a client does with a call: it answers its own search with references, and runs the tool. */
function resultOf(call: { readonly id: string; readonly name: string }): Anthropic.ToolResultBlockParam {
  const reference = { type: "tool_reference" as const, tool_name: invoiceTool.name };
  return { type: "tool_result", tool_use_id: call.id, content: call.name === toolSearchTool.name ? [reference] : paid };
}

/** Whether the model could see the tool's definition before it was found. */
function isDefinedAtFirst({ bodies }: StrictUpstream): boolean {
  const { tools: sent = [] } = bodies[0] as { readonly tools?: readonly { readonly defer_loading?: boolean }[] };
  const visible = sent.filter(({ defer_loading }) => defer_loading !== true);
  return JSON.stringify(visible).includes(invoiceTool.description);
}

describe.each(variants)("with an upstream of the dialect %s and the loader %s", (dialect, loader) => {
  describe.each([
    ["1.8", Anthropic],
    ["0.137", OldAnthropic as unknown as typeof Anthropic],
  ])("the Anthropic SDK %s", (_version, Sdk) => {
    it.each([false, true])("finds a tool, calls it and ends, streaming %s", async (isStreaming) => {
      const { url, upstream } = await start(dialect, loader);
      const client = new Sdk({ baseURL: url, apiKey: "key", maxRetries: 0 });
      const messages: Anthropic.MessageParam[] = [{ role: "user", content: question }];
      const called: string[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        const request = { model: "any-model", max_tokens: 1000, messages, tools };
        const answer = isStreaming
          ? await client.messages.stream(request).finalMessage()
          : await client.messages.create(request);
        messages.push({ role: "assistant", content: answer.content as Anthropic.ContentBlockParam[] });
        if (answer.stop_reason !== "tool_use") break;
        const calls = answer.content.filter((block) => block.type === "tool_use");
        called.push(...calls.map(({ name }) => name));
        messages.push({ role: "user", content: calls.map(resultOf) });
      }
      expect(messages.at(-1)?.content).toMatchObject([{ type: "text", text: lastWords }]);
      expect(called).toEqual(loader === "eager" ? [invoiceTool.name] : [toolSearchTool.name, invoiceTool.name]);
      expect(upstream.rejected).toEqual([]);
      expect(isDefinedAtFirst(upstream)).toBe(loader === "eager");
    });
  });

  it.each([false, true])("the SDK's tool runner completes, streaming %s", async (stream) => {
    const { url, upstream } = await start(dialect, loader);
    const client = new Anthropic({ baseURL: url, apiKey: "key", maxRetries: 0 });
    const ran: unknown[] = [];
    const runnable = [
      betaTool({
        name: toolSearchTool.name,
        description: toolSearchTool.description,
        inputSchema: toolSearchTool.input_schema as never,
        run: () => [{ type: "tool_reference", tool_name: invoiceTool.name }],
      }),
      {
        ...betaTool({
          name: invoiceTool.name,
          description: invoiceTool.description,
          inputSchema: invoiceTool.input_schema as never,
          run: (input) => {
            ran.push(input);
            return paid;
          },
        }),
        defer_loading: true,
      },
    ];
    const runner = client.beta.messages.toolRunner({
      model: "any-model",
      max_tokens: 1000,
      max_iterations: 6,
      messages: [{ role: "user", content: question }],
      tools: runnable,
      stream,
    });
    expect((await runner.runUntilDone()).content).toMatchObject([{ type: "text", text: lastWords }]);
    expect(ran).toEqual([invoiceCall.input]);
    expect(upstream.rejected).toEqual([]);
  });

  it.each([false, true])("the AI SDK completes, streaming %s", async (isStreaming) => {
    const { url, upstream } = await start(dialect, loader);
    const provider = createAnthropic({ baseURL: `${url}/v1`, apiKey: "key" });
    const ran: unknown[] = [];
    const aiTools = {
      [toolSearchTool.name]: tool({
        description: toolSearchTool.description,
        inputSchema: jsonSchema<{ query: string }>(toolSearchTool.input_schema as never),
        execute: () => [invoiceTool.name],
        toModelOutput: () => ({
          type: "content",
          value: [
            { type: "custom", providerOptions: { anthropic: { type: "tool-reference", toolName: invoiceTool.name } } },
          ],
        }),
      }),
      [invoiceTool.name]: tool({
        description: invoiceTool.description,
        inputSchema: jsonSchema<{ number: number }>(invoiceTool.input_schema as never),
        providerOptions: { anthropic: { deferLoading: true } },
        execute: (input) => {
          ran.push(input);
          return paid;
        },
      }),
    } as ToolSet;
    const options = {
      model: provider("any-model"),
      prompt: question,
      tools: aiTools,
      stopWhen: isStepCount(6),
      maxOutputTokens: 1000,
      maxRetries: 0,
    };
    const text = isStreaming ? await streamText(options).text : (await generateText(options)).text;
    expect(text).toBe(lastWords);
    expect(ran).toEqual([invoiceCall.input]);
    expect(upstream.rejected).toEqual([]);
  });
});
