import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, isStepCount, jsonSchema, streamText, type ToolSet, tool } from "ai";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { bashTool, invoiceCall, invoiceTool } from "../src/testing/client-search-request.ts";
import { cutAtRandom } from "../src/testing/cut-bytes.ts";
import { type GatewayToStart, startGateway } from "../src/testing/gateways/start-gateway.ts";
import { type ScriptedModels, searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import {
  type StrictDialect,
  type StrictUpstream,
  startStrictUpstream,
} from "../src/testing/strict/start-strict-upstream.ts";

type Params = OpenAI.ChatCompletionCreateParamsNonStreaming;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const paid = "Invoice 7 is paid.";
const lastWords = "It is paid.";
const model = searchThenCall({
  search: { query: "invoice" },
  wanted: { name: invoiceTool.name, input: invoiceCall.input },
  result: paid,
  lastWords,
});
const nouns = ["branch", "ticket", "meeting", "song", "recipe", "flight"];
const others = nouns.map((noun) => ({
  name: `mcp__${noun}s__list_${noun}`,
  description: `Use it to list every ${noun}.`,
  input_schema: { type: "object", properties: { id: { type: "string", description: `Which ${noun}.` } } },
}));
const tools = [bashTool, ...others, invoiceTool].map(({ name, description, input_schema }) => ({
  type: "function" as const,
  function: { name, description, parameters: input_schema as unknown as OpenAI.FunctionParameters },
}));
const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: "developer", content: "You are an agent." },
  { role: "user", content: "Is invoice 7 paid?" },
];

const clientOf = (url: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 });

async function start(dialect: StrictDialect, route: Partial<GatewayToStart>) {
  const upstream = await startStrictUpstream(dialect, model, cutAtRandom(7));
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, ...route });
  closers.push(upstream.close, gateway.close);
  return { upstream, gateway, client: clientOf(gateway.url) };
}

async function ask(client: OpenAI, params: Params, isStreaming: boolean): Promise<OpenAI.ChatCompletion> {
  if (!isStreaming) return client.chat.completions.create(params);
  return client.chat.completions
    .stream({ ...params, stream: true, stream_options: { include_usage: true } })
    .finalChatCompletion();
}

/** Asks until there is nothing to call, as an agent does. */
async function converse(client: OpenAI, isStreaming: boolean) {
  const said = [...messages];
  const called: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const answer = await ask(client, { model: "any-model", messages: said, tools }, isStreaming);
    const [choice] = answer.choices;
    if (choice === undefined) throw new Error("There is no choice.");
    const { message, finish_reason } = choice;
    said.push(message);
    if (finish_reason !== "tool_calls") return { answer, called, text: message.content, finish_reason };
    for (const call of message.tool_calls ?? []) {
      if (call.type !== "function") throw new Error("Expected a function.");
      called.push(`${call.function.name} ${call.function.arguments}`);
      said.push({ role: "tool", tool_call_id: call.id, content: paid });
    }
  }
  throw new Error("It comes to no end.");
}

function expectPrefixKept({ readings }: StrictUpstream): void {
  const lost = readings.slice(1).map(({ partsLost, brokenAt }) => ({ partsLost, brokenAt }));
  expect(lost).toEqual(lost.map(() => ({ partsLost: 0, brokenAt: undefined })));
}

describe.each<readonly [StrictDialect, string, string]>([
  ["anthropic", "bridge", "always"],
  ["anthropic", "native", "always"],
  ["anthropic", "append", "always"],
  ["anthropic", "eager", "off"],
  ["openai-chat", "bridge", "always"],
  ["openai-chat", "eager", "off"],
])(
  "the OpenAI SDK with an upstream of the dialect %s, the loader %s and injected search %s",
  (dialect, loader, inject) => {
    const route = { loader, inject } as Partial<GatewayToStart>;

    it.each([false, true])(
      "W-C1: calls a tool that the model found and comes to its end, streaming %s",
      async (isStreaming) => {
        const { upstream, client } = await start(dialect, route);
        const { answer, called, text, finish_reason } = await converse(client, isStreaming);

        expect({ called, text, finish_reason }).toEqual({
          called: [`${invoiceTool.name} ${JSON.stringify(invoiceCall.input)}`],
          text: lastWords,
          finish_reason: "stop",
        });
        expect(answer).toMatchObject({ id: expect.stringMatching(/^chatcmpl-/), model: "any-model" });
        expect(answer.usage?.total_tokens).toBeGreaterThan(0);
        expect(upstream.rejected).toEqual([]);
        expect(upstream.bodies).toHaveLength(inject === "always" ? 3 : 2);
        expect(JSON.stringify(upstream.bodies[0]).includes(invoiceTool.description)).toBe(inject === "off");
        if (loader !== "append") expectPrefixKept(upstream);
      },
    );

    it("runs the tools of the SDK's runner", async () => {
      const { upstream, client } = await start(dialect, route);
      const ran: unknown[] = [];
      const runner = client.chat.completions.runTools({
        model: "any-model",
        messages,
        stream: true,
        tools: tools.map((tool) => ({
          ...tool,
          function: {
            ...tool.function,
            parse: JSON.parse,
            function: (input: object) => {
              ran.push(input);
              return paid;
            },
          },
        })) as never,
      });

      expect(await runner.finalContent()).toBe(lastWords);
      expect(ran).toEqual([invoiceCall.input]);
      expect(upstream.rejected).toEqual([]);
    });
  },
);

describe("a model that reasons and calls a tool with free text", () => {
  const noteTool = { type: "custom" as const, custom: { name: "note", description: "Writes a note." } };
  const thinking = { type: "thinking", thinking: "A note is due.", signature: "c2ln" };
  const note = { type: "tool_use", id: "toolu_note", name: "note", input: { input: 'buy "milk"' } };
  const scripted: ScriptedModels = {
    messages: ({ messages: sent }) =>
      JSON.stringify(sent).includes("written") ? [{ type: "text", text: "Done." }] : [thinking, note],
    chat: () => ({ text: "" }),
    responses: () => ({ text: "" }),
  };

  it.each([false, true])("is understood by the OpenAI SDK, streaming %s", async (isStreaming) => {
    const upstream = await startStrictUpstream("anthropic", scripted);
    const gateway = await startGateway({ upstreamUrl: upstream.url });
    closers.push(upstream.close, gateway.close);
    const client = clientOf(gateway.url);
    const params = { model: "m", messages, tools: [noteTool], reasoning_effort: "high" as const };
    const first = (await ask(client, params, isStreaming)).choices[0]?.message as OpenAI.ChatCompletionMessage;
    const result = { role: "tool" as const, tool_call_id: "toolu_note", content: "written" };
    const second = await ask(client, { ...params, messages: [...messages, first, result] }, isStreaming);

    expect(first).toMatchObject({
      reasoning_content: thinking.thinking,
      tool_calls: [{ id: "toolu_note", type: "custom", custom: { name: "note", input: 'buy "milk"' } }],
    });
    expect(second.choices[0]?.message.content).toBe("Done.");
    expect(upstream.rejected).toEqual([]);
    expect(upstream.bodies[1]).toMatchObject({
      thinking: { type: "adaptive" },
      output_config: { effort: "high" },
      messages: [{ role: "user" }, { role: "assistant", content: [thinking, note] }, { role: "user" }],
    });
  });
});

describe("the AI SDK's provider for chat servers", () => {
  it.each([false, true])(
    "calls a tool that the model found and comes to its end, streaming %s",
    async (isStreaming) => {
      const { upstream, gateway } = await start("anthropic", { loader: "bridge", inject: "always" });
      const provider = createOpenAICompatible({ name: "gateway", baseURL: `${gateway.url}/v1`, apiKey: "key" });
      const ran: unknown[] = [];
      const aiTools = Object.fromEntries(
        tools.map(({ function: { name, description, parameters } }) => [
          name,
          tool({
            description,
            inputSchema: jsonSchema<object>(parameters as never),
            execute: (input) => {
              ran.push(input);
              return paid;
            },
          }),
        ]),
      ) as ToolSet;
      const options = {
        model: provider("any-model"),
        prompt: "Is invoice 7 paid?",
        tools: aiTools,
        stopWhen: isStepCount(4),
        maxRetries: 0,
      };

      const text = isStreaming ? await streamText(options).text : (await generateText(options)).text;
      expect(text).toBe(lastWords);
      expect(ran).toEqual([invoiceCall.input]);
      expect(upstream.rejected).toEqual([]);
      expectPrefixKept(upstream);
    },
  );
});
