import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { block, deferred, text, tool, user } from "../testing/answering/blocks.ts";
import { type RefusedRequest, readRefusals } from "./refusal.ts";

const marked = { cache_control: { type: "ephemeral", ttl: "1h" } };
const body: MessagesBody = {
  model: "m",
  max_tokens: 1000,
  system: [block({ ...text("Be kind."), ...marked })],
  messages: [
    user("Hello."),
    { role: "system", content: [], output_config: { effort: "low" } } as never,
    { role: "assistant", content: [block({ type: "thinking", thinking: "Hm.", signature: "s", ...marked })] },
    user(block({ type: "tool_use", id: "t", name: "x", input: { cache_control: 1, options: [{ citations: 2 }] } })),
  ],
  tools: [tool("Bash", { eager_input_streaming: true } as never), deferred("x", { input_examples: [] } as never)],
  thinking: { type: "adaptive", display: "x" },
  output_config: { effort: "low" },
  context_management: { edits: [] },
  stop_sequences: ["x"],
};
const betas = ["claude-code-20250219", "context-management-2025-06-27", "advanced-tool-use-2025-11-20"];

function read(message: string, more: Partial<RefusedRequest> = {}): readonly string[] {
  const request = { status: 400, message, body, betas, usesToolSearch: false, isFirstParty: false, ...more };
  return readRefusals(request).map(({ kind, name }) => `${kind} ${name}`);
}

describe("what an upstream refuses of a request (E2.5)", () => {
  it.each([
    ["output_config: Extra inputs are not permitted", "output_config"],
    ["context_management: extra fields not permitted", "context_management"],
    ["messages.1.output_config: Extra inputs are not permitted", "messages.*.output_config"],
    ["tools.0.custom.eager_input_streaming: Extra inputs are not permitted", "tools.*.eager_input_streaming"],
    ["tools.1.custom.input_examples: Extra inputs are not permitted", "tools.*.input_examples"],
    ["thinking.adaptive.display: Extra inputs are not permitted", "thinking.display"],
    [
      "messages.2.content.0.thinking.cache_control: Extra inputs are not permitted",
      "messages.*.content.*.cache_control",
    ],
    ["system.0.cache_control.ephemeral.ttl: Extra inputs are not permitted", "system.*.cache_control.ttl"],
    ["400: Extra inputs are not permitted, field: 'output_config'", "output_config"],
    ["body.output_config: Extra inputs are not permitted", "output_config"],
    ["Malformed input request: #: extraneous key [output_config] is not permitted, please reformat", "output_config"],
    ["#/tools/0: extraneous key [eager_input_streaming] is not permitted", "tools.*.eager_input_streaming"],
    ["Unknown parameter: 'context_management'.", "context_management"],
    ["Unrecognized request argument supplied: output_config", "output_config"],
    ['Invalid JSON payload received. Unknown name "output_config": Cannot find field.', "output_config"],
    ["unknown field `eager_input_streaming`, expected one of `name`", "tools.*.eager_input_streaming"],
    ['json: unknown field "context_management"', "context_management"],
    ['{\\"message\\":\\"context_management: Extra inputs are not permitted\\"}No fallback', "context_management"],
  ])("is the field that it names: %s", (message, field) => {
    expect(read(message)).toEqual([`field ${field}`]);
    expect(read(message, { status: 422 })).toEqual([`field ${field}`]);
    expect(read(message, { status: 500 })).toEqual([]);
  });

  it("is every field that it names", () => {
    const message = "Unrecognized key(s) in object: 'output_config', 'context_management'";

    expect(read(message)).toEqual(["field output_config", "field context_management"]);
  });

  it.each([
    "messages: Extra inputs are not permitted",
    "model: Extra inputs are not permitted",
    "max_tokens: Extra inputs are not permitted",
    "tools: Extra inputs are not permitted",
    "stop_sequences: Extra inputs are not permitted",
    "tools.0.custom.input_schema.properties.city: Extra inputs are not permitted",
    "messages.3.content.0.tool_use.input.cache_control: Extra inputs are not permitted",
    "messages.3.content.0.input.options.0.citations: Extra inputs are not permitted",
    "messages.2.content.0.thinking.signature: Extra inputs are not permitted",
    "thinking.type: Extra inputs are not permitted",
    "not_in_the_request: Extra inputs are not permitted",
    "prompt is too long",
    `${"a.".repeat(5_000)}: Extra inputs are not permitted`,
  ])("is never an essential field or message text: %.60s", (message) => {
    expect(read(message)).toEqual([]);
  });

  it("is not an output format that the client relies on", () => {
    const message = "output_config: Extra inputs are not permitted";

    expect(read(message, { body: { ...body, output_config: { format: { type: "json_schema" } } } })).toEqual([]);
    expect(read(message, { body: { ...body, output_config: { format: null } } })).toEqual(["field output_config"]);
    expect(read(message, { body: { ...body, output_config: null } })).toEqual(["field output_config"]);
  });

  it("is a setting next to such an output format, or any other field", () => {
    const withFormat = { ...body, output_config: { effort: "low", format: { type: "json_schema" } } };

    expect(read("output_config.effort: Extra inputs are not permitted", { body: withFormat })).toEqual([
      "field output_config.effort",
    ]);
    expect(read("context_management: Extra inputs are not permitted", { body: withFormat })).toEqual([
      "field context_management",
    ]);
  });

  it.each([
    ["Unexpected value(s) `context-management-2025-06-27` for the `anthropic-beta` header.", [betas[1]]],
    [
      "Unexpected value(s) `claude-code-20250219`, `context-management-2025-06-27` for the `anthropic-beta` header",
      betas.slice(0, 2),
    ],
    ["The model returned the following errors: invalid beta flag", ["*"]],
  ])("is the beta name that it mentions, or all if it mentions none: %s", (message, names) => {
    expect(read(message)).toEqual(names.map((name) => `beta ${name}`));
    expect(read(message, { betas: [] })).toEqual([]);
  });

  it.each([
    "messages.1.role: Input should be 'user' or 'assistant'",
    'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter.',
    "messages[1].role: unknown variant `system`, expected `user` or `assistant`",
    'messages.1.role: Invalid option: expected one of "user"|"assistant"',
  ])("is the role of messages that it does not know: %s", (message) => {
    expect(read(message, { isFirstParty: true })).toEqual(["role system"]);
    expect(read(message, { body: { ...body, messages: [user("Hello.")] } })).toEqual([]);
  });

  it.each([0, 2, 9])("is not the role of a message that is the user's, the assistant's or missing: %i", (position) => {
    expect(read(`messages.${position}.role: Invalid option`)).toEqual([]);
  });

  it("is tool search if the request uses it", () => {
    const message = "tools.1.custom.defer_loading: Extra inputs are not permitted";

    expect(read(message, { usesToolSearch: true })).toEqual(["feature tool search"]);
    expect(read(message, { usesToolSearch: false })).toEqual(["field tools.*.defer_loading"]);
    expect(read("output_config: Extra inputs are not permitted", { usesToolSearch: true })).toEqual([
      "field output_config",
    ]);
  });

  it("is nothing if Anthropic's API does not know a field: the client must see that error", () => {
    expect(read("output_config: Extra inputs are not permitted", { isFirstParty: true })).toEqual([]);
  });
});
