import type { Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { UpstreamError } from "../../../../../errors/upstream-error.ts";
import { askChatUpstream } from "../../../../../testing/chat/ask-chat.ts";

const messages: Message[] = [{ role: "user", content: "Go" }];
const look = { name: "look", description: "Looks.", input_schema: { type: "object", properties: {} } };
const closed = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};
const open = { ...closed, required: [] };

async function sentBody(body: object, options: object = {}): Promise<Readonly<Record<string, unknown>>> {
  const { sent } = await askChatUpstream([{ messages, ...body }], options);
  return sent[0]?.body ?? {};
}

describe("The fields of a request to Chat Completions", () => {
  it("say what the Messages API says", async () => {
    const body = { temperature: 0.5, top_p: 0.9, stop_sequences: ["END"], metadata: { user_id: "someone" } };
    expect(await sentBody(body)).toMatchObject({
      model: "m",
      max_tokens: 100,
      temperature: 0.5,
      top_p: 0.9,
      stop: ["END"],
      user: "someone",
    });
  });

  it("name the limit as the server wants it", async () => {
    const traits = { takesCompletionTokens: true };
    expect(await sentBody({}, { settings: { traits } })).toMatchObject({ max_completion_tokens: 100 });
    expect(await sentBody({})).not.toHaveProperty("max_completion_tokens");
  });

  it("hold a hash of a user id that is too long", async () => {
    const { user } = await sentBody({ metadata: { user_id: `user_${"x".repeat(100)}_session_1` } });
    expect(user).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    [{ thinking: { type: "adaptive" }, output_config: { effort: "high" } }, "high"],
    [{ thinking: { type: "adaptive" }, output_config: { effort: "max" } }, "xhigh"],
    [{ thinking: { type: "enabled", budget_tokens: 4_000 } }, "medium"],
    [{ thinking: { type: "adaptive" } }, undefined],
    [{ thinking: { type: "disabled" }, output_config: { effort: "high" } }, undefined],
  ])("tell how much to think: %j", async (body, effort) => {
    expect((await sentBody(body))["reasoning_effort"]).toBe(effort);
  });

  it("ask for a schema strictly only if the API takes it as a strict one", async () => {
    const format = (schema: object) => ({ output_config: { format: { type: "json_schema", schema } } });
    const [strict, loose] = [await sentBody(format(closed)), await sentBody(format(open))];
    expect(strict["response_format"]).toEqual({
      type: "json_schema",
      json_schema: { name: "response", schema: closed, strict: true },
    });
    expect(loose["response_format"]).toEqual({ type: "json_schema", json_schema: { name: "response", schema: open } });
  });

  it.each([
    ["container", "it cannot be translated"],
    ["inference_geo", "it cannot be translated"],
    ["of_next_year", "Extra inputs are not permitted"],
  ])("reject %s by name", async (field, reason) => {
    const asked = askChatUpstream([{ messages, [field]: "value" }]);
    await expect(asked).rejects.toThrow(UpstreamError);
    await expect(asked).rejects.toThrow(`${field}: ${reason}`);
  });

  it.each(["container_kept", { id: "container_sealed", skills: null }])(
    "leave out a container of the gateway: %j",
    async (container) => {
      expect(await sentBody({ container })).toEqual(await sentBody({}));
    },
  );

  it("reject a container of the gateway with skills", async () => {
    const container = { id: "container_sealed", skills: [{ type: "anthropic", skill_id: "xlsx" }] };
    await expect(askChatUpstream([{ messages, container }])).rejects.toThrow("container: it cannot be translated");
  });

  it("reject a format that is no schema", async () => {
    await expect(askChatUpstream([{ messages, output_config: { format: { type: "xml" } } }])).rejects.toThrow(
      "output_config.format: expected type json_schema with a schema",
    );
  });
});

describe("The tools of a request to Chat Completions", () => {
  it("W-OC2: carry what the format has and no field more", async () => {
    const tool = { ...look, defer_loading: true, cache_control: { type: "ephemeral" }, input_examples: [{}] };
    expect((await sentBody({ tools: [tool] }))["tools"]).toEqual([
      { type: "function", function: { name: "look", description: "Looks.", parameters: look.input_schema } },
    ]);
  });

  it("are strict where the client asks for it and the API takes the schema as a strict one", async () => {
    const tools = [
      { ...look, name: "one", input_schema: closed, strict: true },
      { ...look, name: "two", input_schema: open, strict: true },
    ];
    const { tools: sent } = await sentBody({ tools });
    expect((sent as { function: object }[]).map(({ function: definition }) => "strict" in definition)).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    [{ type: "auto" }, "auto"],
    [{ type: "any" }, "required"],
    [{ type: "none" }, "none"],
    [
      { type: "tool", name: "look" },
      { type: "function", function: { name: "look" } },
    ],
  ])("keep the choice %j", async (tool_choice, expected) => {
    expect((await sentBody({ tools: [look], tool_choice }))["tool_choice"]).toEqual(expected);
  });

  it("are called one at a time when the client asks for it", async () => {
    const tool_choice = { type: "auto", disable_parallel_tool_use: true };
    expect(await sentBody({ tools: [look], tool_choice })).toMatchObject({ parallel_tool_calls: false });
    expect(await sentBody({ tools: [look] })).not.toHaveProperty("parallel_tool_calls");
  });

  it("are declared from the history where the request has none but calls stand in it", async () => {
    const history = [
      ...messages,
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "look", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "seen" }] },
    ];
    expect(await sentBody({ messages: history })).toMatchObject({
      tools: [{ type: "function", function: { name: "look" } }],
      tool_choice: "none",
    });
  });

  it("that run on the API's side are rejected by their type", async () => {
    const tools = [look, { type: "web_search_20250305", name: "web_search" }];
    await expect(askChatUpstream([{ messages, tools }])).rejects.toThrow(
      "tools.1: this model cannot be given a tool of type 'web_search_20250305'",
    );
  });
});
