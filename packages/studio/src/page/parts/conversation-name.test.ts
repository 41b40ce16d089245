import { describe, expect, it } from "vitest";
import { makeTrace } from "../../../test/support/make-trace.ts";
import { beginningOf, conversationName } from "./conversation-name.ts";

function startedWith(content: unknown) {
  const payload = { messages: [{ role: "user", content }] };
  return makeTrace({ flow: [{ at: 0, from: "client", to: "gateway", title: "Request", payload }] });
}

describe("the name of a conversation", () => {
  it("is how it starts, while content is captured", () => {
    expect(beginningOf(startedWith("Hello.\n  You."))).toBe("Hello. You.");
    expect(beginningOf(startedWith([{ text: "<note>" }, { type: "image" }, { text: "Hi." }]))).toBe("Hi.");
    expect(conversationName(startedWith("x".repeat(100)))).toHaveLength(91);
  });

  it.each([[[]], [""], [null], [{}]])("is not read from %j", (content) => {
    expect(beginningOf(startedWith(content))).toBeUndefined();
  });

  it.each([
    ["claude-cli/2.1.0 (external, cli)", "claude-cli · 23ad"],
    ["Anthropic/JS 1.8.0", "Anthropic/JS · 23ad"],
    ["curl", "curl · 23ad"],
    [undefined, "client · 23ad"],
    ["", "client · 23ad"],
  ])("is the client %j and the end of the id otherwise", (client, name) => {
    expect(conversationName(makeTrace({ client, conversation: "conv_23ad" }))).toBe(name);
  });
});
