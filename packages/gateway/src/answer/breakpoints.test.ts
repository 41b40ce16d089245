import type { ContentBlock, Message, Tool } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { ask } from "../testing/answering/ask.ts";
import { block, bm25Entry, deferred, result, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const cache_control = { type: "ephemeral" };

async function sent(tools: readonly Tool[], messages: readonly Message[], loader: "native" | "append" | "bridge") {
  const upstream = scriptedModel(() => ({ text: "ok" }), { baseUrl: "https://api.anthropic.com" });
  const body = { model: "m", max_tokens: 1000, messages, tools };
  await ask(createAnswerRequest(), { body, upstream, route: { loader } });
  return upstream.bodies[0];
}

/** Every block of a conversation, also those inside results. */
function blocksOf(messages: readonly Message[]): readonly ContentBlock[] {
  return messages.flatMap(({ content }) => {
    const blocks = typeof content === "string" ? [] : content;
    return blocks.flatMap((part) => {
      const inner = (part as { readonly content?: unknown }).content;
      return Array.isArray(inner) ? [part, ...(inner as ContentBlock[])] : [part];
    });
  });
}

it("L3: a cache breakpoint stays on an answer with a hidden part", async () => {
  const upstream = scriptedModel((_body, number) =>
    number === 1 ? { calls: [{ name: "ToolSearch", input: { query: "weather" } }] } : { text: "Sunny." },
  );
  const answerRequest = createAnswerRequest({ embedder: null });
  const tools = [tool("Bash"), tool("mcp__a__get_weather"), tool("mcp__a__get_stocks")];
  const send = (messages: readonly Message[]) =>
    ask(answerRequest, {
      body: { model: "m", max_tokens: 1000, messages, tools },
      upstream,
      route: { loader: "bridge", inject: "always" },
    });
  const { message } = await send([user("Go.")]);
  const marked = message.content.map((part) => ({ ...part, cache_control }));
  await send([user("Go."), { role: "assistant", content: marked }, user("And?")]);
  const sent = upstream.bodies.at(-1)?.messages ?? [];

  expect(JSON.stringify(sent)).toContain("ToolSearch");
  expect(blocksOf(sent).filter((part) => "cache_control" in part)).toEqual([block({ ...marked[0] })]);
});

describe.each(["native", "append", "bridge"] as const)("a cache breakpoint on the loader %s", (loader) => {
  it("L3: covers the eager tools that precede it in the client's list", async () => {
    const eager = [tool("mcp__a__x"), tool("Bash"), tool("mcp__b__y"), tool("Read", { cache_control })];
    const tools = [...eager, deferred("get_weather")];
    const body = await sent(tools, [user("Go.")], loader);
    const names = body?.tools?.map(({ name }) => name) ?? [];

    expect(names.slice(0, 4)).toEqual(eager.map(({ name }) => name));
    expect(body?.tools?.flatMap(({ name, cache_control: mark }) => (mark ? [name] : []))).toEqual(["Read"]);
  });

  it.each([
    ["result", { cache_control }, {}],
    ["reference", {}, { cache_control }],
  ])("L3: stays on a %s of the API's search that the client sends back", async (_place, onResult, onReference) => {
    const found = { type: "tool_reference", tool_name: "get_weather", ...onReference };
    const messages: Message[] = [
      user("How is the weather?"),
      {
        role: "assistant",
        content: [
          block({ type: "server_tool_use", id: "srvtoolu_1", name: "tool_search_tool_bm25", input: { query: "x" } }),
          block({
            type: "tool_search_tool_result",
            tool_use_id: "srvtoolu_1",
            content: { type: "tool_search_tool_search_result", tool_references: [found] },
            ...onResult,
          }),
          block({ type: "text", text: "Found." }),
        ],
      },
      user("Go on."),
    ];
    const body = await sent([bm25Entry, tool("Bash"), deferred("get_weather")], messages, loader);
    const marked = blocksOf(body?.messages ?? []).filter((part) => "cache_control" in part);

    expect(marked).toHaveLength(1);
  });

  it("L3: stays on a reference that the client found itself", async () => {
    const found = { type: "tool_reference", tool_name: "get_weather", cache_control };
    const messages: Message[] = [
      user("How is the weather?"),
      { role: "assistant", content: [block({ type: "tool_use", id: "toolu_1", name: "ToolSearch", input: {} })] },
      user(result("toolu_1", [found])),
    ];
    const body = await sent([tool("Bash"), tool("ToolSearch"), deferred("get_weather")], messages, loader);

    expect(blocksOf(body?.messages ?? []).filter((part) => "cache_control" in part)).toHaveLength(1);
  });
});
