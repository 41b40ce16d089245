import type { Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../../../../contracts/inner-form.ts";
import { assembleMessage, collectEvents } from "../../../../suites/answer-events.ts";
import { callOf } from "../../../../testing/call-of.ts";
import { serve } from "../../../../testing/serve.ts";
import { createChatUpstream } from "../upstream/create-chat-upstream.ts";

const question: Message = { role: "user", content: "Think" };
const look = { id: "call_1", type: "function", function: { name: "look", arguments: "{}" } };
const tools = [{ name: "look", input_schema: { type: "object" } }];

/** Asks twice: the second request holds the answer to the first. Gives what the server got then. */
async function replayed(deltas: readonly object[], isStreamed: boolean, otherName = "chat"): Promise<unknown> {
  const bodies: { readonly messages: readonly unknown[] }[] = [];
  const server = await serve((_request, body, response) => {
    bodies.push(JSON.parse(body.toString()) as (typeof bodies)[number]);
    if (isStreamed) {
      const chunks = deltas.map((delta) => ({ choices: [{ index: 0, delta }] }));
      const ended = [...chunks, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }];
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(ended.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(""));
    } else {
      const message = Object.assign({}, ...deltas) as object;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }));
    }
  });
  const ask = async (name: string, messages: readonly Message[]) => {
    const upstream = createChatUpstream({ name, url: server.url });
    const body: MessagesBody = { model: "m", messages, tools };
    try {
      if (!isStreamed) return await upstream.doGenerate(callOf(body));
      return assembleMessage(await collectEvents(await upstream.doStream(callOf({ ...body, stream: true }))));
    } finally {
      upstream.close?.();
    }
  };
  try {
    const { content } = await ask("chat", [question]);
    const result = { type: "tool_result", tool_use_id: "call_1", content: "seen" };
    await ask(otherName, [question, { role: "assistant", content }, { role: "user", content: [result as never] }]);
    return bodies[1]?.messages[1];
  } finally {
    await server.close();
  }
}

describe.each([false, true])(
  "W-OC7: The reasoning of a chat model is sent back to it unchanged, streamed: %s",
  (isStreamed) => {
    it.each(["reasoning_content", "reasoning"])("in the field %s", async (field) => {
      expect(await replayed([{ [field]: "Hm." }, { content: "So." }, { tool_calls: [look] }], isStreamed)).toEqual({
        role: "assistant",
        content: "So.",
        [field]: "Hm.",
        tool_calls: [look],
      });
    });

    it("in reasoning_details, with signatures and encrypted data", async () => {
      const reasoning_details = [
        { type: "reasoning.text", text: "Hm.", signature: "signed", format: "anthropic-claude-v1", index: 0 },
        { type: "reasoning.encrypted", data: "sealed", format: "openai-responses-v1", index: 1 },
      ];
      expect(await replayed([{ reasoning: "Hm.", reasoning_details }, { tool_calls: [look] }], isStreamed)).toEqual({
        role: "assistant",
        content: null,
        reasoning: "Hm.",
        reasoning_details,
        tool_calls: [look],
      });
    });

    it("with the signature of a call", async () => {
      const signed = { ...look, extra_content: { google: { thought_signature: "signed" } } };
      expect(await replayed([{ tool_calls: [signed] }], isStreamed)).toMatchObject({ tool_calls: [signed] });
    });

    it("but not to another upstream", async () => {
      const said = await replayed(
        [{ reasoning_content: "Hm." }, { content: "So." }, { tool_calls: [look] }],
        isStreamed,
        "other",
      );
      expect(said).toEqual({ role: "assistant", content: "So.", tool_calls: [look] });
    });
  },
);

it("Pieces of reasoning_details are put together", async () => {
  const piece = (fields: object) => ({ reasoning_details: [{ type: "reasoning.text", index: 0, ...fields }] });
  const said = await replayed(
    [piece({ text: "Hm" }), piece({ text: "." }), piece({ signature: "signed" }), { tool_calls: [look] }],
    true,
  );
  expect(said).toMatchObject({
    reasoning: "Hm.",
    reasoning_details: [{ type: "reasoning.text", index: 0, text: "Hm.", signature: "signed" }],
  });
});
