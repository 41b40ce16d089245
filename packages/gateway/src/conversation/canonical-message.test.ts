import type { ContentBlock, Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { block, call, result, text, user } from "../testing/answering/blocks.ts";
import { digestMessage } from "./canonical-message.ts";

const breakpoint = { cache_control: { type: "ephemeral" } };
const assistant = (...content: readonly ContentBlock[]): Message => ({ role: "assistant", content });
const reference = { type: "tool_reference", tool_name: "a" };

describe("the digest of a message", () => {
  it.each<[string, Message, Message]>([
    ["a string and one text block", { role: "user", content: "Hi" }, user("Hi")],
    ["a breakpoint on a block", user({ ...text("Hi"), ...breakpoint }), user("Hi")],
    [
      "a breakpoint inside a result",
      user(result("id", [{ ...reference, ...breakpoint }])),
      user(result("id", [reference])),
    ],
    ["a result as a string and as a text block", user(result("id", "x")), user(result("id", [text("x")]))],
    ["a flag at its default", user({ ...result("id"), is_error: false }), user(result("id"))],
    ["fields in another order", user({ text: "Hi", type: "text" }), user("Hi")],
    ["dropped thinking", assistant(block({ type: "thinking", thinking: "Hm." }), text("OK")), assistant(text("OK"))],
    ["texts that were joined", assistant(text("One. "), text("Two.")), assistant(text("One.\n\nTwo."))],
    ["an empty text", assistant(text(""), text("OK")), assistant(text("OK"))],
    [
      "scalars of a call in the types of its schema",
      assistant(call("id", "f", { count: "2", all: "true" })),
      assistant(call("id", "f", { all: true, count: 2 })),
    ],
    [
      "the caller of a call",
      assistant(block({ ...call("id", "f"), caller: { type: "direct" } })),
      assistant(call("id", "f")),
    ],
    [
      "an unknown role and the system's",
      { role: "developer", content: "x" } as never,
      { role: "system", content: "x" },
    ],
  ])("is the same for %s", (_name, left, right) => {
    expect(digestMessage(left)).toBe(digestMessage(right));
  });

  it.each<[string, Message, Message]>([
    ["another text", user("Hi"), user("Ho")],
    ["white space in the user's words", user("a b"), user("ab")],
    ["another role", user("Hi"), assistant(text("Hi"))],
    ["texts of a user that are apart", user("a", "b"), user("ab")],
    ["another id of a call", assistant(call("id_1", "f")), assistant(call("id_2", "f"))],
    ["another input of a call", assistant(call("id", "f", { x: 1 })), assistant(call("id", "f", { x: 2 }))],
    [
      "an argument that is called like a breakpoint",
      assistant(call("id", "f", { cache_control: 1 })),
      assistant(call("id", "f", {})),
    ],
    ["a failed result", user({ ...result("id"), is_error: true }), user(result("id"))],
    ["a field that is called like the prototype", user(JSON.parse('{"type":"x","__proto__":1}')), user({ type: "x" })],
    ["another image", user({ type: "image", source: { data: "a" } }), user({ type: "image", source: { data: "b" } })],
  ])("differs for %s", (_name, left, right) => {
    expect(digestMessage(left)).not.toBe(digestMessage(right));
  });

  it("accepts a message that is nested too deeply to serialise; it equals no other", () => {
    const nested = () => user({ type: "x", value: JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) as unknown });
    const message = nested();

    expect(digestMessage(message)).toBe(digestMessage(message));
    expect(digestMessage(message)).not.toBe(digestMessage(nested()));
  });
});
