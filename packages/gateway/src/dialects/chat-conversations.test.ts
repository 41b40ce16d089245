import type { Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { type AskedChat, chatAskers } from "../testing/chat/ask-chat.ts";
import type { ChatMessage } from "../testing/chat/chat-request.ts";

const pixel = "iVBORw0KGgo=";

function user(...content: object[]): Message {
  return { role: "user", content: content as never };
}

function assistant(...content: object[]): Message {
  return { role: "assistant", content: content as never };
}

const text = (words: string) => ({ type: "text", text: words });
const call = (id: string, name = "look") => ({ type: "tool_use", id, name, input: { z: 1, a: 2 } });
const result = (id: string, content: unknown, more: object = {}) => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  ...more,
});

/** What the server got in the first request. */
const messagesIn = ({ sent }: AskedChat): readonly ChatMessage[] => sent[0]?.body.messages ?? [];

describe.each(chatAskers)("A conversation for a chat model, sent by %s,", (_name, askChat) => {
  const sentMessages = async (messages: readonly Message[], more: object = {}) =>
    messagesIn(await askChat([{ messages, ...more }]));

  it("W-OC1: has one system message", async () => {
    const system = [{ ...text("Be brief."), cache_control: {} }, text("Be kind.")];
    expect(await sentMessages([user(text("Hello"))], { system })).toEqual([
      { role: "system", content: "Be brief.\n\nBe kind." },
      { role: "user", content: "Hello" },
    ]);
  });

  it("merges a system message into the user message before it, also in later requests", async () => {
    const first: Message[] = [user(text("Hello")), { role: "system", content: [text("Names: a, b")] as never }];
    const second: Message[] = [
      user(text("Hello")),
      { role: "system", content: "Names: a, b" },
      assistant(text("Hi")),
      user(text("Go on")),
    ];
    const { sent } = await askChat([{ messages: first }, { messages: second }]);
    expect(sent[0]?.body.messages[0]?.content).toEqual([
      text("Hello"),
      text("<system-reminder>\nNames: a, b\n</system-reminder>"),
    ]);
    expect(sent[1]?.prefix).toMatchObject({ partsLost: 0 });
  });

  it("leaves system messages in place if the provider accepts them", async () => {
    const messages: Message[] = [user(text("Hello")), { role: "system", content: "Names: a, b" }];
    const { sent } = await askChat([{ messages }], { traits: { takesSystemMessagesInPlace: true } });
    expect(sent[0]?.body.messages).toEqual([
      { role: "user", content: "Hello" },
      { role: "system", content: "Names: a, b" },
    ]);
  });

  it("drops empty system messages and tool changes", async () => {
    const change = { type: "tool_addition", tool: { type: "tool_reference", name: "look" } };
    const messages: Message[] = [
      user(text("Hello")),
      { role: "system", content: [] },
      { role: "system", content: [change] },
    ];
    expect(await sentMessages(messages)).toEqual([{ role: "user", content: "Hello" }]);
  });

  it("W-OC1: puts results right after their calls, whatever precedes them", async () => {
    const messages = [
      user(text("Look")),
      assistant(text("Looking."), call("toolu_1"), call("toolu_2")),
      user(text("Here:"), result("toolu_2", "two"), result("toolu_1", [text("one"), text("more")])),
    ];
    expect((await sentMessages(messages)).slice(1)).toEqual([
      {
        role: "assistant",
        content: "Looking.",
        tool_calls: ["toolu_1", "toolu_2"].map((id) => ({
          id,
          type: "function",
          function: { name: "look", arguments: '{"z":1,"a":2}' },
        })),
      },
      { role: "tool", tool_call_id: "toolu_2", content: "two" },
      { role: "tool", tool_call_id: "toolu_1", content: "one\n\nmore" },
      { role: "user", content: "Here:" },
    ]);
  });

  it("marks a failed result as failed, once", async () => {
    const messages = [
      user(text("Look")),
      assistant(call("toolu_1"), call("toolu_2")),
      user(result("toolu_1", "no such file", { is_error: true }), result("toolu_2", "Error: gone", { is_error: true })),
    ];
    const sent = await sentMessages(messages);
    expect(sent.slice(2).map(({ content }) => content)).toEqual(["Error: no such file", "Error: gone"]);
  });

  it("sends images by value and by URL, and images of results after the results", async () => {
    const source = { type: "base64", media_type: "image/png", data: pixel };
    const messages = [
      user({ type: "image", source }, { type: "image", source: { type: "url", url: "https://example.com/a.png" } }),
      assistant(call("toolu_1")),
      user(result("toolu_1", [text("a chart"), { type: "image", source }])),
    ];
    const sent = await sentMessages(messages);
    const image = { type: "image_url", image_url: { url: `data:image/png;base64,${pixel}` } };
    expect(sent[0]?.content).toEqual([image, { type: "image_url", image_url: { url: "https://example.com/a.png" } }]);
    expect(sent[2]?.content).toBe("a chart\n\n[1 attached below]");
    expect(sent[3]?.content).toEqual([text("Attached to the result of call toolu_1:"), image]);
  });

  it("W-OC8: sends documents in a form that the provider accepts, and names those that it cannot accept", async () => {
    const messages = [
      user(
        { type: "document", title: "Plan", source: { type: "text", media_type: "text/plain", data: "Step one." } },
        {
          type: "document",
          title: "Scan",
          source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
        },
        { type: "document", source: { type: "url", url: "https://example.com/b.pdf" } },
      ),
    ];
    const [sent] = await sentMessages(messages);
    expect(sent?.content).toEqual([
      text("Plan\n\nStep one."),
      { type: "file", file: { filename: "Scan", file_data: "data:application/pdf;base64,JVBERi0=" } },
      text("[document that this model cannot be given: https://example.com/b.pdf]"),
    ]);
  });

  it("F15, W-OC8: turns unknown blocks into text", async () => {
    const messages = [
      user(text("Look")),
      assistant({ type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }, call("toolu_1")),
      user(result("toolu_1", [{ type: "tool_reference", tool_name: "look" }]), { type: "of_next_year", value: 1 }),
    ];
    const sent = await sentMessages(messages);
    expect(sent[1]?.content).toContain("srvtoolu_1");
    expect(sent[2]?.content).toBe('{"type":"tool_reference","tool_name":"look"}');
    expect(sent[3]?.content).toBe('{"type":"of_next_year","value":1}');
  });

  it("keeps a result whose call is gone as text", async () => {
    const sent = await sentMessages([user(result("toolu_gone", "left over"), text("Go on"))]);
    expect(sent).toEqual([{ role: "user", content: [text("left over"), text("Go on")] }]);
  });
});

describe.each(chatAskers)("W-OC7: Thinking, sent by %s,", (_name, askChat) => {
  const model = () => ({ reasoning: "Hm.", text: "So." });

  it("is sent back to the model that wrote it", async () => {
    const options = { model, takesReasoning: true };
    const { answers } = await askChat([{ messages: [user(text("Think"))] }], options);
    const messages = [
      user(text("Think")),
      { role: "assistant", content: answers[0]?.content ?? [] } as const,
      user(text("And?")),
    ];
    const { sent } = await askChat([{ messages }], options);
    expect(sent[0]?.body.messages[1]).toEqual({ role: "assistant", content: "So.", reasoning_content: "Hm." });
  });

  it("of another model is left out", async () => {
    const thoughts = [
      { type: "thinking", thinking: "Hm.", signature: "of another model" },
      { type: "redacted_thinking", data: "sealed" },
    ];
    const messages = [user(text("Think")), assistant(...thoughts, text("So.")), user(text("And?"))];
    const sent = messagesIn(await askChat([{ messages }]));
    expect(sent[1]).toEqual({ role: "assistant", content: "So." });
  });
});
