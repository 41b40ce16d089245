import { describe, expect, it } from "vitest";
import { createGateway } from "../src/server/create-gateway.ts";
import {
  createStrictChatApi,
  type StrictChatApi,
  type StrictChatOptions,
} from "../src/testing/chat/strict-chat-api.ts";
import { serveFetch } from "../src/testing/serve.ts";
import { inBothDialects, reach } from "../src/testing/strict/call-when-visible.ts";
import { useClosers } from "../src/testing/use-closers.ts";
import { createChatClient } from "./every-combination/chat-client.ts";
import {
  type ClientUnderTest,
  type CreateClient,
  type OfferedTool,
  searchName,
} from "./every-combination/client-under-test.ts";
import { createMessagesClient } from "./every-combination/messages-client.ts";
import { createResponsesClient } from "./every-combination/responses-client.ts";

const closers = useClosers();
const schema = { type: "object", properties: { number: { type: "integer" } }, required: ["number"] };
const nameOf = (number: number) => `mcp__shop__tool_${number}x`;
const catalogue = Array.from({ length: 30 }, (_, number): OfferedTool => {
  return { name: nameOf(number), description: `Does the work of department ${number}.`, schema };
});
const bash: OfferedTool = { name: "Bash", description: "Runs.", schema: { type: "object", properties: {} } };

/** Calls the tool that the last question names, and searches for it until it sees it. */
const model = inBothDialects((view, requestNumber) => {
  const [, turn, wanted = ""] = [...view.conversation.matchAll(/Turn (\d+): use (\w+)/g)].at(-1) ?? [];
  if (view.conversation.includes(`Result ${turn}.`)) return { text: `Answer ${turn}.` };
  const id = `call_${requestNumber}`;
  const call = reach({ id, name: wanted, input: { number: Number(turn) } }, view);
  if (call !== undefined) return call;
  const search = view.declared.find((name) => /search/i.test(name)) ?? "";
  return { call: { id, name: search, input: { query: `select:${wanted}` } } };
});

async function start(loads: StrictChatOptions["loads"], loader: string) {
  const api = createStrictChatApi(model.chat, { loads });
  const server = await serveFetch(api.fetch);
  const gateway = await createGateway({
    upstreams: { test: { dialect: "openai-chat", url: `${server.url}/v1` } },
    inject: "always",
    loader,
    retries: { attempts: 0 },
  });
  closers.push(server.close, () => gateway.close());
  return { api, url: (await gateway.listen({ port: 0 })).url };
}

/** Uses three tools, two of which have to be found. A client that defers answers the searches itself. */
async function findTwo(url: string, client: ClientUnderTest): Promise<void> {
  client.connect(url);
  client.offer([bash, ...catalogue]);
  for (const [turn, number] of [4, 9, 4].entries()) {
    let answer = await client.ask(`Turn ${turn}: use ${nameOf(number)}`);
    const [search] = answer.calls;
    if (search?.name === searchName) answer = await client.giveFound(search, catalogue[number] as OfferedTool);
    expect(answer.calls).toMatchObject([{ name: nameOf(number), input: { number: turn } }]);
    for (const call of answer.calls) {
      expect(await client.giveResult(call, `Result ${turn}.`)).toEqual({ text: `Answer ${turn}.`, calls: [] });
    }
  }
}

/** What loads tools in the last request: parts of tool messages, or messages with tools. */
function loadedParts({ accepted }: StrictChatApi): readonly object[] {
  return (accepted.at(-1)?.body.messages ?? []).flatMap(({ role, content, tools }): readonly object[] => {
    if (tools !== undefined) {
      return [{ role, tools: (tools as { function: { name: string } }[]).map((tool) => tool.function.name) }];
    }
    const parts: readonly { readonly type: string; readonly [name: string]: unknown }[] = Array.isArray(content)
      ? content
      : [];
    return parts
      .filter(({ type }) => type === "tool_reference")
      .map((part) => ({ role, name: part["name"] ?? part["tool_name"] }));
  });
}

const clients: readonly (readonly [string, CreateClient])[] = [
  ["Messages", createMessagesClient],
  ["Responses", createResponsesClient],
  ["Chat Completions", createChatClient],
];

describe.each(
  clients.flatMap(([title, createClient]) => [false, true].map((defers) => ({ title, createClient, defers }))),
)("A client of $title on a chat server, searching itself: $defers", ({ createClient, defers }) => {
  it.each([false, true])("W-C12: gets tools loaded by reference, streaming %s", async (isStreaming) => {
    const { api, url } = await start("tool-reference", "tool-reference");
    await findTwo(url, createClient({ isStreaming, defers }));

    expect(api.rejected).toEqual([]);
    expect(loadedParts(api)).toEqual([4, 9].map((number) => ({ role: "tool", name: nameOf(number) })));
    const [first] = api.accepted;
    expect(first?.body.tools?.filter(({ defer_loading }) => defer_loading !== true)).toHaveLength(2);
    expect(api.accepted.filter(({ prefix }) => prefix.partsLost > 0)).toEqual([]);
  });

  it.each([false, true])("W-C12: gets tools loaded by system messages, streaming %s", async (isStreaming) => {
    const { api, url } = await start("system-tools", "system-tools");
    await findTwo(url, createClient({ isStreaming, defers }));

    expect(api.rejected).toEqual([]);
    expect(loadedParts(api)).toEqual([4, 9].map((number) => ({ role: "system", tools: [nameOf(number)] })));
    expect(new Set(api.accepted.map(({ body }) => JSON.stringify(body.tools))).size).toBe(1);
    expect(api.accepted[0]?.body.tools).toHaveLength(2);
    expect(api.accepted.filter(({ prefix }) => prefix.partsLost > 0)).toEqual([]);
  });

  it.each(["tool-reference", "system-tools"])("is served over the bridge if %s is refused (E2.5)", async (loader) => {
    const { api, url } = await start(undefined, loader);
    await findTwo(url, createClient({ isStreaming: false, defers }));

    expect(api.rejected).toHaveLength(1);
    expect(api.accepted.at(-1)?.body.tools?.map((tool) => tool.function.name)).toContain("call_tool");
  });
});

describe.each(clients)("A client of %s on OpenRouter", (_title, createClient) => {
  it("can search itself: what it finds is sent from the start of the prompt on", async () => {
    const { api, url } = await start("openrouter-search", "openrouter-search");
    const client = createClient({ isStreaming: false, defers: true });
    client.connect(url);
    client.offer([bash, ...catalogue]);
    const found = catalogue[4] as OfferedTool;
    const search = { id: "call_1", name: searchName, input: {} };
    await client.ask(`Turn 0: use ${searchName}`);
    await client.giveFound(search, found);

    expect(api.rejected).toEqual([]);
    const listed = (number: number) =>
      api.accepted[number]?.body.tools?.find((tool) => tool.function?.name === found.name);
    expect(listed(1)).toBeDefined();
    expect(listed(1)).not.toHaveProperty("defer_loading");
  });

  it.each([false, true])("W-C12: has its tools found by OpenRouter's own search, streaming %s", async (isStreaming) => {
    const { api, url } = await start("openrouter-search", "openrouter-search");
    await findTwo(url, createClient({ isStreaming, defers: false }));

    expect(api.rejected).toEqual([]);
    // No search of the gateway takes part: each turn has a call and an answer.
    expect(api.accepted).toHaveLength(6);
    const [first] = api.accepted;
    expect(first?.body.tools?.at(-1)).toEqual({ type: "openrouter:tool_search" });
    expect(first?.body.tools?.filter(({ defer_loading }) => defer_loading === true)).toHaveLength(catalogue.length);
    expect(api.accepted.filter(({ text }) => text.includes(searchName))).toEqual([]);
    expect(api.accepted.filter(({ prefix }) => prefix.partsLost > 0)).toEqual([]);
  });
});

it("leaves a client's own openrouter:tool_search to OpenRouter, with its parameters", async () => {
  const { api, url } = await start("openrouter-search", "openrouter-search");
  const search = { type: "openrouter:tool_search", parameters: { max_results: 3 } };
  const tool = { type: "function", function: { name: nameOf(1), parameters: schema }, defer_loading: true };
  const plain = { type: "function", function: { name: "Bash", parameters: { type: "object", properties: {} } } };
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer key" },
    body: JSON.stringify({
      model: "m",
      tools: [plain, tool, search],
      messages: [{ role: "user", content: `Turn 1: use ${nameOf(1)}` }],
    }),
  });

  expect(await response.json()).toMatchObject({
    choices: [{ message: { tool_calls: [{ function: { name: nameOf(1) } }] } }],
  });
  expect(api.accepted.map(({ body }) => body.tools)).toEqual([[plain, tool, search]]);
});
