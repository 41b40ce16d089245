import type { ContentBlock, Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import { ask } from "../../testing/answering/ask.ts";
import { block, call, result, text, tool, user } from "../../testing/answering/blocks.ts";
import { scriptedModel } from "../../testing/answering/scripted-model.ts";

const weather = "mcp__maps__get_weather";
const stocks = "mcp__bank__list_stocks";
const tools = [tool("Bash"), tool(weather), tool(stocks)];
const thought = (name: string) => block({ type: "thinking", thinking: name, signature: name });
const assistant = (...content: readonly ContentBlock[]): Message => ({ role: "assistant", content });

/** What goes up for a conversation of which the gateway remembers nothing. */
async function sentUp(messages: readonly Message[], answerRequest = createAnswerRequest({ embedder: null })) {
  const upstream = scriptedModel(() => ({ text: "OK" }), { baseUrl: "https://api.anthropic.com" });
  const body = { model: "claude-sonnet-5-5", max_tokens: 1000, messages, tools };
  await ask(answerRequest, { body, upstream, route: { inject: "always", loader: "native" } });
  return upstream.bodies[0]?.messages.slice(1) ?? [];
}

const recalled = (...names: readonly string[]) =>
  expect.objectContaining({ type: "tool_use", name: "ToolSearch", input: { query: `select:${names.join()}` } });

describe("a conversation whose hidden turns are forgotten", () => {
  it("shows each deferred tool that the model called as found before its first call", async () => {
    const answer = assistant(text("Calling."), call("id", weather, {}));
    const [search, found, called] = await sentUp([user("Hi"), answer, user(result("id"))]);

    expect(search?.content).toEqual([recalled(weather)]);
    expect(found?.content[0]).toMatchObject({ content: [{ type: "tool_reference", tool_name: weather }] });
    expect(called).toEqual(answer);
  });

  it("starts a reconstructed turn with the thinking of the real one", async () => {
    const answer = assistant(thought("a"), text("Calling."), call("id", weather, {}));
    const [search, , called] = await sentUp([user("Hi"), answer, user(result("id"))]);

    expect(search?.content).toEqual([thought("a"), recalled(weather)]);
    expect(called?.content).toEqual([text("Calling."), call("id", weather, {})]);
  });

  it.each([
    ["said something between", [thought("a"), text("Looking."), thought("b"), call("id", weather, {})]],
    ["said nothing between", [thought("a"), thought("b"), text("Looking."), call("id", weather, {})]],
  ])("leaves thinking in the round that it started, if the model %s", async (_name, content) => {
    const [search, , called] = await sentUp([user("Hi"), assistant(...content), user(result("id"))]);

    expect(search?.content).toEqual([thought("a"), recalled(weather)]);
    expect(called?.content).toEqual([thought("b"), text("Looking."), call("id", weather, {})]);
  });

  it("keeps the thinking of the round that calls tools, and of no other", async () => {
    const spliced = [thought("a"), text("Looking."), thought("b"), text("Running.")];
    const running = await sentUp([user("Hi"), assistant(...spliced, call("id", "Bash")), user(result("id"))]);
    const over = await sentUp([user("Hi"), assistant(...spliced), user("And?")]);

    expect(running[0]?.content).toEqual([thought("b"), text("Looking."), text("Running."), call("id", "Bash")]);
    expect(over[0]?.content).toEqual([text("Looking."), text("Running.")]);
  });

  it("leaves thinking unchanged if it comes from one answer", async () => {
    const redacted = block({ type: "redacted_thinking", data: "x" });
    const answer = assistant(thought("a"), redacted, text("Running."), call("id", "Bash"));

    expect((await sentUp([user("Hi"), answer, user(result("id"))]))[0]).toEqual(answer);
  });

  it("is written identically by every replica, whatever other conversations it has seen", async () => {
    const both = assistant(call("id_1", stocks), call("id_2", weather));
    const results = user(result("id_1"), result("id_2"));
    const conversation = [user("Hi"), both, results];
    const seen = createAnswerRequest({ embedder: null });
    // Here one of the two was found before, so only the other is missing before the very same message.
    await sentUp([user("Ho"), assistant(call("id_0", stocks)), user(result("id_0")), both, results], seen);

    expect(await sentUp(conversation, seen)).toEqual(await sentUp(structuredClone(conversation)));
  });
});
