import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import { ask } from "../../testing/answering/ask.ts";
import { replayed, tool, user } from "../../testing/answering/blocks.ts";
import { type ScriptedReply, scriptedModel } from "../../testing/answering/scripted-model.ts";

const own = tool("Bash");
const maps = [tool("mcp__maps__get_weather"), tool("mcp__maps__find_place")];
const bank = [tool("mcp__bank__list_stocks")];
const both = [own, ...maps, ...bank];
const session = { "session-id": "1" };
const search = (query: string): ScriptedReply => ({ calls: [{ name: "ToolSearch", input: { query } }] });

/** A conversation in which each request comes with other tools. */
async function converse(
  offered: readonly MessagesBody["tools"][],
  {
    loader = "bridge",
    headers = session,
    replies = [],
    forcesCall,
  }: {
    loader?: "native" | "bridge" | "append";
    headers?: Record<string, string>;
    replies?: readonly ScriptedReply[];
    /** The request in which the model must call a tool, so that nothing is deferred. */
    forcesCall?: number;
  } = {},
) {
  const upstream = scriptedModel((_, number) => replies[number - 1] ?? { text: `Answer ${number}.` }, {
    baseUrl: "https://api.anthropic.com",
  });
  const answerRequest = createAnswerRequest({ embedder: null });
  let messages: MessagesBody["messages"] = [user("Hi")];
  for (const [position, tools] of offered.entries()) {
    const choice = position + 1 === forcesCall ? { tool_choice: { type: "any" } as const } : {};
    const body: MessagesBody = {
      model: "claude-sonnet-5-5",
      max_tokens: 1000,
      messages,
      tools: tools ?? [],
      ...choice,
    };
    const { message } = await ask(answerRequest, { body, upstream, headers, route: { inject: "always", loader } });
    messages = [...messages, replayed(message), user(`Question ${position + 2}`)];
  }
  return upstream.bodies.map((sent) => ({ tools: sent.tools, messages: sent.messages }));
}

function expectKeptPrefixes(sent: Awaited<ReturnType<typeof converse>>): void {
  for (const [position, { messages }] of sent.entries()) {
    const before = sent[position - 1]?.messages ?? [];
    expect(JSON.stringify(messages.slice(0, before.length))).toBe(JSON.stringify(before));
  }
}

describe.each(["native", "bridge", "append"] as const)("tools that change during a conversation, on %s", (loader) => {
  it("L3, E8.2: change nothing that was sent before, and are announced where they come and go", async () => {
    const sent = await converse([[own, ...maps], both, both, [own, ...maps], both], { loader });
    const last = JSON.stringify(sent.at(-1)?.messages);

    expectKeptPrefixes(sent);
    expect(JSON.stringify(sent[1]?.messages.at(-1))).toContain("mcp__bank__list_stocks");
    expect(JSON.stringify(sent[2]?.messages.at(-1))).not.toContain("mcp__bank__list_stocks");
    expect(JSON.stringify(sent[3]?.messages.at(-1))).toContain("deferred-tools-removed");
    expect(last.split("mcp__bank__list_stocks")).toHaveLength(4);
    expect(last.split("mcp__maps__get_weather")).toHaveLength(2);
  });

  it("L3: change nothing while hidden searches find them", async () => {
    const replies = [search("weather"), { text: "One." }, search("stocks"), search("place"), { text: "Two." }];
    const sent = await converse([[own, ...maps], both, both], { loader, replies });

    expect(sent).toHaveLength(6);
    expectKeptPrefixes(sent);
  });
});

describe("the list of deferred tools", () => {
  it("L3: is the same for tools in another order", async () => {
    const sent = await converse([both, [own, ...bank, ...maps.toReversed()]]);

    expectKeptPrefixes(sent);
    expect(JSON.stringify(sent[1]?.messages).split("<deferred-tools>")).toHaveLength(2);
  });

  it("is followed by every change, also if a question is asked again with other tools", async () => {
    const upstream = scriptedModel(() => ({ text: "OK" }));
    const answerRequest = createAnswerRequest({ embedder: null });
    const messages = [user("Hi"), { role: "assistant", content: "OK" } as const, user("And?")];
    const send = (tools: MessagesBody["tools"], said: MessagesBody["messages"]) =>
      ask(answerRequest, {
        body: { model: "m", max_tokens: 1000, messages: said, tools: tools ?? [] },
        upstream,
        headers: session,
        route: { inject: "always" },
      });
    await send([own, ...maps], messages.slice(0, 1));
    await send(both, messages);
    await send([...both, tool("mcp__mail__send")], messages);
    await send([...both, tool("mcp__mail__send")], [...messages, { role: "assistant", content: "OK" }, user("More.")]);
    const [, , again, last] = upstream.bodies.map((sent) => sent.messages);

    expect(JSON.stringify(last?.slice(0, 3))).toBe(JSON.stringify(again));
    expect(JSON.stringify(again?.at(-1))).toMatch(/mcp__bank__list_stocks.*mcp__mail__send/);
    expect(JSON.stringify(last?.at(-1))).not.toContain("deferred-tools");
  });

  it("is not repeated while search is off", async () => {
    const [first, second] = await converse([both, [own, ...bank], [own, ...bank]], { forcesCall: 2 });

    expect(JSON.stringify(first?.messages)).toContain("<deferred-tools>");
    expect(JSON.stringify(second?.messages)).not.toContain("<deferred-tools>");
  });

  it("is written anew without a session id: other conversations may begin alike and have other tools", async () => {
    const [, second] = await converse([[own, ...maps], both], { headers: {} });

    expect(JSON.stringify(second?.messages[0])).toContain("mcp__bank__list_stocks");
  });
});
