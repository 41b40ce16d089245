import type { PolicyRule } from "@toolcrib/core/policy";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { encodeEvent } from "../src/dialects/messages/wire/encode-event.ts";
import { eventsOfMessage } from "../src/inner-form/whole-message.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { useOpenAiGateway } from "../src/testing/openai/openai-gateway.ts";
import { serve } from "../src/testing/serve.ts";

type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;
type Item = OpenAI.Responses.ResponseInputItem;

const start = useOpenAiGateway();
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A client of an upstream that always calls this tool, even if it does not exist. */
async function startWithCall(
  name: string,
  loader: "auto" | "bridge" | "native" | "append" = "auto",
  policy: readonly PolicyRule[] = [],
): Promise<OpenAI> {
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "tool_use", id: "toolu_1", name, input: {} }],
    stop_reason: "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  } as const;
  const upstream = await serve((_request, body, response) => {
    const isStreamed = (JSON.parse(body.toString()) as { readonly stream: boolean }).stream;
    response.writeHead(200, { "content-type": isStreamed ? "text/event-stream" : "application/json" });
    const events = Array.from(eventsOfMessage(message), (event) => encodeEvent(event));
    response.end(isStreamed ? events.join("") : JSON.stringify(message));
  });
  const gateway = await startGateway({ upstreamUrl: upstream.url, loader, settings: { policy } });
  closers.push(upstream.close, gateway.close);
  return new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "key", maxRetries: 0 });
}

const question: Item = { role: "user", content: "Hi" };
const member = (name: string): OpenAI.Responses.FunctionTool => ({
  type: "function",
  name,
  description: `Runs ${name}.`,
  parameters: { type: "object", properties: {} },
  strict: false,
});
const namespace = (
  name: string,
  ...tools: OpenAI.Responses.NamespaceTool["tools"]
): OpenAI.Responses.NamespaceTool => ({
  type: "namespace",
  name,
  description: `All of ${name}.`,
  tools,
});
const calls =
  (name: string, input: object = {}) =>
  () => [{ type: "tool_use", id: "toolu_1", name, input }];
const base = { model: "m", input: [question], store: false } satisfies Request;
const namesOf = (body: Readonly<Record<string, unknown>> = {}) =>
  (body["tools"] as readonly { name: string }[]).map(({ name }) => name);

describe.each([false, true])("a namespace of tools (streaming: %s)", (isStreaming) => {
  const ask = (client: OpenAI, request: Request) =>
    isStreaming
      ? client.responses.stream({ ...request, stream: true }).finalResponse()
      : client.responses.create(request);

  it("F11, W-R18: goes up as one tool a member, and a call comes back with namespace and name apart", async () => {
    const { client, bodies } = await start(calls("mcp__desk__create__ticket", { id: 7 }));
    const response = await ask(client, { ...base, tools: [namespace("mcp__desk", member("create__ticket"))] });

    expect(namesOf(bodies()[0])).toEqual(["mcp__desk__create__ticket"]);
    expect(response.output).toMatchObject([
      { type: "function_call", namespace: "mcp__desk", name: "create__ticket", arguments: '{"id":7}' },
    ]);
  });

  it("W-R19: has names of at most 64 characters, told apart by a hash", async () => {
    const long = "create_a_ticket_at_the_help_desk_of_the_company";
    const tools = [namespace("mcp__the_help_desk_of_the_company", member(`${long}_now`), member(`${long}_later`))];
    const { client, bodies } = await start((body) => calls(namesOf(body as never)[1] ?? "")());
    const response = await ask(client, { ...base, tools });

    const names = namesOf(bodies()[0]);
    expect(names.every((name) => /^[\w-]{1,64}$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(2);
    expect(response.output).toMatchObject([{ namespace: "mcp__the_help_desk_of_the_company", name: `${long}_later` }]);
  });

  it("W-R19: may have dots and other characters in its names, which no model takes", async () => {
    const { client, bodies } = await start((body) => calls(namesOf(body as never)[0] ?? "")());
    const response = await ask(client, { ...base, tools: [namespace("mcp.desk", member("tickets.create new"))] });

    expect(namesOf(bodies()[0])).toEqual([expect.stringMatching(/^mcp__desk__tickets__create_new_[0-9a-f]{8}$/)]);
    expect(response.output).toMatchObject([{ namespace: "mcp.desk", name: "tickets.create new" }]);
  });

  it("W-R20: is rejected if two members would have one name", async () => {
    const { client } = await start(calls("x"));
    const tools = [namespace("a", member("b__c")), namespace("a__b", member("c"))];

    await expect(ask(client, { ...base, tools })).rejects.toMatchObject({
      status: 400,
      code: "invalid_value",
      param: "tools[1].tools[0].name",
    });
  });

  it("W-R21: can be chosen from, and its replayed calls keep their names", async () => {
    const { client, bodies, rejected } = await start(calls("mcp__desk__create"));
    const tools = [member("shell"), namespace("mcp__desk", member("create"))];
    const call: Item = {
      type: "function_call",
      call_id: "c1",
      namespace: "mcp__desk",
      name: "create",
      arguments: "{}",
    };
    const output: Item = { type: "function_call_output", call_id: "c1", output: "Done." };
    const forced = { type: "function", name: "create", namespace: "mcp__desk" } as OpenAI.Responses.ToolChoiceFunction;
    await ask(client, { ...base, input: [question, call, output], tools, tool_choice: forced });
    const allowed = {
      type: "allowed_tools",
      mode: "auto",
      tools: [{ ...forced }],
    } as OpenAI.Responses.ToolChoiceAllowed;
    await ask(client, { ...base, tools, tool_choice: allowed });

    expect(bodies()[0]).toMatchObject({
      tool_choice: { type: "tool", name: "mcp__desk__create" },
      messages: [{}, { content: [{ type: "tool_use", id: "c1", name: "mcp__desk__create" }] }, {}],
    });
    expect(namesOf(bodies()[1])).toEqual(["mcp__desk__create"]);
    expect(rejected).toEqual([]);
  });

  it("W-R22: has custom tools, whose calls are text again", async () => {
    const patch: OpenAI.Responses.CustomTool = { type: "custom", name: "apply", description: "Edits files." };
    const { client, bodies } = await start(calls("mcp__code__apply", { input: "*** Begin" }));
    const response = await ask(client, { ...base, tools: [namespace("mcp__code", patch)] });

    expect(bodies()[0]).toMatchObject({ tools: [{ input_schema: { required: ["input"] } }] });
    expect(response.output).toMatchObject([
      { type: "custom_tool_call", namespace: "mcp__code", name: "apply", input: "*** Begin" },
    ]);
  });

  it("W-R23: gets a call of a member's bare name, if one namespace alone has it", async () => {
    const client = await startWithCall("create");
    const desk = namespace("mcp__desk", member("create"));
    const one = await ask(client, { ...base, tools: [desk, namespace("mcp__b", member("close"))] });
    const two = await ask(client, { ...base, tools: [desk, namespace("mcp__b", member("create"))] });

    expect(one.output).toMatchObject([{ namespace: "mcp__desk", name: "create" }]);
    expect(two.output).toMatchObject([{ type: "function_call", name: "create" }]);
    expect(two.output[0]).not.toHaveProperty("namespace");
  });

  it.each(["bridge", "native", "append"] as const)(
    "W-R23: gets a call of a deferred member's bare name over the %s loader",
    async (loader) => {
      const client = await startWithCall("create", loader);
      const deferred = { ...member("create"), defer_loading: true };
      const tools: OpenAI.Responses.Tool[] = [
        member("shell"),
        namespace("mcp__desk", deferred),
        { type: "tool_search" },
      ];
      const { output } = await ask(client, { ...base, tools });

      expect(output).toMatchObject([{ type: "function_call", namespace: "mcp__desk", name: "create" }]);
    },
  );

  it("is ruled by the member's own name, whatever the model calls", async () => {
    const client = await startWithCall("create", "auto", [{ name: "mcp__desk__create", action: "deny" }]);
    const { output } = await ask(client, {
      ...base,
      tools: [member("shell"), namespace("mcp__desk", member("create"))],
    });

    expect(output.filter(({ type }) => type === "function_call")).toEqual([]);
  });

  it("keeps the name of a replayed call that has lost its namespace", async () => {
    const { client, bodies } = await start(() => [{ type: "text", text: "ok" }]);
    const call: Item = { type: "function_call", call_id: "c1", name: "create", arguments: "{}" };
    const input = [question, call, { type: "function_call_output", call_id: "c1", output: "Done." } as Item];
    await ask(client, { ...base, input, tools: [namespace("mcp__desk", member("create"))] });

    expect(bodies()[0]).toMatchObject({ messages: [{}, { content: [{ name: "mcp__desk__create" }] }, {}] });
  });

  it("W-R24: has results right after their calls, whatever stands between them", async () => {
    const { client, bodies, rejected } = await start(() => [{ type: "text", text: "ok" }]);
    const call: Item = {
      type: "function_call",
      call_id: "c1",
      namespace: "mcp__desk",
      name: "create",
      arguments: "{}",
    };
    const stray: Item = { role: "assistant", content: "I create it." };
    const input = [question, call, stray, { type: "function_call_output", call_id: "c1", output: "Done." } as Item];
    await ask(client, { ...base, input, tools: [namespace("mcp__desk", member("create"))] });

    const { messages } = bodies()[0] as { readonly messages: readonly { role: string }[] };
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(rejected).toEqual([]);
  });
});

it("W-R22: streams the text of a custom tool with its own events", async () => {
  const patch: OpenAI.Responses.CustomTool = { type: "custom", name: "apply", description: "Edits files." };
  const { client } = await start(calls("mcp__code__apply", { input: "*** Begin" }));
  const events: OpenAI.Responses.ResponseStreamEvent[] = [];
  const stream = await client.responses.create({ ...base, tools: [namespace("mcp__code", patch)], stream: true });
  for await (const event of stream) events.push(event);

  expect(events.filter(({ type }) => type.startsWith("response.custom_tool_call_input"))).toMatchObject([
    { type: "response.custom_tool_call_input.delta", delta: "*** Begin" },
    { type: "response.custom_tool_call_input.done", input: "*** Begin" },
  ]);
});
