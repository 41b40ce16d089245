import { describe, expect, it } from "vitest";
import { parseChatBody, rejectionOf } from "../../../../../testing/chat-client/parse-body.ts";
import { plain } from "../../../../../testing/openai/plain.ts";

const user = { role: "user", content: "Hi" };
const base = { model: "m", messages: [user] };
const lookTool = { type: "function", function: { name: "look" } };
const bodyOf = (fields: object) => plain(parseChatBody({ ...base, ...fields }).body);

describe("the other fields of a chat request", () => {
  it.each([
    [{}, {}],
    [{ max_tokens: 5 }, { max_tokens: 5 }],
    [{ max_tokens: 5, max_completion_tokens: 7 }, { max_tokens: 7 }],
    [{ stop: "END" }, { stop_sequences: ["END"] }],
    [
      { stop: ["a", "b"], temperature: 0.5, top_p: 0.9 },
      { stop_sequences: ["a", "b"], temperature: 0.5, top_p: 0.9 },
    ],
    [{ user: "u1", safety_identifier: "s1" }, { metadata: { user_id: "s1" } }],
    [{ user: "u1" }, { metadata: { user_id: "u1" } }],
    [{ reasoning_effort: "minimal" }, { output_config: { effort: "low" }, thinking: { type: "adaptive" } }],
    [{ reasoning_effort: "none", response_format: { type: "text" } }, { thinking: { type: "disabled" } }],
    [
      {
        response_format: { type: "json_schema", json_schema: { name: "r", strict: true, schema: { type: "object" } } },
      },
      { output_config: { format: { type: "json_schema", schema: { type: "object" } } } },
    ],
    [{ stream: true, stream_options: { include_usage: true } }, { stream: true }],
    [{ n: 1, logprobs: false, frequency_penalty: 0, logit_bias: {}, modalities: ["text"], audio: null }, {}],
    [
      { metadata: { a: "b" }, store: false, seed: 1, prompt_cache_key: "k", verbosity: "low", service_tier: "auto" },
      {},
    ],
  ])("%j become %j", (fields, inner) => {
    expect(bodyOf(fields)).toEqual({ ...base, ...inner });
  });

  it.each([
    ["n", { n: 2 }],
    ["logprobs", { logprobs: true }],
    ["frequency_penalty", { frequency_penalty: 0.5 }],
    ["logit_bias", { logit_bias: { 50256: -100 } }],
    ["modalities", { modalities: ["text", "audio"] }],
    ["functions", { functions: [] }],
    ["web_search_options", { web_search_options: {} }],
    ["response_format.type", { response_format: { type: "json_object" } }],
    ["service_tier", { service_tier: "flex" }],
    ["messages[0].role", { messages: [{ role: "function", content: "x" }] }],
    ["messages[0].function_call", { messages: [{ role: "assistant", function_call: { name: "f", arguments: "" } }] }],
    ["messages[0].content[0].type", { messages: [{ role: "user", content: [{ type: "input_audio" }] }] }],
    [
      "messages[0].content[0].file.file_id",
      { messages: [{ role: "user", content: [{ type: "file", file: { file_id: "f" } }] }] },
    ],
  ])("are rejected by name where nothing stands for them: %s", (param, fields) => {
    expect(rejectionOf({ ...base, ...fields })).toEqual({ param, code: "unsupported_parameter" });
  });

  it("are rejected if they are unknown", () => {
    expect(rejectionOf({ ...base, top_k: 5 })).toEqual({ param: "top_k", code: "unknown_parameter" });
  });

  it.each([
    ["body", []],
    ["model", { messages: [user] }],
    ["messages", { model: "m" }],
    ["messages", { model: "m", messages: [] }],
    ["messages", { model: "m", messages: [{ role: "system", content: "alone" }] }],
    ["messages[0]", { ...base, messages: ["Hi"] }],
    ["messages[0].role", { ...base, messages: [{ role: "__proto__", content: "x" }] }],
    ["messages[0].content", { ...base, messages: [{ role: "tool", tool_call_id: "c" }] }],
    ["messages[0].tool_call_id", { ...base, messages: [{ role: "tool", content: "x" }] }],
    [
      "messages[0].content[0].image_url.url",
      {
        ...base,
        messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "file:///etc/passwd" } }] }],
      },
    ],
    ["tool_choice", { ...base, tool_choice: "required" }],
    [
      "tool_choice.function.name",
      { ...base, tools: [lookTool], tool_choice: { type: "function", function: { name: "other" } } },
    ],
    ["tools[0].function.name", { ...base, tools: [{ type: "function", function: {} }] }],
    ["tools[0].type", { ...base, tools: [{ type: "web_search" }] }],
    ["max_tokens", { ...base, max_tokens: 0 }],
    ["stop[1]", { ...base, stop: ["a", 5] }],
    ["reasoning_effort", { ...base, reasoning_effort: "constructor" }],
    ["stop", { ...base, stop: Array.from({ length: 17 }, () => "END") }],
    [
      "tools[0].custom.format.grammar",
      { ...base, tools: [{ type: "custom", custom: { name: "p", format: { type: "grammar" } } }] },
    ],
  ])("are checked: %s", (param, body) => {
    expect(rejectionOf(body)).toEqual({ param, code: "invalid_value" });
  });
});
