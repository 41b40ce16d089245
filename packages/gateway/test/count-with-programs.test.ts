import Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { useOpenAiGateway } from "../src/testing/openai/openai-gateway.ts";

type Block = { readonly type: string; readonly [field: string]: unknown };
type Item = OpenAI.Responses.ResponseInputItem;

const start = useOpenAiGateway();
const waits = `return await tools.get_order({ id: 1 });`;
const parameters = { type: "object" as const, properties: { id: { type: "number" as const } } };

/** A model that writes a program so many times, and then answers. */
const writes =
  (code: string, times: number) =>
  (body: { readonly messages: readonly unknown[] }): Block[] => {
    const results = JSON.stringify(body.messages).split('"type":"tool_result"').length - 1;
    return results < times
      ? [{ type: "tool_use", id: `toolu_${results}`, name: "code_execution", input: { code } }]
      : [{ type: "text", text: "Done." }];
  };

/** What came before the request that is counted. */
const histories = [
  ["before its first program", waits, 0],
  ["after a program", "return 1;", 1],
  ["after two that failed, when the model gets the tools themselves", "null.x", 2],
] as const;

describe("a count of tokens in a conversation with programs", () => {
  const ofMessages = (tools: Anthropic.Beta.BetaToolUnion[]) => ({ model: "m", tools });
  const getOrder = { name: "get_order", description: "Gets an order.", input_schema: parameters };
  const withPrograms = ofMessages([
    { type: "code_execution_20260120", name: "code_execution" },
    { ...getOrder, allowed_callers: ["code_execution_20260120"] },
  ]);
  const promptOf = ({ usage }: Anthropic.Beta.BetaMessage) =>
    usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
  const asked: Anthropic.Beta.BetaMessageParam = { role: "user", content: "How many?" };
  const continued = ({ content }: Anthropic.Beta.BetaMessage): Anthropic.Beta.BetaMessageParam[] => [
    asked,
    { role: "assistant", content: content as Anthropic.Beta.BetaContentBlockParam[] },
  ];

  it.each(histories)("is that of the request that is sent, in the Messages API: %s", async (_when, code, times) => {
    const { url } = await start(writes(code, times || 1));
    const { messages: api } = new Anthropic({ baseURL: url, apiKey: "k", maxRetries: 0 }).beta;
    const messages: Anthropic.Beta.BetaMessageParam[] = [asked];
    const request = { ...withPrograms, messages };
    if (times > 0) request.messages = continued(await api.create({ ...request, max_tokens: 100 }));
    if (times > 0) request.messages.push({ role: "user", content: "And now?" });
    const { input_tokens: counted } = await api.countTokens(request);

    expect(counted).toBe(promptOf(await api.create({ ...request, max_tokens: 100 })));
  });

  it.each(histories)("is that of the request that is sent, in the Responses API: %s", async (_when, code, times) => {
    const { client } = await start(writes(code, times || 1));
    const getOrderFunction = { type: "function", name: "get_order", parameters, allowed_callers: ["programmatic"] };
    const tools = [{ type: "programmatic_tool_calling" }, getOrderFunction] as never as OpenAI.Responses.Tool[];
    const input: Item[] = [{ role: "user", content: "How many?" }];
    const create = () => client.responses.create({ model: "m", store: false, tools, input: [...input] });
    if (times > 0) input.push(...((await create()).output as Item[]), { role: "user", content: "And now?" });
    const { input_tokens: counted } = await client.responses.inputTokens.count({ model: "m", tools, input });

    expect(counted).toBe((await create()).usage?.input_tokens);
  });

  it("runs no program that waits", async () => {
    const { url, bodies } = await start(writes(waits, 1));
    const { messages: api } = new Anthropic({ baseURL: url, apiKey: "k", maxRetries: 0 }).beta;
    const message = await api.create({ ...withPrograms, messages: [asked], max_tokens: 100 });
    const { id } = message.content.at(-1) as Anthropic.Beta.BetaToolUseBlock;
    const result = { type: "tool_result" as const, tool_use_id: id, content: "5" };
    const messages = [...continued(message), { role: "user" as const, content: [result] }];
    const { input_tokens: before } = await api.countTokens({ ...withPrograms, messages: [asked] });
    const { input_tokens: counted } = await api.countTokens({ ...withPrograms, messages });

    expect(counted).toBeGreaterThan(before);
    expect(bodies()).toHaveLength(1);
  });

  it("includes injected programs, and what the client did not see of them", async () => {
    const { url } = await start(writes(waits, 1), { injectPrograms: true });
    const { messages: api } = new Anthropic({ baseURL: url, apiKey: "k", maxRetries: 0 }).beta;
    const request = { ...ofMessages([getOrder]), messages: [asked] };
    const { input_tokens: counted } = await api.countTokens(request);
    const first = await api.create({ ...request, max_tokens: 100 });
    const call = first.content.at(-1) as Anthropic.Beta.BetaToolUseBlock;
    const result = { type: "tool_result" as const, tool_use_id: call.id, content: "5" };
    const answered = [...continued(first), { role: "user" as const, content: [result] }];
    const second = await api.create({ ...request, messages: answered, max_tokens: 100 });
    const later = [
      ...answered,
      { role: "assistant" as const, content: second.content as Anthropic.Beta.BetaContentBlockParam[] },
      { role: "user" as const, content: "And now?" },
    ];
    const { input_tokens: countedLater } = await api.countTokens({ ...request, messages: later });
    const third = await api.create({ ...request, messages: later, max_tokens: 100 });

    expect([counted, countedLater]).toEqual([promptOf(first), promptOf(third)]);
  });
});
