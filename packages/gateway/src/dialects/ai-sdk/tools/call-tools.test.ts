import type { Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import { askAiSdk } from "../../../testing/chat/ask-chat.ts";

const input_schema = { type: "object", properties: { path: { type: "string" } } };
const look = { name: "look", description: "Looks.", input_schema };
const messages: Message[] = [{ role: "user", content: "Go" }];
const longName = `mcp__${"server_with_a_very_long_name".repeat(3)}__create_issue`;

describe("The tools of a request to a chat model", () => {
  it("W-OC2, F69: have only fields that it knows", async () => {
    const tools = [
      {
        ...look,
        defer_loading: true,
        cache_control: { type: "ephemeral" },
        input_examples: [{}],
        strict: true,
        eager_input_streaming: true,
      },
    ];
    const { sent } = await askAiSdk([{ messages, tools }]);
    expect(sent[0]?.body.tools).toEqual([
      { type: "function", function: { name: "look", description: "Looks.", parameters: input_schema } },
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
    const { sent } = await askAiSdk([{ messages, tools: [look], tool_choice }]);
    expect(sent[0]?.body.tool_choice).toEqual(expected);
  });

  it("are called one at a time if the client asks for it", async () => {
    const tool_choice = { type: "auto", disable_parallel_tool_use: true };
    const { sent } = await askAiSdk([
      { messages, tools: [look], tool_choice },
      { messages, tools: [look] },
    ]);
    expect(sent.map(({ body }) => body["parallel_tool_calls"])).toEqual([false, undefined]);
  });

  it("F24, W-OC3: are shortened if their names are too long, and restored on the way back", async () => {
    const tools = [{ ...look, name: longName }];
    const { sent, answers } = await askAiSdk([{ messages, tools, tool_choice: { type: "tool", name: longName } }], {
      model: (body) => ({ calls: [{ id: "call_1", name: body.tools?.[0]?.function.name ?? "", arguments: {} }] }),
    });
    const [block] = answers[0]?.content ?? [];
    expect(block).toMatchObject({ type: "tool_use", name: longName });
    const history: Message[] = [
      ...messages,
      { role: "assistant", content: answers[0]?.content ?? [] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: "made" } as never] },
    ];
    const again = await askAiSdk([{ messages: history, tools }]);
    const [short, replayed] = [sent[0]?.body.tools?.[0], again.sent[0]?.body.messages[1]?.tool_calls?.[0]];
    expect(short?.function.name).toHaveLength(64);
    expect(replayed?.function.name).toBe(short?.function.name);
  });

  it("are declared from the history if the request has calls but no tools", async () => {
    const history: Message[] = [
      ...messages,
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "look", input: {} } as never] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "seen" } as never] },
    ];
    const { sent } = await askAiSdk([{ messages: history }]);
    expect(sent[0]?.body.tools?.map((tool) => tool.function.name)).toEqual(["look"]);
    expect(sent[0]?.body.tool_choice).toBe("none");
  });

  it.each([
    ["bash_20250124", "bash", ["command", "restart"]],
    ["text_editor_20250728", "str_replace_based_edit_tool", ["command", "path", "old_str"]],
    ["memory_20250818", "memory", ["command", "path", "file_text", "old_path", "new_path"]],
  ])("that the API defines and the client runs are declared with their arguments: %s", async (type, name, some) => {
    const { sent } = await askAiSdk([{ messages, tools: [{ type, name }] }]);
    const declared = sent[0]?.body.tools?.[0]?.function;
    expect(declared).toMatchObject({ name, description: expect.any(String), parameters: { type: "object" } });
    for (const argument of some) expect(declared).toHaveProperty(["parameters", "properties", argument]);
  });

  it("that run on the API's side are refused by their type", async () => {
    const asked = askAiSdk([{ messages, tools: [look, { type: "web_search_20250305", name: "web_search" }] }]);
    await expect(asked).rejects.toThrow(UpstreamError);
    await expect(asked).rejects.toThrow("tools.1: this model cannot be given a tool of type 'web_search_20250305'");
  });
});

describe("W-OC3: The ids of calls", () => {
  const roundTrip = async (id: string, tooMany: object = {}) => {
    const model = () => ({ calls: [{ id, name: "look", arguments: {} }] });
    const { answers } = await askAiSdk([{ messages, tools: [look] }], { model, ...tooMany });
    const [block] = (answers[0]?.content ?? []) as readonly { readonly type: string; readonly id: string }[];
    const clientId = block?.id ?? "";
    const history: Message[] = [
      ...messages,
      { role: "assistant", content: block === undefined ? [] : [block] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: clientId, content: "seen" } as never] },
    ];
    const { sent } = await askAiSdk([{ messages: history, tools: [look] }], tooMany);
    const [, called, answered] = sent[0]?.body.messages ?? [];
    expect(answered?.tool_call_id).toBe(called?.tool_calls?.[0]?.id);
    return { clientId, providerId: called?.tool_calls?.[0]?.id };
  };

  it("are kept if both sides accept them", async () => {
    expect(await roundTrip("call_abc")).toEqual({ clientId: "call_abc", providerId: "call_abc" });
  });

  it("that are invalid in the Messages API come back unchanged", async () => {
    const { clientId, providerId } = await roundTrip("functions.look:0");
    expect(clientId).toMatch(/^[a-zA-Z0-9_-]+$/);
    expect(providerId).toBe("functions.look:0");
  });

  it("of other models are adapted to the provider's rule", async () => {
    const { providerId } = await roundTrip(`toolu_${"x".repeat(60)}`);
    expect(providerId).toHaveLength(40);
    const nine = await roundTrip("call_abc", { traits: { callIds: /^[a-zA-Z0-9]{9}$/, callIdLength: 9 } });
    expect(nine.providerId).toMatch(/^[a-zA-Z0-9]{9}$/);
  });
});
