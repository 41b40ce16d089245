import { describe, expect, it } from "vitest";
import { plain } from "../../../../../testing/openai/plain.ts";
import { fullRequest, parseResponses, receivedJson } from "../../../../../testing/responses/sample-requests.ts";
import { keepReasoning } from "../../../shared/kept-reasoning.ts";
import { responsesDialect } from "../../responses-dialect.ts";

const user = { role: "user", content: "Hi" };
const inputOf = (...items: object[]) => parseResponses({ model: "m", input: items }).body;
const messagesOf = (...items: object[]) => inputOf(...items).messages;
const call = (id: string, fields: object = {}) => ({
  type: "function_call",
  call_id: id,
  name: "f",
  arguments: "{}",
  ...fields,
});
const result = (id: string) => ({ type: "function_call_output", call_id: id, output: id });
const tool = (name: string) => ({ type: "function", name, parameters: null, strict: null });
const bodyWith = (fields: object) => parseResponses({ model: "m", input: "Hi", ...fields }).body;

describe("a request of the Responses API", () => {
  it("becomes a body of the Messages API", () => {
    expect(plain(parseResponses(fullRequest).body)).toEqual({
      model: "some-model",
      max_tokens: 500,
      stream: true,
      temperature: 0.5,
      top_p: 0.9,
      system: [
        { type: "text", text: "Be brief." },
        { type: "text", text: "You are an agent." },
      ],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is this?" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
            { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
            {
              type: "document",
              title: "a.pdf",
              source: { type: "base64", media_type: "application/pdf", data: "AAAA" },
            },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "text", text: "Let me see." },
            { type: "tool_use", id: "call_1", name: "mcp__desk__create_ticket", input: { id: 7 } },
            { type: "tool_use", id: "call_2", name: "apply_patch", input: { input: "*** Begin Patch" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "call_1", content: [{ type: "text", text: "Done." }] },
            { type: "tool_result", tool_use_id: "call_2", content: "Patched." },
          ],
        },
        { role: "system", content: [{ type: "text", text: "The sandbox has changed." }] },
      ],
      tools: [
        { name: "shell", description: "Runs.", input_schema: { type: "object" } },
        expect.objectContaining({
          name: "apply_patch",
          description: "Edits files.\n\n`input` must match this lark grammar:\nstart: begin",
          input_schema: expect.objectContaining({ required: ["input"] }),
        }),
        {
          name: "mcp__desk__create_ticket",
          description: "Creates.\n\nPart of mcp__desk: Help desk tools.",
          input_schema: { type: "object", properties: {} },
        },
      ],
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
      thinking: { type: "adaptive" },
      output_config: { effort: "medium", format: { type: "json_schema", schema: { type: "object" } } },
    });
  });

  it("W-R11: keeps the model's own reasoning, and drops that of another model", () => {
    const thought = { type: "thinking", thinking: "Hm.", signature: "s" };
    const items = [
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: keepReasoning(thought) },
      { type: "reasoning", id: "rs_2", summary: [], encrypted_content: "gAAAAAB" },
      { type: "reasoning", id: "rs_3", summary: [] },
    ];
    expect(messagesOf(user, ...items, call("c"), result("c"))[1]?.content).toEqual([
      thought,
      { type: "tool_use", id: "c", name: "f", input: {} },
    ]);
  });

  it("puts what is said between a call and its result behind the result", () => {
    const said = messagesOf(user, call("a"), call("b"), result("a"), { role: "user", content: "Wait" }, result("b"));
    expect(said.map(({ role }) => role)).toEqual(["user", "assistant", "user", "user"]);
    expect(said[2]?.content).toMatchObject([{ tool_use_id: "a" }, { tool_use_id: "b" }]);
    expect(said[3]?.content).toEqual([{ type: "text", text: "Wait" }]);
  });

  it("folds a message between a call and its result into the answer", () => {
    const said = messagesOf(user, call("a"), { role: "assistant", content: "Calling." }, result("a"));
    expect(said.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  });

  it("keeps arguments that are not JSON where the tool can refuse them", () => {
    expect(messagesOf(user, call("a", { arguments: "{broken" }), result("a"))[1]?.content).toMatchObject([
      { input: { INVALID_JSON: "{broken" } },
    ]);
  });

  it("gives the same tools for the same bytes, so that nothing is made of them twice", () => {
    const parse = responsesDialect.createParser();
    const toolsOf = (input: string) =>
      parse(receivedJson(JSON.stringify({ model: "m", tools: [tool("a")], input }))).body.tools;
    toolsOf("Hi");
    expect(toolsOf("Ho")).toBe(toolsOf("Hi"));
  });

  it.each([
    ["required", { type: "any" }],
    ["none", { type: "none" }],
    [
      { type: "function", name: "a" },
      { type: "tool", name: "a" },
    ],
    [
      { type: "function", namespace: "n", name: "b" },
      { type: "tool", name: "n__b" },
    ],
  ])("W-R12: takes the tool choice %j", (tool_choice, expected) => {
    const tools = [tool("a"), { type: "namespace", name: "n", description: "", tools: [tool("b")] }];
    expect(bodyWith({ tools, tool_choice }).tool_choice).toEqual(expected);
  });

  it("W-R12: sends only the allowed tools", () => {
    const tool_choice = { type: "allowed_tools", mode: "required", tools: [{ type: "function", name: "b" }] };
    const body = bodyWith({ tools: [tool("a"), tool("b")], tool_choice });
    expect(body.tools).toMatchObject([{ name: "b" }]);
    expect(body.tool_choice).toEqual({ type: "any" });
  });

  it("sends no choice without tools", () => {
    expect(bodyWith({ tool_choice: "auto", parallel_tool_calls: false, tools: [] })).toEqual({
      model: "m",
      messages: [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
    });
  });
});

describe("what cannot be translated is rejected by its name", () => {
  const rejection = (fields: object): unknown => {
    try {
      return bodyWith(fields);
    } catch (error) {
      return (error as { readonly body?: unknown }).body;
    }
  };
  const item = (...items: object[]) => ({ input: [user, ...items] });

  it.each<[string, object, string | null]>([
    ["unknown_parameter", { frobnicate: 1 }, "frobnicate"],
    ["previous_response_not_found", { previous_response_id: "resp_1" }, "previous_response_id"],
    ["unsupported_parameter", { truncation: "auto" }, "truncation"],
    ["unsupported_parameter", { background: true }, "background"],
    ["invalid_value", { text: { verbosity: "shout" } }, "text.verbosity"],
    ["unsupported_parameter", { text: { format: { type: "json_object" } } }, "text.format.type"],
    ["unsupported_parameter", { include: ["message.output_text.logprobs"] }, "include[0]"],
    ["unsupported_parameter", { tools: [{ type: "computer" }] }, "tools[0].type"],
    ["unsupported_parameter", { tools: [{ ...tool("a"), async: true }] }, "tools[0].async"],
    ["unsupported_parameter", { tool_choice: { type: "mcp" } }, "tool_choice.type"],
    [
      "unsupported_parameter",
      item({ role: "user", content: [{ type: "input_image", file_id: "f" }] }),
      "input[1].content[0].file_id",
    ],
    [
      "unsupported_parameter",
      item({ role: "developer", content: [{ type: "input_image", image_url: "https://example.com/a.png" }] }),
      "input[1].content[0].type",
    ],
    ["invalid_value", { tools: [tool("a"), tool("a")] }, "tools[1].name"],
    ["invalid_value", { tools: [{ type: "hologram" }] }, "tools[0].type"],
    ["invalid_value", { tools: [tool("a b")] }, "tools[0].name"],
    ["invalid_value", item({ type: "function_call", call_id: "", name: "f", arguments: "" }), "input[1].call_id"],
    ["invalid_value", item({ role: "robot", content: "" }), "input[1].role"],
    ["invalid_value", { max_output_tokens: 0.5 }, "max_output_tokens"],
    ["invalid_value", { metadata: { a: 1 } }, "metadata"],
    ["invalid_value", { tool_choice: "required" }, "tool_choice"],
    ["invalid_value", { input: [] }, "input"],
    ["invalid_value", { model: 5 }, "model"],
  ])("%s: %j", (code, fields, param) => {
    expect(rejection(fields)).toMatchObject({
      error: { type: "invalid_request_error", details: { error_code: code, param } },
    });
  });

  it("takes values that ask for nothing", () => {
    const harmless = { truncation: "disabled", background: false, service_tier: "auto", previous_response_id: null };
    expect(plain(bodyWith(harmless))).toEqual(plain(bodyWith({})));
  });
});
