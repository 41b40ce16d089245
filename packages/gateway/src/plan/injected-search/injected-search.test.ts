import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import { ask } from "../../testing/answering/ask.ts";
import { call, deferred, replayed, result, tool, user } from "../../testing/answering/blocks.ts";
import { loadersAndStreaming } from "../../testing/answering/loaders-and-streaming.ts";
import { type ModelScript, scriptedModel } from "../../testing/answering/scripted-model.ts";

const weather = tool("mcp__maps__get_weather");
const tools = [tool("Bash"), weather, tool("mcp__bank__get_exchange_rate"), tool("mcp__bank__list_stocks")];
const native = { baseUrl: "https://api.anthropic.com" };
const inject = { inject: "always" } as const;

function body(fields: Partial<MessagesBody> = {}): MessagesBody {
  return { model: "claude-sonnet-5-5", max_tokens: 1000, messages: [user("How is the weather?")], tools, ...fields };
}

const callOf = (sent: MessagesBody, id: string) => {
  const isBridge = sent.tools?.some(({ name }) => name === "call_tool");
  const input = { city: "Oslo" };
  return isBridge
    ? { id, name: "call_tool", input: { name: weather.name, arguments: input } }
    : { id, name: weather.name as string, input };
};
const searchThenCall: ModelScript = (sent, number) =>
  number === 1
    ? { thinking: "Hm.", text: "Looking.", calls: [{ name: "ToolSearch", input: { query: "weather" } }] }
    : { text: "Calling.", calls: [callOf(sent, "toolu_call")] };

describe.each(loadersAndStreaming)("injected search on the loader %s, streaming %s", (loader, stream) => {
  const route = { ...inject, loader };

  it("F36, L7: keeps the search out of the client's answer", async () => {
    const upstream = scriptedModel(searchThenCall, native);
    const reply = await ask(createAnswerRequest(), { body: body({ stream }), upstream, route });

    expect(reply.message.content).toEqual([
      { type: "thinking", thinking: "Hm.", signature: "signed-1" },
      { type: "text", text: "Looking." },
      { type: "text", text: "Calling." },
      { type: "tool_use", id: "toolu_call", name: weather.name, input: { city: "Oslo" } },
    ]);
    expect(reply.message.stop_reason).toBe("tool_use");
    expect(reply.message.usage).toEqual({ input_tokens: 100, output_tokens: 20 });
    expect(JSON.stringify([reply.message, reply.events])).not.toMatch(/ToolSearch|tool_reference|server_tool_use/);
    expect(
      upstream.bodies[0]?.tools?.some(({ name, defer_loading }) => name === weather.name && defer_loading !== true),
    ).toBe(false);
    expect(reply.trace).toMatchObject({
      execution: "injected",
      gate: { isOn: true },
      searches: [{ kind: "injected" }],
    });
    const starts = reply.events.filter((event) => event.type === "content_block_start");
    expect(starts.map(({ index }) => index)).toEqual(stream ? [0, 1, 2, 3] : []);
  });

  it.each([true, false])("F60: the next request reproduces the hidden turns (memory kept: %s)", async (isKept) => {
    const upstream = scriptedModel(
      (sent, number) => (number >= 3 ? { text: "Sunny." } : searchThenCall(sent, number)),
      native,
    );
    const answerRequest = createAnswerRequest();
    const first = await ask(answerRequest, { body: body({ stream }), upstream, route });
    const messages = [...body().messages, replayed(first.message), user(result("toolu_call", "Sunny"))];
    const another = isKept ? answerRequest : createAnswerRequest();
    await ask(another, { body: body({ stream, messages }), upstream, route });
    const before = JSON.stringify(upstream.bodies[1]?.messages).slice(0, -1);
    const after = JSON.stringify(upstream.bodies[2]?.messages);

    // Without the memory only what followed the user's message is made up for: the model still has the definition.
    expect(after.startsWith(isKept ? before : JSON.stringify(upstream.bodies[0]?.messages).slice(0, -1))).toBe(true);
    expect(after).toMatch(loader === "native" ? /tool_reference/ : loader === "append" ? /Tools ready/ : /<functions>/);
    await ask(createAnswerRequest(), { body: body({ stream, messages }), upstream, route });
    await ask(createAnswerRequest(), {
      body: body({ stream, messages: [...messages, user("And?")] }),
      upstream,
      route,
    });
    expect(
      JSON.stringify(upstream.bodies[4]?.messages).startsWith(
        JSON.stringify(upstream.bodies[3]?.messages).slice(0, -2),
      ),
    ).toBe(true);
  });

  it("F72: answers a search next to the client's calls, and the visible turn stays valid", async () => {
    const upstream = scriptedModel(
      (sent, number) =>
        number === 1
          ? {
              calls: [
                { id: "toolu_s", name: "ToolSearch", input: { query: "weather" } },
                { id: "toolu_b", name: "Bash", input: { city: "x" } },
              ],
            }
          : { calls: [callOf(sent, "toolu_call")] },
      native,
    );
    const answerRequest = createAnswerRequest();
    const first = await ask(answerRequest, { body: body({ stream }), upstream, route });

    expect(first.message.content).toEqual([call("toolu_b", "Bash", { city: "x" })]);
    expect(first.message.stop_reason).toBe("tool_use");
    expect(upstream.calls).toHaveLength(1);

    const messages = [...body().messages, replayed(first.message), user(result("toolu_b"))];
    const second = await ask(answerRequest, { body: body({ stream, messages }), upstream, route });

    expect(upstream.bodies[1]?.messages[1]?.content).toMatchObject([{ name: "ToolSearch" }, { name: "Bash" }]);
    expect(upstream.bodies[1]?.messages[2]?.content.slice(0, 2)).toMatchObject([
      { type: "tool_result" },
      { tool_use_id: "toolu_b" },
    ]);
    expect(second.message.content).toEqual([call("toolu_call", weather.name as string, { city: "Oslo" })]);
  });
});

describe("what a search leaves out", () => {
  const many = Array.from({ length: 9 }, (_, number) => tool(`mcp__many__send_${number}`));
  const script: ModelScript = (sent, number) => {
    if (number === 1) return { calls: [{ id: "toolu_s", name: "ToolSearch", input: { query: "send" } }] };
    const isDone = JSON.stringify(sent.messages).includes("Sent");
    return isDone ? { text: "ok" } : { calls: [{ id: "toolu_c", name: "mcp__many__send_0", input: { city: "Oslo" } }] };
  };

  it("E11.3: is not mentioned next to a reference on the native loader, but with the next result", async () => {
    const upstream = scriptedModel(script, native);
    const answerRequest = createAnswerRequest();
    const route = { ...inject, loader: "native" } as const;
    const tools = [tool("Bash"), ...many];
    const first = await ask(answerRequest, { body: body({ tools }), upstream, route });
    const messages = [...body().messages, replayed(first.message), user(result("toolu_c", "Sent"))];
    await ask(answerRequest, { body: body({ tools, messages }), upstream, route });
    const [, searched, sent] = upstream.bodies;

    const references = Array.from({ length: 5 }, () => ({ type: "tool_reference", tool_name: expect.any(String) }));
    expect(searched?.messages.at(-1)?.content).toEqual([
      { type: "tool_result", tool_use_id: expect.any(String), content: references },
      { type: "text", text: "Tool loaded." },
    ]);
    expect(JSON.stringify(searched)).not.toMatch(/Loaded 5 of 9|heldNotes/);
    expect(sent?.messages.at(-1)?.content).toMatchObject([
      { type: "tool_result", tool_use_id: "toolu_c" },
      { type: "text", text: expect.stringContaining("Loaded 5 of 9 matching tools") },
    ]);
    expect(JSON.stringify(sent?.messages).startsWith(JSON.stringify(searched?.messages).slice(0, -1))).toBe(true);
  });
});

describe("whether a search is injected", () => {
  const executionOf = async (fields: Partial<MessagesBody>, route: object = inject) => {
    const upstream = scriptedModel(() => ({ text: "ok" }));
    const { trace } = await ask(createAnswerRequest(), { body: body(fields), upstream, route });
    return { ...trace, sent: upstream.bodies[0] };
  };

  it("L8, F63: is not injected below the threshold, and the request is forwarded unchanged", async () => {
    const { execution, gate, sent } = await executionOf({}, { inject: "auto" });

    expect(execution).toBe("passed-through");
    expect(gate).toEqual({ isOn: false, reason: "below_threshold" });
    expect(sent).toEqual(body());
  });

  it("E4: is injected above the threshold, by the upstream's count", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }), { doCountTokens: async () => 100_500 });
    const { trace } = await ask(createAnswerRequest(), { body: body(), upstream, route: { inject: "auto" } });

    expect(trace.execution).toBe("injected");
  });

  it.each([
    ["F74 the client searches itself", { tools: [...tools, tool("ToolSearch")] }],
    ["F74 the client searches itself, by another name", { tools: [...tools, tool("tool_search")] }],
    ["F40 a call is forced", { tool_choice: { type: "any" } }],
    ["the answer must be short", { max_tokens: 1 }],
    ["there is nothing to defer", { tools: [tool("Bash")] }],
    ["there are no tools", { tools: undefined }],
  ])("is not injected if %s", async (_reason, fields) => {
    expect((await executionOf(fields)).execution).toBe("passed-through");
  });

  it.each(["auto:100", "auto:101", "auto:250", "off"])(
    "E2.1: is not injected if the mode is %s",
    async (toolSearch) => {
      for (const inject of ["always", "auto"] as const) {
        expect((await executionOf({}, { inject, settings: { toolSearch } })).execution).toBe("passed-through");
      }
    },
  );

  it("F74: is not injected if the client defers tools itself", async () => {
    expect((await executionOf({ tools: [...tools, deferred("other")] })).execution).toBe("client-search");
  });

  it("F64: keeps the basic tools of agents in the prompt, however they are spelled", async () => {
    const { sent } = await executionOf({ tools: [tool("bash"), tool("Read"), tool("todo_write"), tool("send_mail")] });

    expect(sent?.tools?.map(({ name }) => name)).toEqual(["bash", "Read", "todo_write", "ToolSearch", "call_tool"]);
    expect(JSON.stringify(sent?.messages)).toContain("send_mail");
  });

  it("F64: keeps Codex's own tools in the prompt while its MCP servers are still starting", async () => {
    const own = ["exec_command", "write_stdin", "apply_patch", "view_image", "update_plan", "functions__exec"];
    const { sent } = await executionOf({ tools: [...own, "functions__create_goal"].map((name) => tool(name)) });

    expect(sent?.tools?.map(({ name }) => name)).toEqual([...own, "ToolSearch", "call_tool"]);
  });

  it("E1.2: follows pins", async () => {
    const settings = { policy: [{ action: "pin", name: "*stocks" }] } as const;
    const { sent } = await executionOf({}, { ...inject, settings });

    expect(sent?.tools?.map(({ name }) => name)).toEqual(["Bash", "mcp__bank__list_stocks", "ToolSearch", "call_tool"]);
  });

  it.each([
    ["keyword", "weat", [weather.name]],
    ["bm25", "weat", []],
    ["regex", "^mcp__maps", [weather.name]],
  ] as const)("E5.6: uses the ranker of the settings: %s", async (ranker, query, hits) => {
    const upstream = scriptedModel((_sent, number) =>
      number === 1 ? { calls: [{ name: "ToolSearch", input: { query } }] } : { text: "ok" },
    );
    const route = { ...inject, settings: { ranker } };
    const { trace } = await ask(createAnswerRequest(), { body: body(), upstream, route });

    expect(trace.searches).toMatchObject([{ ranker, hits }]);
  });

  it("Q10: makes a model that keeps searching answer eventually", async () => {
    const upstream = scriptedModel(({ tool_choice: choice }) =>
      choice?.type === "none"
        ? { text: "There is none." }
        : { calls: [{ name: "ToolSearch", input: { query: "zzz" } }] },
    );
    const { message, trace } = await ask(createAnswerRequest(), { body: body(), upstream, route: inject });

    expect(message).toMatchObject({ content: [{ text: "There is none." }], stop_reason: "end_turn" });
    expect(upstream.calls).toHaveLength(10);
    expect(JSON.stringify(upstream.bodies[4]?.messages)).toContain("Several searches in a row found nothing");
    expect(trace.warnings).toHaveLength(1);
  });

  it("F67: warns if nothing is deferred", async () => {
    const { warnings } = await executionOf({ tools: [tool("Bash")] });

    expect(warnings).toEqual([expect.stringContaining("nothing is saved")]);
  });
});
