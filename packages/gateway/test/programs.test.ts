import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { describe, expect, it } from "vitest";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import { startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const code = `const totals = await Promise.all([1, 2, 3].map((id) => tools.get_order({ id })));
const again = await tools.get_order({ id: 4 });
console.log([...totals, again].map(Number).filter((total) => total > 15));`;
const lastWords = "Three orders are large.";
const model = searchThenCall({
  search: { query: "orders" },
  wanted: { name: "code_execution", input: { code } },
  result: "[20,30,40]",
  lastWords,
});

/** A tool of the client, and the ids of the orders that it was asked for. */
function orders() {
  const ran: unknown[] = [];
  const getOrder = betaTool({
    name: "get_order",
    description: "Gets the total of an order.",
    inputSchema: { type: "object", properties: { id: { type: "number" } }, required: ["id"] },
    run: ({ id }) => {
      ran.push(id);
      return String((id as number) * 10);
    },
  });
  return { getOrder, ran };
}

describe.each(["anthropic", "openai-chat", "openai-responses"] as const)(
  "with an upstream of the dialect %s",
  (dialect) => {
    /** Runs the SDK's tool runner against a gateway in front of a strict upstream until the model is done. */
    async function drive(route: { readonly injectPrograms?: boolean }, stream: boolean, tools: readonly object[]) {
      const upstream = await startStrictUpstream(dialect, model);
      const { url, close } = await startGateway({ upstreamUrl: upstream.url, dialect, loader: "eager", ...route });
      closers.push(upstream.close, close);
      const runner = new Anthropic({ baseURL: url, apiKey: "key", maxRetries: 0 }).beta.messages.toolRunner({
        model: "any-model",
        max_tokens: 1000,
        max_iterations: 6,
        messages: [{ role: "user", content: "Which orders are large?" }],
        tools: tools as never,
        stream,
      });
      const { content } = await runner.runUntilDone();
      expect(upstream.rejected).toEqual([]);
      expect(upstream.bodies).toHaveLength(2);
      return { content, messages: JSON.stringify(runner.params.messages) };
    }

    it.each([false, true])("W-M32: the SDK's tool runner drives a program, streaming %s", async (stream) => {
      const { getOrder, ran } = orders();
      const { content } = await drive({}, stream, [
        { type: "code_execution_20260120", name: "code_execution" },
        { ...getOrder, allowed_callers: ["code_execution_20260120"] },
      ]);

      expect(content).toMatchObject([
        { type: "code_execution_tool_result", content: { stdout: "[20,30,40]\n", return_code: 0 } },
        { type: "text", text: lastWords },
      ]);
      expect(ran).toEqual([1, 2, 3, 4]);
    });

    it.each([false, true])(
      "a tool runner that knows nothing about programs drives one, streaming %s",
      async (stream) => {
        const { getOrder, ran } = orders();
        const { content, messages } = await drive({ injectPrograms: true }, stream, [getOrder]);

        expect(content).toEqual([expect.objectContaining({ type: "text", text: lastWords })]);
        expect(ran).toEqual([1, 2, 3, 4]);
        expect(messages).not.toMatch(/code_execution|container|srvtoolu/);
      },
    );
  },
);

it("names the place of a part that the upstream does not have as the client wrote it", async () => {
  const { url, close } = await startGateway({ upstreamUrl: "http://127.0.0.1:9", dialect: "openai-chat" });
  closers.push(close);
  const client = new Anthropic({ baseURL: url, apiKey: "key", maxRetries: 0 });
  const asked = client.beta.messages.create({
    model: "any-model",
    max_tokens: 1000,
    messages: [{ role: "user", content: "Hi." }],
    tools: [
      { type: "code_execution_20260120", name: "code_execution" },
      { name: "get_order", input_schema: { type: "object" }, allowed_callers: ["code_execution_20260120"] },
      { type: "web_search_20250305", name: "web_search" },
    ],
  });

  await expect(asked).rejects.toThrow(/tools\.2 of type web_search_20250305/);
});
