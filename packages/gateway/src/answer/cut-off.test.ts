import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { call, deferred, text, tool, user } from "../testing/answering/blocks.ts";
import { type ScriptedReply, scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const tools = [tool("Bash"), tool("ToolSearch"), deferred("get_weather")];

async function answerOf(reply: (number: number) => ScriptedReply, stream: boolean, given = tools) {
  const body: MessagesBody = { model: "m", max_tokens: 1000, messages: [user("Go.")], tools: given, stream };
  const upstream = scriptedModel((_body, number) => reply(number), { pieceLength: 3 });
  const answered = await ask(createAnswerRequest(), { body, upstream, route: { loader: "bridge" } });
  return { ...answered, upstream };
}

const placeholder = deferred("DeferredToolPlaceholder", { input_schema: { type: "object", properties: {} } });

describe.each([true, false])("an answer over the bridge that is cut off (streaming %s)", (stream) => {
  it.each(["", "{", '{"name', '{"name":"get_wea', '{"arguments":{"city":"Oslo"},"na'])(
    "shows no call whose name is incomplete: %s",
    async (cutInput) => {
      for (const given of [tools, [...tools, placeholder]]) {
        const reply = { text: "Let me see.", calls: [{ name: "call_tool", cutInput }], stopReason: "max_tokens" };
        const { message } = await answerOf(() => reply, stream, given);

        expect(message.content).toEqual([text("Let me see.")]);
        expect(message.stop_reason).toBe("max_tokens");
      }
    },
  );

  it("shows a call whose name is complete, with its arguments so far", async () => {
    const reply: ScriptedReply = {
      calls: [{ id: "toolu_1", name: "call_tool", input: { name: "Bash" }, cutInput: '{"name":"Bash","argu' }],
      stopReason: "max_tokens",
    };
    const { message } = await answerOf(() => reply, stream);

    expect(message.content).toEqual([call("toolu_1", "Bash", {})]);
    expect(message.stop_reason).toBe("max_tokens");
  });

  it.each([
    ["the bridge's tool without a name", { name: "call_tool", input: { arguments: {} } }],
    ["a tool without a name", { name: "", input: {} }],
  ])("E12.3: reports it to a model that calls %s, and shows the client no such call", async (_what, nameless) => {
    const { message, upstream } = await answerOf(
      (number) => (number === 1 ? { calls: [nameless] } : { text: "Sorry." }),
      stream,
    );

    expect(message.content).toEqual([text("Sorry.")]);
    expect(JSON.stringify(upstream.bodies[1]?.messages.at(-1))).toContain("There is no tool");
  });
});
