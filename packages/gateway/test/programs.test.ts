import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import { describe, expect, it } from "vitest";
import { createGateway } from "../src/server/create-gateway.ts";
import { serveFetch } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const code = `const totals = await Promise.all([1, 2, 3].map((id) => tools.get_order({ id })));
const again = await tools.get_order({ id: 4 });
console.log([...totals, again].map(Number).filter((total) => total > 15));`;

describe("programs over HTTP", () => {
  it.each([false, true])("are driven by the tool runner of Anthropic's SDK, streaming %s", async (stream) => {
    let calls = 0;
    const api = createStrictMessagesApi(() =>
      calls++ === 0
        ? [{ type: "tool_use", id: "toolu_program", name: "code_execution", input: { code } }]
        : [{ type: "text", text: "Three orders." }],
    );
    const upstream = await serveFetch((request) => api.fetch(request));
    const gateway = await createGateway({ upstreams: { strict: { dialect: "anthropic", url: upstream.url } } });
    closers.push(gateway, upstream);
    const { url } = await gateway.listen({ port: 0 });
    const client = new Anthropic({ baseURL: url, apiKey: "key" });
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
    const runner = client.beta.messages.toolRunner({
      model: "any-model",
      max_tokens: 1000,
      max_iterations: 6,
      messages: [{ role: "user", content: "Which orders are large?" }],
      tools: [
        { type: "code_execution_20260120", name: "code_execution" },
        { ...getOrder, allowed_callers: ["code_execution_20260120"] } as never,
      ],
      stream,
    });

    const message = await runner.runUntilDone();

    expect(message.content).toMatchObject([
      { type: "code_execution_tool_result", content: { stdout: "[20,30,40]\n", return_code: 0 } },
      { type: "text", text: "Three orders." },
    ]);
    expect(ran).toEqual([1, 2, 3, 4]);
    expect(api.rejected).toEqual([]);
    expect(calls).toBe(2);
  });
});
