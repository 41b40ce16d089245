import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { bashTool, invoiceCall, invoiceTool } from "../src/testing/client-search-request.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import { type StrictDialect, startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";

type Message = OpenAI.ChatCompletionMessageParam;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const functionTool = (tool: { name: string; description: string; input_schema: object }, fields: object = {}) =>
  ({
    type: "function",
    function: { name: tool.name, description: tool.description, parameters: tool.input_schema },
    ...fields,
  }) as OpenAI.ChatCompletionTool;
const bash = functionTool(bashTool);
const find = functionTool({
  name: "find_my_search",
  description: "Finds tools.",
  input_schema: { type: "object", properties: { query: { type: "string" } } },
});
const invoice = functionTool(invoiceTool, { defer_loading: true });
const question: Message[] = [{ role: "user", content: "Is invoice 7 paid?" }];
const invoiceArguments = JSON.stringify(invoiceCall.input);

async function start(dialect: StrictDialect, loader: "bridge" | "native") {
  const model = searchThenCall({
    search: { query: "invoice" },
    wanted: { name: invoiceTool.name, input: invoiceCall.input },
    result: "Invoice 7 is paid.",
    lastWords: "It is paid.",
  });
  const upstream = await startStrictUpstream(dialect, model);
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader });
  closers.push(upstream.close, gateway.close);
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "key", maxRetries: 0 });
  const ask = async (messages: Message[], tools: OpenAI.ChatCompletionTool[], isStreaming: boolean) => {
    const request = { model: "m", messages, tools };
    const { choices } = isStreaming
      ? await client.chat.completions.stream(request).finalChatCompletion()
      : await client.chat.completions.create(request);
    return choices[0]?.message as OpenAI.ChatCompletionMessage;
  };
  return { upstream, ask };
}

const result = ({ tool_calls: [call] = [] }: OpenAI.ChatCompletionMessage): Message => ({
  role: "tool",
  tool_call_id: call?.id ?? "",
  content: "Invoice 7 is paid.",
});

describe.each([
  ["anthropic", "bridge", false],
  ["anthropic", "bridge", true],
  ["anthropic", "native", false],
  ["openai-chat", "bridge", false],
  ["openai-chat", "bridge", true],
  ["openai-responses", "native", false],
  ["openai-responses", "native", true],
  ["openai-responses", "bridge", false],
] as const)(
  "an extension of Chat Completions on %s over the %s loader (streaming: %s)",
  (dialect, loader, isStreaming) => {
    const called = { type: "function", function: { name: invoiceTool.name, arguments: invoiceArguments } };

    it("W-C9: defers tools and loads them by reference", async () => {
      const { upstream, ask } = await start(dialect, loader);
      const tools = [bash, find, invoice];
      const first = await ask(question, tools, isStreaming);
      expect(first.tool_calls).toMatchObject([{ function: { name: "find_my_search" } }]);

      const content = [{ type: "tool_reference", tool_name: invoiceTool.name }];
      const found = { role: "tool", tool_call_id: first.tool_calls?.[0]?.id ?? "", content } as unknown as Message;
      const second = await ask([...question, first, found], tools, isStreaming);
      expect(second.tool_calls).toMatchObject([called]);

      const third = await ask([...question, first, found, second, result(second)], tools, isStreaming);
      expect(third.content).toBe("It is paid.");
      expect(upstream.rejected).toEqual([]);
      expect(JSON.stringify(upstream.bodies[0])).not.toContain(
        dialect === "openai-chat" ? invoiceTool.description : "no such text",
      );
      expect(upstream.readings.slice(1).map(({ partsLost }) => partsLost)).toEqual([0, 0]);
    });

    it.each(["openrouter:tool_search", "orq:tool_search"])(
      "W-C10: searches unseen for a client that sends %s",
      async (type) => {
        const { upstream, ask } = await start(dialect, loader);
        const tools = [bash, invoice, { type, parameters: { max_results: 5 } } as unknown as OpenAI.ChatCompletionTool];
        const first = await ask(question, tools, isStreaming);
        expect(first.tool_calls).toMatchObject([called]);
        expect(first.tool_calls).toHaveLength(1);

        const second = await ask([...question, first, result(first)], tools, isStreaming);
        expect(second.content).toBe("It is paid.");
        expect(upstream.rejected).toEqual([]);
        // The hidden search is replayed as it was.
        expect(upstream.readings.slice(1).map(({ partsLost }) => partsLost)).toEqual([0, 0]);
      },
    );

    it.each([
      ["at the beginning", (tools: Message): Message[] => [tools, ...question]],
      [
        "in the middle",
        (tools: Message): Message[] => [...question, { role: "assistant", content: "Wait." }, tools, ...question],
      ],
    ])("W-C11: takes a system message with tools %s", async (_where, place) => {
      const { upstream, ask } = await start(dialect, loader);
      const messages = place({ role: "system", tools: [functionTool(invoiceTool)] } as unknown as Message);
      const first = await ask(messages, [bash], isStreaming);
      expect(first.tool_calls).toMatchObject([called]);

      const second = await ask([...messages, first, result(first)], [bash], isStreaming);
      expect(second.content).toBe("It is paid.");
      // A server of the same dialect may know such messages: it is asked once.
      expect(upstream.rejected.every((words) => words === "Unknown parameter: 'messages[0].tools'.")).toBe(true);
      expect(upstream.rejected.length).toBeLessThanOrEqual(dialect === "openai-chat" ? 1 : 0);
    });
  },
);
