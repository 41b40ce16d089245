import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { callWhenVisible } from "../src/testing/strict/call-when-visible.ts";
import { type StrictDialect, startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const definition = { name: "get_weather", description: "Tells the weather.", parameters: { type: "object" } };
const model = callWhenVisible({ name: definition.name, input: {} });
const dialects: readonly StrictDialect[] = ["anthropic", "openai-chat", "openai-responses"];

async function start(dialect: StrictDialect) {
  const upstream = await startStrictUpstream(dialect, model);
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect });
  closers.push(upstream.close, gateway.close);
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "key", maxRetries: 0 });
  return { upstream, client };
}

describe.each(dialects)("on an upstream of %s, a conversation whose only tools come later", (dialect) => {
  it("can call them from a system message of Chat Completions on", async () => {
    const { client, upstream } = await start(dialect);
    const tools = [{ type: "function", function: definition }];
    const late = { role: "system", tools } as unknown as OpenAI.ChatCompletionMessageParam;
    const { choices } = await client.chat.completions.create({
      model: "m",
      messages: [{ role: "user", content: "Hello" }, late],
    });

    expect(choices[0]?.message.tool_calls).toMatchObject([{ function: { name: "get_weather", arguments: "{}" } }]);
    expect(upstream.rejected).toEqual([]);
  });

  it("can call them from additional_tools of Responses on", async () => {
    const { client, upstream } = await start(dialect);
    const tools = [{ type: "function", ...definition }];
    const late = {
      type: "additional_tools",
      role: "developer",
      tools,
    } as unknown as OpenAI.Responses.ResponseInputItem;
    const { output } = await client.responses.create({
      model: "m",
      input: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
        late,
        { role: "user", content: "Go" },
      ],
    });

    expect(output).toMatchObject([{ type: "function_call", name: "get_weather", arguments: "{}" }]);
    expect(upstream.rejected).toEqual([]);
  });
});
