import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import { declaredMessages } from "../../../../messages/request/declared-request.ts";
import { countedRequest, writeRequest } from "./write-request.ts";

type Fields = Readonly<Record<string, unknown>>;

const question = { model: "m", messages: [{ role: "user", content: "Hi." }] } satisfies MessagesBody;

function write(more: object = {}): Fields {
  return writeRequest({ body: { ...question, ...more } as MessagesBody }, "up").body;
}

function inputOf(...messages: object[]): readonly Fields[] {
  return write({ messages })["input"] as readonly Fields[];
}

const user = (...content: object[]) => ({ role: "user", content });
const assistant = (...content: object[]) => ({ role: "assistant", content });
const text = (words: string) => ({ type: "text", text: words });
const call = (id: string, input: object = {}) => ({ type: "tool_use", id, name: "look", input });
const result = (id: string, content: unknown, more: object = {}) => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  ...more,
});

describe("a request of the Messages API as one of the Responses API", () => {
  it("has the system prompt as instructions, is stored nowhere, and asks for thoughts that can be sent back", () => {
    const system = [{ ...text("Be brief."), cache_control: { type: "ephemeral" } }, text("Be kind.")];

    expect(write({ system, stream: true })).toEqual({
      model: "m",
      instructions: "Be brief.\n\nBe kind.",
      input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "Hi." }] }],
      store: false,
      include: ["reasoning.encrypted_content"],
      stream: true,
    });
  });

  it("keeps messages of the system in their places", () => {
    expect(inputOf(user(text("Hi.")), { role: "system", content: "Names: a." }, user(text("Go on.")))).toMatchObject([
      { role: "user" },
      { role: "developer", content: [{ type: "input_text", text: "Names: a." }] },
      { role: "user" },
    ]);
  });

  it("has images and files by their data and by their addresses", () => {
    const image = { type: "base64", media_type: "image/png", data: "AAAA" };
    const pdf = { type: "base64", media_type: "application/pdf", data: "BBBB" };
    const [message] = inputOf(
      user(
        { type: "image", source: image },
        { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
        { type: "document", title: "Plan.pdf", source: pdf },
        { type: "document", source: { type: "url", url: "https://example.com/b.pdf" } },
        { type: "document", title: "Notes", source: { type: "text", media_type: "text/plain", data: "One." } },
      ),
    );

    expect(message?.["content"]).toEqual([
      { type: "input_image", image_url: "data:image/png;base64,AAAA" },
      { type: "input_image", image_url: "https://example.com/a.png" },
      { type: "input_file", filename: "Plan.pdf", file_data: "data:application/pdf;base64,BBBB" },
      { type: "input_file", file_url: "https://example.com/b.pdf" },
      { type: "input_text", text: "Notes\n\nOne." },
    ]);
  });

  it("has calls and results as items, failures marked, and images inside results", () => {
    const image = { type: "image", source: { type: "url", url: "https://example.com/a.png" } };
    const items = inputOf(
      user(text("Look.")),
      assistant(text("Looking."), call("toolu_1", { z: 1, a: 2 }), call("toolu_2"), call("toolu_3")),
      user(
        result("toolu_1", "Gone.", { is_error: true }),
        result("toolu_2", [text("A chart."), image]),
        result("toolu_3", [text("one"), text("two")]),
        text("And?"),
      ),
    );

    expect(items.slice(1)).toEqual([
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Looking." }] },
      { type: "function_call", call_id: "toolu_1", name: "look", arguments: '{"z":1,"a":2}' },
      { type: "function_call", call_id: "toolu_2", name: "look", arguments: "{}" },
      { type: "function_call", call_id: "toolu_3", name: "look", arguments: "{}" },
      { type: "function_call_output", call_id: "toolu_1", output: "Error: Gone." },
      {
        type: "function_call_output",
        call_id: "toolu_2",
        output: [
          { type: "input_text", text: "A chart." },
          { type: "input_image", image_url: "https://example.com/a.png" },
        ],
      },
      { type: "function_call_output", call_id: "toolu_3", output: "one\n\ntwo" },
      { type: "message", role: "user", content: [{ type: "input_text", text: "And?" }] },
    ]);
  });

  it("keeps a result whose call is gone as text, and shortens ids that are too long", () => {
    const long = `toolu_${"x".repeat(80)}`;
    const items = inputOf(user(result("toolu_gone", "left over")), assistant(call(long)), user(result(long, "found")));

    expect(items[0]).toMatchObject({ role: "user", content: [{ text: "left over" }] });
    expect(items[1]?.["call_id"]).toMatch(/^[0-9a-f]{64}$/);
    expect(items[2]?.["call_id"]).toBe(items[1]?.["call_id"]);
  });

  it("leaves out thoughts of other models", () => {
    const thoughts = [
      { type: "thinking", thinking: "Hm.", signature: "of another" },
      { type: "redacted_thinking", data: "sealed" },
    ];

    expect(inputOf(user(text("Hi.")), assistant(...thoughts, text("So.")))).toHaveLength(2);
  });

  it("has functions that are strict only where OpenAI takes them so", () => {
    const open = { type: "object", properties: { id: { type: "string" } } };
    const closed = { ...open, required: ["id"], additionalProperties: false };
    const tools = [
      { name: "a", description: "A.", input_schema: open, strict: true },
      { name: "b", input_schema: closed, strict: true },
      { name: "c", input_schema: closed },
      { name: "d", input_schema: { type: "object" } },
      { type: "bash_20250124", name: "bash" },
    ];

    expect(write({ tools })["tools"]).toMatchObject([
      { type: "function", name: "a", description: "A.", parameters: open, strict: false },
      { type: "function", name: "b", parameters: closed, strict: true },
      { type: "function", name: "c", strict: false },
      { type: "function", name: "d", parameters: { type: "object", properties: {} }, strict: false },
      { type: "function", name: "bash", parameters: { properties: { command: { type: "string" } } } },
    ]);
  });

  it.each([
    [{ type: "auto" }, { tool_choice: "auto" }],
    [{ type: "none" }, { tool_choice: "none" }],
    [
      { type: "any", disable_parallel_tool_use: true },
      { tool_choice: "required", parallel_tool_calls: false },
    ],
    [{ type: "tool", name: "look" }, { tool_choice: { type: "function", name: "look" } }],
  ])("chooses among tools: %j", (tool_choice, expected) => {
    const tools = [{ name: "look", input_schema: { type: "object" } }];

    expect(write({ tools, tool_choice })).toMatchObject(expected);
    expect(write({ tool_choice })).not.toHaveProperty("tool_choice");
  });

  it.each([
    [{ max_tokens: 1 }, { max_output_tokens: 16 }],
    [
      { max_tokens: 500, temperature: 0.5, top_p: 0.9 },
      { max_output_tokens: 500, temperature: 0.5, top_p: 0.9 },
    ],
    [{ thinking: { type: "enabled", budget_tokens: 2_000 } }, { reasoning: { effort: "low", summary: "auto" } }],
    [{ thinking: { type: "enabled", budget_tokens: 9_000 } }, { reasoning: { effort: "high", summary: "auto" } }],
    [
      { thinking: { type: "adaptive", display: "omitted" }, output_config: { effort: "xhigh" } },
      { reasoning: { effort: "xhigh" } },
    ],
    [{ metadata: { user_id: "u1" } }, { safety_identifier: "u1", prompt_cache_key: "u1" }],
    [
      { output_config: { format: { type: "json_schema", schema: { type: "object" } } } },
      { text: { format: { type: "json_schema", name: "response", schema: { type: "object" }, strict: false } } },
    ],
  ])("has the settings of %j", (settings, expected) => {
    expect(write(settings)).toMatchObject(expected);
  });

  it("has ids of users that are no longer than OpenAI takes them", () => {
    const { safety_identifier: id } = write({ metadata: { user_id: "u".repeat(200) } });

    expect(id).toMatch(/^[\w-]{43}$/);
  });

  it("can be counted without what only an answer needs", () => {
    const body = write({ max_tokens: 500, system: "Be brief.", stream: true });

    expect(Object.keys(countedRequest(body))).toEqual(["model", "instructions", "input"]);
  });
});

describe("deferred tools on an upstream that loads references", () => {
  const find = { name: "find", input_schema: { type: "object", properties: {} } };
  const deferred = (name: string) => ({
    name,
    description: "Does it.",
    input_schema: find.input_schema,
    defer_loading: true,
  });
  const tools = [find, deferred("mcp__a__one"), deferred("mcp__a__two")];
  const found = (id: string, ...names: string[]) => [
    assistant({ type: "tool_use", id, name: "find", input: {} }),
    user(
      result(
        id,
        names.map((tool_name) => ({ type: "tool_reference", tool_name })),
      ),
    ),
  ];

  it("are added where they are found first, and are not among the tools", () => {
    const messages = [user(text("Hi.")), ...found("t1", "mcp__a__one"), ...found("t2", "mcp__a__one", "mcp__a__two")];
    const { tools: sent, input } = write({ tools, messages }) as { tools: Fields[]; input: Fields[] };

    expect(sent.map(({ name }) => name)).toEqual(["find"]);
    expect(input.slice(2).filter(({ type }) => type !== "function_call")).toMatchObject([
      { type: "function_call_output", output: "Loaded mcp__a__one. You can call it now." },
      {
        type: "additional_tools",
        role: "developer",
        tools: [{ type: "function", name: "mcp__a__one", strict: false }],
      },
      { type: "function_call_output" },
      { type: "additional_tools", tools: [{ name: "mcp__a__two", description: "Does it." }] },
    ]);
    expect(JSON.stringify(input)).not.toContain("defer_loading");
  });
});

describe("what cannot be translated", () => {
  it.each([
    [{ stop_sequences: ["x"] }, "stop_sequences"],
    [{ top_k: 5 }, "top_k"],
    [{ container: "c" }, "container"],
    [{ inference_geo: "us" }, "inference_geo"],
    [
      { messages: [user({ type: "image", source: { type: "file", file_id: "f" } })] },
      "messages.0.content.0.source.type",
    ],
    [
      { tools: [{ type: "web_search_20250305", name: "web_search" }] },
      "tools.0: this model cannot be given a tool of type",
    ],
    [{ tool_choice: { type: "new" }, tools: [{ name: "a", input_schema: {} }] }, "tool_choice.type"],
  ])("is rejected by name: %j", (more, named) => {
    expect(() => write(more)).toThrow(named);
    expect(() => write(more)).toThrow(expect.objectContaining({ status: 400 }));
  });

  it("is rejected in the API's words if it is unknown, so that the gateway learns to drop it", () => {
    expect(() => write({ new_field: 1 })).toThrow("new_field: Extra inputs are not permitted");
  });

  it("has no effect where it asks for nothing", () => {
    const needless = [...declaredMessages.request.fields].flatMap(([field, { verdicts }]) =>
      ["no effect", "omitted"].includes(verdicts.responses.fate) ? [[field, { some: "value" }]] : [],
    );

    expect(write({ ...Object.fromEntries(needless), stop_sequences: [], container: null })).toEqual(write());
    expect(needless.length).toBeGreaterThan(0);
  });
});
