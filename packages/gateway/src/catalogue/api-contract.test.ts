import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import type { Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { readTablesByHeading, withoutCodeMarks } from "../../../../scripts/checks/markdown-table.ts";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { block, bm25Entry, call, deferred, regexEntry, result, text, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";

const tables = readTablesByHeading("docs/api-contract.md");
const weather = [tool("Bash"), deferred("get_weather")];
const found: readonly Message[] = [
  user("Go."),
  { role: "assistant", content: [call("toolu_1", "ToolSearch")] },
  user(result("toolu_1", [{ type: "tool_reference", tool_name: "get_weather" }])),
];
const change = {
  role: "system",
  content: [block({ type: "tool_addition", tool: { type: "tool_reference", name: "nope" } })],
};

const rejected: Readonly<Record<string, Partial<MessagesBody>>> = {
  "two tools with one name": { tools: [tool("a"), tool("a")] },
  "only deferred tools": { tools: [deferred("a")] },
  "a deferred tool with a name over 128 characters": { tools: [tool("a"), deferred("x".repeat(129))] },
  "a deferred tool with other characters in its name": { tools: [tool("a"), deferred("server.tool")] },
  "a deferred tool without a schema": { tools: [tool("a"), { name: "b", defer_loading: true }] },
  "a field that the search tool does not have": { tools: [{ ...regexEntry, max_results: 3 } as never, ...weather] },
  "another name for the search tool": { tools: [{ ...regexEntry, name: "find" }, ...weather] },
  "a search tool without a name": { tools: [{ type: regexEntry.type }, ...weather] },
  "a `tool_choice` of a tool that is not there": { tools: weather, tool_choice: { type: "tool", name: "nope" } },
  "a `tool_choice` of type `tool` without a name": { tools: weather, tool_choice: { type: "tool" } },
  "a `tool_addition` or `tool_removal` of an undefined tool": { messages: [user("Go."), change as Message] },
};

/** A request that the API rejects, and what the gateway sends upstream instead. */
const lenient: Readonly<Record<string, readonly [Partial<MessagesBody>, Partial<MessagesBody> | object]>> = {
  "`defer_loading` and `cache_control` on one tool": [
    { tools: [tool("Bash"), deferred("get_weather", { cache_control: { type: "ephemeral" } })] },
    { tools: [{ name: "Bash", cache_control: { type: "ephemeral" } }, { name: "call_tool" }] },
  ],
  "a `tool_use` without its `tool_result`": [
    { messages: [...found, { role: "assistant", content: [call("toolu_2", "Bash")] }, user("And?")] },
    { messages: { 4: { content: [{ type: "tool_result", tool_use_id: "toolu_2", is_error: true }, text("And?")] } } },
  ],
  "a `tool_result` without its `tool_use`": [
    { messages: [...found, { role: "assistant", content: [text("Done.")] }, user(result("toolu_9"), "And?")] },
    { messages: { 4: { content: [text("And?")] } } },
  ],
  "a `tool_reference` to a tool that is not in `tools`": [
    { messages: [...found.slice(0, 2), user(result("toolu_1", [{ type: "tool_reference", tool_name: "gone" }]))] },
    { messages: { 2: { content: [{ content: [text("No longer available: gone.")] }] } } },
  ],
  "`defer_loading` on the search tool": [
    { tools: [{ ...bm25Entry, defer_loading: true }, ...weather] },
    { tools: [{ name: "tool_search_tool_bm25" }, { name: "Bash" }, { name: "call_tool" }] },
  ],
  "`temperature`, `top_p` and `top_k` under `2026-10-21`": [
    { temperature: 0.5, top_p: 0.9, top_k: 5 },
    { temperature: 0.5, top_p: 0.9, top_k: 5 },
  ],
};

async function sentFor(fields: Partial<MessagesBody>): Promise<MessagesBody | undefined> {
  const upstream = scriptedModel(() => ({ text: "ok" }));
  const body = { model: "m", max_tokens: 1000, messages: found, tools: [tool("ToolSearch"), ...weather], ...fields };
  await ask(createAnswerRequest({ embedder: null }), { body, upstream, route: { loader: "bridge" } });
  return upstream.bodies[0];
}

describe("docs/api-contract.md", () => {
  it.each(Object.entries(rejected))("W-M4: documents how the gateway rejects %s", async (request, fields) => {
    const [, message = ""] = tables.get("Rejected")?.find(([cell]) => cell === request) ?? [];

    await expect(sentFor(fields)).rejects.toMatchObject({
      status: 400,
      body: { error: { type: "invalid_request_error", message: withoutCodeMarks(message) } },
    });
  });

  it.each(
    Object.entries(rejected).filter(
      ([, { tools, tool_choice: choice }]) => tools !== undefined && choice === undefined,
    ),
  )("W-M4: has the words of the strict Messages API for %s", async (request, { tools }) => {
    const [, message = ""] = tables.get("Rejected")?.find(([cell]) => cell === request) ?? [];
    const api = createStrictMessagesApi(() => [{ type: "text", text: "ok" }]);
    const response = await api.fetch("https://api.example/v1/messages", {
      method: "POST",
      headers: { "x-api-key": "k", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ model: "m", max_tokens: 1000, messages: [user("Go.")], tools }),
    });

    expect(response.status).toBe(400);
    expect(api.rejected).toEqual([withoutCodeMarks(message)]);
  });

  it.each(Object.entries(lenient))("documents what happens to %s", async (_request, [fields, expected]) => {
    expect(await sentFor(fields)).toMatchObject(expected);
  });

  it("lists what is tested, and nothing else", () => {
    expect(tables.get("Rejected")?.map(([cell]) => cell)).toEqual(Object.keys(rejected));
    expect(tables.get("Deliberate leniencies")?.map(([cell]) => cell)).toEqual(Object.keys(lenient));
  });
});

it("the upstream validates the entry of a search that it runs", async () => {
  const upstream = scriptedModel(() => ({ text: "ok" }), { baseUrl: "https://api.anthropic.com" });
  const entry = { ...regexEntry, max_results: 3 } as never;
  const body = { model: "m", max_tokens: 1000, messages: [user("Go.")], tools: [entry, ...weather] };
  await ask(createAnswerRequest(), { body, upstream, route: { loader: "native", serverSearch: "upstream" } });

  expect(upstream.bodies[0]?.tools?.[0]).toEqual(entry);
});
