import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { useOpenAiGateway } from "../src/testing/openai/openai-gateway.ts";

type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;
type Item = OpenAI.Responses.ResponseInputItem;
type Body = Readonly<Record<string, unknown>>;

const start = useOpenAiGateway();
const says = () => [{ type: "text", text: "ok" }];
const question: Item = { role: "user", content: "Hi" };
const answer: Item = { role: "assistant", content: "Yes?" };
const member = (name: string, fields: object = {}): OpenAI.Responses.FunctionTool => ({
  type: "function",
  name,
  description: `Runs ${name}.`,
  parameters: { type: "object", properties: {} },
  strict: false,
  ...fields,
});
const namespace = (name: string, ...tools: OpenAI.Responses.NamespaceTool["tools"]) =>
  ({ type: "namespace", name, description: `All of ${name}.`, tools }) as OpenAI.Responses.NamespaceTool;
const shell = member("shell");
const deferred = { defer_loading: true };
const clientSearch: OpenAI.Responses.ToolSearchTool = { type: "tool_search", execution: "client" };
const searched = (call_id: string): Item => ({
  type: "tool_search_call",
  call_id,
  execution: "client",
  arguments: { query: "x" },
});
const found = (call_id: string, ...tools: OpenAI.Responses.Tool[]): Item =>
  ({ type: "tool_search_output", call_id, execution: "client", status: "completed", tools }) as Item;
const additional = (...tools: OpenAI.Responses.Tool[]): Item =>
  ({ type: "additional_tools", role: "developer", tools }) as Item;
const base = { model: "m", store: false } satisfies Partial<Request>;
const textOf = (body: Body | undefined) => JSON.stringify(body);

describe("what a client's search finds", () => {
  const turn = [question, searched("c1"), found("c1", member("weather", deferred))];

  it("W-R14: stays loaded in later turns, without being sent again", async () => {
    const calls = (_body: unknown, number: number) =>
      number === 1
        ? [{ type: "text", text: "Rain." }]
        : [{ type: "tool_use", id: "toolu_1", name: "call_tool", input: { name: "weather", arguments: {} } }];
    const { client, bodies, rejected } = await start(calls, { route: { loader: "bridge" } });
    const tools = [shell, clientSearch];
    const first = await client.responses.create({ ...base, input: turn, tools });
    const later = [...turn, ...(first.output as Item[]), question];
    const second = await client.responses.create({ ...base, input: later, tools });

    expect(second.output).toMatchObject([{ type: "function_call", namespace: "weather", name: "weather" }]);
    expect(rejected).toEqual([]);
    const [before, after] = bodies() as readonly { tools: unknown; messages: unknown[] }[];
    expect(after?.tools).toEqual(before?.tools);
    expect(after?.messages.slice(0, before?.messages.length)).toEqual(before?.messages);
  });

  it("W-R14: is gone when the client takes it out of the output", async () => {
    const { client, bodies, rejected } = await start(says, { route: { loader: "append" } });
    await client.responses.create({ ...base, input: turn, tools: [shell, clientSearch] });
    const emptied = [question, searched("c1"), found("c1")];
    await client.responses.create({ ...base, input: emptied, tools: [shell, clientSearch] });

    expect(bodies().map((body) => textOf(body).includes("Runs weather."))).toEqual([true, false]);
    expect(rejected).toEqual([]);
  });

  it("W-R10: needs the id of its call, and every call its output", async () => {
    const { client } = await start(says);
    const ask = (input: Item[]) => client.responses.create({ ...base, input, tools: [shell, clientSearch] });

    await expect(ask([question, searched("c1"), question])).rejects.toMatchObject({
      status: 400,
      param: "input",
      message: expect.stringContaining("no tool output found for the call with the id c1"),
    });
    await expect(ask([question, searched("c1"), found("c2", member("a")), question])).rejects.toMatchObject({
      status: 400,
      param: "input",
    });
  });

  it("W-R20: cannot have the flat name of another tool", async () => {
    const { client } = await start(says);
    const tools = [namespace("a", member("b__c")), clientSearch];
    const input = [question, searched("c1"), found("c1", namespace("a__b", member("c", deferred)))];

    await expect(client.responses.create({ ...base, input, tools })).rejects.toMatchObject({
      status: 400,
      code: "invalid_value",
      param: "input[2].tools[0].tools[0].name",
    });
  });

  it("W-R16: cannot be a function that nobody could tell from the member of a namespace", async () => {
    const { client } = await start(says);
    const tools = [namespace("crm", member("crm")), clientSearch];
    const input = [question, searched("c1"), found("c1", member("crm", deferred))];
    const both = [namespace("crm", member("crm")), member("crm", deferred), { type: "tool_search" } as const];

    await expect(client.responses.create({ ...base, input, tools })).rejects.toMatchObject({
      status: 400,
      param: "input[2].tools[0].name",
    });
    await expect(client.responses.create({ ...base, input: "Hi", tools: both })).rejects.toMatchObject({
      status: 400,
      param: "tools[1].name",
    });
  });

  it("W-R14: may be what `tools` has too, which stays as it is there", async () => {
    const { client, bodies, rejected } = await start(says);
    const input = [question, searched("c1"), found("c1", member("shell", { description: "Another shell." }))];
    await client.responses.create({ ...base, input, tools: [shell, clientSearch] });

    expect(textOf(bodies()[0])).toContain("Runs shell.");
    expect(textOf(bodies()[0])).not.toContain("Another shell.");
    expect(rejected).toEqual([]);
  });
});

describe("what the gateway's search finds", () => {
  it("W-R13: comes with its namespace once, and streams as whole items", async () => {
    const model = (_body: unknown, number: number) =>
      number === 1
        ? [{ type: "tool_use", id: "toolu_1", name: "tool_search_tool_bm25", input: { query: "ticket" } }]
        : [{ type: "text", text: "Found." }];
    const { client } = await start(model, { route: { loader: "bridge" } });
    const desk = namespace("desk", member("create_ticket", deferred), member("close_ticket", deferred));
    const tools = [shell, desk, { type: "tool_search" } as const];
    const stream = await client.responses.create({ ...base, input: [question], tools, stream: true });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    const ofSearch = events.filter((event) => "item" in event && event.item.type.startsWith("tool_search"));

    expect(ofSearch.map((event) => [event.type, (event as { item: Item }).item.type])).toEqual([
      ["response.output_item.added", "tool_search_call"],
      ["response.output_item.done", "tool_search_call"],
      ["response.output_item.added", "tool_search_output"],
      ["response.output_item.done", "tool_search_output"],
    ]);
    expect(events.filter(({ type }) => type.includes("search"))).toEqual([]);
    const { tools: listed } = (ofSearch.at(-1) as { item: { tools: OpenAI.Responses.NamespaceTool[] } }).item;
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatchObject({ type: "namespace", name: "desk" });
    expect(listed[0]?.tools.map(({ name }) => name).toSorted()).toEqual(["close_ticket", "create_ticket"]);
  });
});

describe("`additional_tools`", () => {
  it("W-R17: accumulate, and a later definition replaces an earlier one", async () => {
    const { client, bodies, rejected } = await start(says);
    const old = member("weather", { description: "The old one." });
    const first = [additional(old, member("alarm")), additional(member("weather", { description: "The new one." }))];
    await client.responses.create({ ...base, input: [...first, question] });

    const { tools } = bodies()[0] as { readonly tools: readonly { name: string; description: string }[] };
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ["weather", "The new one."],
      ["alarm", "Runs alarm."],
    ]);
    expect(rejected).toEqual([]);
  });

  it("W-R17: replace no tool of `tools`, at the beginning or later", async () => {
    const { client, bodies, rejected } = await start(says);
    const other = additional(member("shell", { description: "Another shell." }));
    await client.responses.create({ ...base, input: [other, question], tools: [shell] });
    await client.responses.create({ ...base, input: [question, answer, other, question], tools: [shell] });

    for (const body of bodies()) expect(textOf(body)).not.toContain("Another shell.");
    expect(rejected).toEqual([]);
  });

  it("W-R17: are there from their place on, and what stood before it does not change", async () => {
    const { client, bodies, rejected } = await start(says, { route: { loader: "bridge" } });
    const tools = [shell];
    await client.responses.create({ ...base, input: [question], tools });
    const more = [question, answer, additional(member("weather")), question];
    await client.responses.create({ ...base, input: more, tools });
    const again = [...more, answer, question];
    await client.responses.create({ ...base, input: again, tools });

    const [, second, third] = bodies() as readonly { tools: unknown; messages: unknown[] }[];
    expect(third?.tools).toEqual(second?.tools);
    expect(third?.messages.slice(0, second?.messages.length)).toEqual(second?.messages);
    expect(textOf(second as Body)).toContain("Runs weather.");
    expect(rejected).toEqual([]);
  });

  it.each([
    ["the role", { type: "additional_tools", role: "user", tools: [shell] }, "input[0].role"],
    ["the tools", { type: "additional_tools", role: "developer", tools: "all" }, "input[0].tools"],
  ])("W-R10: are checked by %s", async (_what, item, param) => {
    const { client } = await start(says);

    await expect(
      client.responses.create({ ...base, input: [item as unknown as Item, question] }),
    ).rejects.toMatchObject({ status: 400, param });
  });
});

describe("a choice of tools with a search", () => {
  const tools = [shell, member("weather", deferred), { type: "tool_search" } as const];

  it("W-R12: loads a deferred tool that is forced", async () => {
    const { client, bodies, rejected } = await start(() => [
      { type: "tool_use", id: "toolu_1", name: "weather", input: {} },
    ]);
    const choice = { type: "function", name: "weather" } as const;
    const { output } = await client.responses.create({ ...base, input: "Hi", tools, tool_choice: choice });

    expect(output).toMatchObject([{ type: "function_call", name: "weather" }]);
    expect(bodies()[0]).toMatchObject({ tool_choice: { type: "tool", name: "weather" } });
    expect(rejected).toEqual([]);
  });

  it("W-R12: loads deferred tools that are allowed, and leaves the search out", async () => {
    const { client, bodies, rejected } = await start(says);
    const choice = { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "weather" }] } as const;
    await client.responses.create({
      ...base,
      input: "Hi",
      tools,
      tool_choice: choice as unknown as OpenAI.Responses.ToolChoiceAllowed,
    });

    const { tools: sent } = bodies()[0] as { readonly tools: readonly object[] };
    expect(sent).toEqual([expect.objectContaining({ name: "weather" })]);
    expect(sent[0]).not.toHaveProperty("defer_loading");
    expect(rejected).toEqual([]);
  });

  it("W-R12: cannot be the search itself", async () => {
    const { client } = await start(says);
    const choice = { type: "tool_search" } as unknown as OpenAI.Responses.ToolChoiceFunction;

    await expect(client.responses.create({ ...base, input: "Hi", tools, tool_choice: choice })).rejects.toMatchObject({
      status: 400,
      code: "unsupported_parameter",
      param: "tool_choice.type",
    });
  });
});
