import type { Message } from "@toolcrib/core";
import { afterEach, describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import { ask, type Question } from "../../testing/answering/ask.ts";
import { replayed, result, tool, user } from "../../testing/answering/blocks.ts";
import { type ScriptedReply, scriptedModel } from "../../testing/answering/scripted-model.ts";
import { createStrictChatApi } from "../../testing/chat/strict-chat-api.ts";
import { startGateway } from "../../testing/gateways/start-gateway.ts";
import { serveFetch } from "../../testing/serve.ts";

const tools = [tool("Bash"), tool("mcp__maps__get_weather"), tool("mcp__bank__list_stocks")];
const search = (query: string): ScriptedReply => ({ calls: [{ name: "ToolSearch", input: { query } }] });
const says = (text: string): ScriptedReply => ({ text });

/** Plays requests one after the other against a model that says these things in turn. */
function conversationWith(replies: readonly ScriptedReply[]) {
  const upstream = scriptedModel((_, number) => replies[number - 1] ?? says("OK"));
  const answerRequest = createAnswerRequest({ embedder: null });
  const send = async (messages: readonly Message[], fields: Partial<Question> & { system?: string } = {}) => {
    const { system, ...question } = fields;
    const body: MessagesBody = { model: "m", max_tokens: 1000, messages, tools, ...(system && { system }) };
    const reply = await ask(answerRequest, { body, upstream, route: { inject: "always" }, ...question });
    return { ...reply, said: replayed(reply.message), up: () => JSON.stringify(upstream.bodies.at(-1)?.messages) };
  };
  return { send, upstream };
}

describe("hidden turns", () => {
  const hi = user("Hi");

  it("of one user never reach another user of the same key, even if both conversations start alike with the same short answer", async () => {
    const { send } = conversationWith([search("ann's secret weather"), says("Done."), search("stocks"), says("Done.")]);
    const ann = await send([hi]);
    const bob = await send([hi]);
    const next = await send([hi, bob.said, user("And?")]);

    expect(ann.said).toEqual(bob.said);
    expect(next.up()).not.toMatch(/secret|stocks"/);
  });

  it.each([
    ["agent", { headers: { "x-claude-code-agent-id": "1" } }, { headers: { "x-claude-code-agent-id": "2" } }],
    ["session id", { headers: { "x-session-id": "1" } }, { headers: { "x-session-id": "2" } }],
    ["key", { credentials: { apiKey: "a" } }, { credentials: { apiKey: "b" } }],
    ["system prompt", { system: "You speak with Ann." }, { system: "You speak with Bob." }],
  ])("W-CC15: stay separate if the clients' %s differs", async (_name, ann, bob) => {
    const { send } = conversationWith([search("ann's secret"), says("Done."), search("bob's own"), says("Done.")]);
    const first = await send([hi], ann);
    const second = await send([hi], bob);

    expect((await send([hi, first.said, user("And?")], ann)).up()).toMatch(/ann's secret/);
    expect((await send([hi, second.said, user("And?")], bob)).up()).toMatch(/^(?!.*secret).*bob's own/);
  });

  it("of two answers with the same text in one conversation are each replayed in place", async () => {
    const { send, upstream } = conversationWith([search("one"), says("OK"), search("two"), says("OK")]);
    const first = await send([hi]);
    const second = await send([hi, first.said, user("Hi")]);
    await send([hi, first.said, user("Hi"), second.said, user("Hi")]);
    const calls = (upstream.bodies.at(-1)?.messages ?? [])
      .flatMap(({ content }) => content as readonly { type: string; id?: string; input?: { query: string } }[])
      .filter(({ type }) => type === "tool_use");

    expect(calls.map(({ input }) => input?.query)).toEqual(["one", "two"]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  });

  it.each([
    ["whose definition it has not seen", { name: "mcp__bank__list_stocks", arguments: { nope: 1 } }],
    ["that does not exist", { name: "mcp__nope__nope", arguments: {} }],
  ])("repeat the refusal of a call of a tool %s byte for byte", async (_what, input) => {
    const { send, upstream } = conversationWith([{ calls: [{ name: "call_tool", input }] }, says("OK")]);
    const first = await send([hi]);
    await send([hi, first.said, user("And?")]);
    const [, within, next] = upstream.bodies.map(({ messages }) => messages);

    expect(within).toHaveLength(3);
    expect(JSON.stringify(next?.slice(0, 3))).toBe(JSON.stringify(within));
  });

  it("are shared by conversations that are identical and searched identically", async () => {
    const { send } = conversationWith([search("weather"), says("OK"), search("weather"), says("OK")]);
    const first = await send([hi]);
    await send([hi]);

    expect((await send([hi, first.said, user("And?")])).up()).toContain('"query":"weather"');
  });

  it("are recognised after a client that drops thinking, joins texts and moves its breakpoint", async () => {
    const { send } = conversationWith([{ thinking: "Hm.", text: "Looking.", ...search("weather") }, says("OK")]);
    await send([hi]);
    const marked = user({ type: "text", text: "And?", cache_control: { type: "ephemeral" } });
    const next = await send([hi, { role: "assistant", content: "Looking.\n\nOK" }, marked]);

    expect(next.up()).toContain('"query":"weather"');
  });

  it("do not report a cache break between conversations that start alike (E13.2)", async () => {
    const { send } = conversationWith([]);
    const ann = await send([hi]);
    await send([hi, ann.said, user("Ann asks.")]);
    const bob = await send([hi, ann.said, user("Bob asks.")]);
    const next = await send([hi, ann.said, user("Ann asks."), ann.said, user("And?")]);

    expect(bob.trace.upstreamCalls[0]?.prefix).toBeUndefined();
    expect(next.trace.upstreamCalls[0]?.prefix).toMatchObject({ breaks: [] });
  });
});

describe("an upstream that counts its calls from zero in every answer", () => {
  const closers: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const closer of closers.splice(0)) await closer.close();
  });

  it("gets every call under a unique id, and each hidden turn in its place", async () => {
    const steps = [
      { calls: [{ id: "call_0", name: "ToolSearch", arguments: { query: "weather one" } }] },
      { calls: [{ id: "call_0", name: "Bash", arguments: { city: "x" } }] },
      { calls: [{ id: "call_0", name: "ToolSearch", arguments: { query: "weather two" } }] },
      { calls: [{ id: "call_0", name: "Bash", arguments: { city: "x" } }] },
    ];
    const api = createStrictChatApi((_, number) => steps[number - 1] ?? { text: "OK" });
    const upstream = await serveFetch(api.fetch);
    const gateway = await startGateway({ dialect: "openai-chat", upstreamUrl: upstream.url, inject: "always" });
    closers.push(gateway, upstream);
    let messages: readonly Message[] = [user("Hi")];
    for (let turn = 0; turn < 3; turn++) {
      const response = await fetch(`${gateway.url}/v1/messages`, {
        method: "POST",
        headers: { authorization: "Bearer k", "anthropic-version": "2023-06-01" },
        body: JSON.stringify({ model: "m", max_tokens: 1000, messages, tools }),
      });
      const { content } = (await response.json()) as { content: { type: string; id: string }[] };
      const calls = content.filter(({ type }) => type === "tool_use");
      messages = [
        ...messages,
        { role: "assistant", content: content as never },
        user(...calls.map(({ id }) => result(id))),
      ];
    }
    const sent = api.accepted.at(-1)?.body.messages.flatMap(({ tool_calls: calls }) => calls ?? []) ?? [];

    expect(api.rejected).toEqual([]);
    expect(sent.map((call) => call.function.name)).toEqual(["ToolSearch", "Bash", "ToolSearch", "Bash"]);
    expect(sent.map((call) => call.function.arguments).join()).toMatch(/one.*two/);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(4);
  });
});
