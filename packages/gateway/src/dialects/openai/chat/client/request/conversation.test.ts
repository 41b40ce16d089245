import { describe, expect, it } from "vitest";
import { toConversation } from "./conversation.ts";

const user = { role: "user", content: "Hi" };
const call = (id: string) => ({ id, type: "function", function: { name: "look", arguments: "{}" } });
const calling = { role: "assistant", content: null, tool_calls: [call("c1"), call("c2")] };
const result = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });
const block = (id: string, content: string) => ({ type: "tool_result", tool_use_id: id, content });

describe("a conversation that comes again", () => {
  it("is made of the same messages", () => {
    const messages = [user, calling, result("c1", "one"), result("c2", "two")];
    const first = toConversation(messages).messages;
    const again = toConversation([...messages, { role: "assistant", content: "Done." }]).messages;

    expect(first).toHaveLength(3);
    for (const [at, message] of first.entries()) expect(again[at]).toBe(message);
  });

  it("says what it says now, where a turn begins as before and goes on in another way", () => {
    const one = result("c1", "one");
    const lastOf = (...parts: readonly object[]) => toConversation([user, calling, ...parts]).messages.at(-1)?.content;

    expect(lastOf(one, result("c2", "two"))).toEqual([block("c1", "one"), block("c2", "two")]);
    expect(lastOf(one, result("c2", "three"))).toEqual([block("c1", "one"), block("c2", "three")]);
    const three = [block("c1", "one"), block("c2", "two"), { type: "text", text: "And?" }];
    expect(lastOf(one, result("c2", "two"), { role: "user", content: "And?" })).toEqual(three);
  });
});
