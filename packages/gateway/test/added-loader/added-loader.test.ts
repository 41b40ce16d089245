import Anthropic from "@anthropic-ai/sdk";
import { createStrictMessagesApi, type RequestBody, renderPrompt } from "@toolcrib/anthropic/testing";
import { DeferralSession, type Message } from "@toolcrib/core";
import { loaderSuite } from "@toolcrib/core/suites";
import { describe, expect, it } from "vitest";
import { createGateway, type GatewayConfig } from "../../src/index.ts";
import { serveFetch } from "../../src/testing/serve.ts";
import { useClosers } from "../../src/testing/use-closers.ts";
import { phrasebookLoader } from "./phrasebook-loader.ts";

const closers = useClosers();

const bash = { name: "Bash", description: "Runs a command.", input_schema: { type: "object" as const } };
const weather = {
  name: "mcp__maps__get_weather",
  description: "Tells the weather of a city.",
  input_schema: { type: "object" as const, properties: { city: { type: "string" } }, required: ["city"] },
};

/** Searches, uses what it found in the way that the loader offers, and speaks of the result. */
function answer(body: RequestBody) {
  const said = JSON.stringify(body.messages);
  if (!said.includes("You may use")) {
    return [{ type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "weather" } }];
  }
  if (!said.includes("Sunny")) {
    const input = { tool: weather.name, input: JSON.stringify({ city: "Oslo" }) };
    return [{ type: "tool_use", id: "toolu_2", name: "use", input }];
  }
  return [{ type: "text", text: "It is sunny." }];
}

async function start(config: GatewayConfig = {}) {
  const api = createStrictMessagesApi(answer);
  const upstream = await serveFetch(api.fetch);
  closers.push(upstream.close);
  const gateway = await createGateway(
    {
      upstreams: { model: { dialect: "anthropic", url: upstream.url } },
      inject: "always",
      loader: "phrasebook",
      ...config,
    },
    { loaders: [phrasebookLoader] },
  );
  closers.push(() => gateway.close());
  const { url } = await gateway.listen({ port: 0 });
  return { api, client: new Anthropic({ baseURL: url, apiKey: "k", maxRetries: 0 }) };
}

describe("an added loader", () => {
  it.each(loaderSuite(phrasebookLoader))("$title", ({ run }) => run());

  it("works in a session, by its settings", async () => {
    const session = new DeferralSession({ tools: [weather], settings: { loader: phrasebookLoader, toolSearch: true } });
    const messages: readonly Message[] = [{ role: "user", content: "Hi" }];
    const { tools, wrapper } = await session.prepare({ model: "m", messages });

    expect(tools.map(({ name }) => name)).toEqual(["ToolSearch", "use"]);
    expect(wrapper?.unwrap({ type: "tool_use", id: "t", name: "use", input: { tool: "x", input: "{}" } }).name).toBe(
      "x",
    );
  });

  it.each([true, false])("works in a gateway whose config names it, end to end (streamed: %s)", async (stream) => {
    const { api, client } = await start();
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "How is the weather in Oslo?" }];
    const ask = async () => {
      const params = { model: "claude-sonnet-5-5", max_tokens: 1000, messages, tools: [bash, weather] };
      return stream ? client.messages.stream(params).finalMessage() : client.messages.create(params);
    };
    const first = await ask();
    const call = first.content.find((block) => block.type === "tool_use");

    expect(call).toMatchObject({ name: weather.name, input: { city: "Oslo" } });
    expect(JSON.stringify(first.content)).not.toMatch(/ToolSearch|"use"/);

    const result = { type: "tool_result" as const, tool_use_id: call?.id ?? "", content: "Sunny" };
    messages.push({ role: "assistant", content: first.content }, { role: "user", content: [result] });
    const second = await ask();

    expect(second.content).toEqual([expect.objectContaining({ type: "text", text: "It is sunny." })]);
    expect(api.rejected).toEqual([]);
    const prompts = api.accepted.map(({ body }) => renderPrompt(body));
    for (const [index, prompt] of prompts.slice(1).entries()) {
      const before = prompts[index] as readonly string[];
      expect(prompt.slice(0, before.length)).toEqual(before);
    }
  });

  it("is a config error if it was not added", async () => {
    await expect(createGateway({ loader: "magic" })).rejects.toThrow(
      "expected one of auto, native, bridge, append, eager, tool-reference, system-tools, openrouter-search",
    );
    await expect(createGateway({}, { loaders: [{ ...phrasebookLoader, name: "bridge" }] })).rejects.toThrow("bridge");
  });
});
