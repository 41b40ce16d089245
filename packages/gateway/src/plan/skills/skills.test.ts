import type { Message } from "@toolcrib/core";
import type { SearchIndex } from "@toolcrib/core/engine";
import { skillsSentence } from "@toolcrib/core/skills";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import { ask } from "../../testing/answering/ask.ts";
import {
  block,
  bm25Entry,
  call,
  deferred,
  replayed,
  result,
  text,
  tool,
  user,
} from "../../testing/answering/blocks.ts";
import { type ModelScript, scriptedModel } from "../../testing/answering/scripted-model.ts";
import { findAndLoad, openTestSkills } from "../../testing/answering/skills.ts";
import { GatewaySkills } from "./gateway-skills.ts";

const skills = await openTestSkills();
const native = { baseUrl: "https://api.anthropic.com" };
const tools = [tool("Bash"), tool("mcp__maps__get_weather"), tool("mcp__bank__list_stocks")];

function body(fields: Partial<MessagesBody> = {}): MessagesBody {
  const messages = [user("Please write an invoice for me.")];
  return { model: "claude-sonnet-5-5", max_tokens: 1000, system: "Be kind.", messages, tools, ...fields };
}

const prefixOf = (messages: unknown) => JSON.stringify(messages).slice(0, -1);

describe.each([
  ["a client that searches itself, native", { loader: "native" }, { tools: [...tools, deferred("other")] }, true],
  ["a client that searches itself, over the bridge", { loader: "bridge" }, { tools: [...tools, deferred("x")] }, false],
  ["a client that searches itself, appending", { loader: "append" }, { tools: [...tools, deferred("x")] }, true],
  ["a client that searches itself, all tools sent", { loader: "eager" }, { tools: [...tools, deferred("x")] }, false],
  ["the API's own search, native", { loader: "native" }, { tools: [bm25Entry, tool("Bash"), deferred("x")] }, false],
  ["the API's own search", { loader: "bridge" }, { tools: [bm25Entry, tool("Bash"), deferred("other")] }, true],
  ["injected search", { loader: "native", inject: "always" }, {}, false],
  ["injected search over the bridge", { loader: "bridge", inject: "always" }, {}, true],
  ["injected search below the threshold", { loader: "native", inject: "auto" }, {}, true],
  ["a client without deferred tools", { loader: "native" }, {}, false],
  ["a client without tools", {}, { tools: undefined }, true],
] as const)("skills with %s (E14)", (_what, route, fields, stream) => {
  it("are shown, found and loaded, and nothing of it reaches the client (L7)", async () => {
    const upstream = scriptedModel(findAndLoad(), native);
    const question = { body: body({ stream, ...fields }), upstream, route, skills };
    const { message, events, trace } = await ask(createAnswerRequest({ embedder: null }), question);
    const [first, , last] = upstream.bodies;

    expect(message.content).toEqual([text("Looking."), text("Done.")]);
    expect(message.stop_reason).toBe("end_turn");
    expect(JSON.stringify([message, events])).not.toMatch(/[Ss]kill|invoice/);
    expect(first?.system).toBe(`Be kind.\n\n${skillsSentence}`);
    expect(first?.tools?.map(({ name }) => name)).toEqual(expect.arrayContaining(["DiscoverSkills", "Skill"]));
    expect(JSON.stringify(first?.messages)).toContain("- invoice: How to write an invoice.");
    expect(JSON.stringify(first?.messages)).not.toContain("Step one.");
    expect(JSON.stringify(last?.messages)).toContain("Step one.");
    expect(trace.skills).toEqual([
      { step: "surface-skills", surfaced: ["invoice"] },
      { step: "discover-skills", found: ["invoice"] },
      { step: "skill", name: "invoice", wasDiscovered: true, isLoaded: true },
    ]);
  });

  it("keep the prefix in the next request, which the client sends without them (L3)", async () => {
    const upstream = scriptedModel(findAndLoad(), native);
    const answerRequest = createAnswerRequest({ embedder: null });
    const first = await ask(answerRequest, { body: body({ stream, ...fields }), upstream, route, skills });
    const messages = [...body().messages, replayed(first.message), user("And the invoice for May?")];
    await ask(answerRequest, { body: body({ stream, ...fields, messages }), upstream, route, skills });
    const [before, after] = [upstream.bodies[2], upstream.bodies[3]];

    expect(JSON.stringify(after?.messages).startsWith(prefixOf(before?.messages))).toBe(true);
    expect(JSON.stringify(after?.tools)).toBe(JSON.stringify(before?.tools));
    expect(after?.system).toEqual(before?.system);
    expect(JSON.stringify(after?.messages).match(/Skills that may help/g)).toHaveLength(1);
  });
});

describe("skills in the gateway (E14)", () => {
  const sentFor = async (fields: Partial<MessagesBody>, options: object = {}) => {
    const upstream = scriptedModel(() => ({ text: "ok" }), native);
    const reply = await ask(createAnswerRequest({ embedder: null }), {
      body: body(fields),
      upstream,
      skills,
      ...options,
    });
    return { ...reply, sent: upstream.bodies[0] };
  };

  it.each([
    ["a client with a Skill tool of its own", { tools: [...tools, tool("Skill")] }],
    ["a client with a DiscoverSkills of its own", { tools: [...tools, tool("DiscoverSkills")] }],
    ["a single question that forces a call", { tool_choice: { type: "any" } }],
    ["a single question that forbids calls", { tool_choice: { type: "none" } }],
    ["a request for a short answer", { max_tokens: 100 }],
  ] satisfies [string, Partial<MessagesBody>][])("L8: leave %s unchanged", async (_what, fields) => {
    const { sent, trace } = await sentFor(fields);

    expect(sent).toEqual(body(fields));
    expect(trace.execution).toBe("passed-through");
  });

  it("L8: do not affect requests if the gateway has none", async () => {
    const { sent, trace } = await sentFor({}, { skills: undefined });

    expect(sent).toEqual(body());
    expect(trace.execution).toBe("passed-through");
  });

  it("are counted with the tokens of a request", async () => {
    let counted: MessagesBody | undefined;
    const upstream = scriptedModel(() => ({ text: "ok" }), {
      ...native,
      doCountTokens: async (call) => {
        counted = call.body;
        return 7;
      },
    });
    const question = { body: body(), upstream, skills, kind: "count_tokens" } as const;

    expect((await ask(createAnswerRequest(), question)).inputTokens).toBe(7);
    expect(JSON.stringify(counted)).toContain("- invoice: How to write an invoice.");
    expect(JSON.stringify(counted?.tools)).toContain("DiscoverSkills");
  });

  it("E14.1: wait no longer than the setting says, and show the same in the next request", async () => {
    let searches = 0;
    const slowAtFirst: SearchIndex = {
      search: (query, options) => (++searches === 1 ? new Promise(() => {}) : skills.index.search(query, options)),
    };
    const slow = new GatewaySkills(skills.library, { index: slowAtFirst });
    const route = { settings: { skillWaitMilliseconds: 1 } };
    const first = await sentFor({}, { skills: slow, route });
    const second = await sentFor({}, { skills: slow, route });

    expect(JSON.stringify(first.sent?.messages)).not.toContain("Skills that may help");
    // What came too late once is not shown later either: the prefix would be another one.
    expect(second.sent?.messages).toEqual(first.sent?.messages);
    const none = await sentFor(
      {},
      { route: { settings: { skillWaitMilliseconds: 0 } }, skills: await openTestSkills() },
    );
    expect(JSON.stringify(none.sent?.messages)).not.toContain("Skills that may help");
  });

  it("E14.1: are shown for each of the user's messages that brings new ones, and stay where they were", async () => {
    const messages = [
      user("Please write an invoice for me."),
      { role: "assistant", content: "Ok." } as Message,
      user("Now translate a text."),
      { role: "assistant", content: "Ok." } as Message,
      user(result("toolu_1", "An invoice to translate")),
    ];
    const { sent } = await sentFor({ messages });
    const shown = sent?.messages.map((message) => /- (invoice|translate)/.exec(JSON.stringify(message))?.[1]);

    expect(shown).toEqual(["invoice", undefined, "translate", undefined, undefined]);
  });

  it("make a model that keeps asking for skills answer eventually", async () => {
    const upstream = scriptedModel(({ tool_choice: choice }) =>
      choice?.type === "none" ? { text: "Well." } : { calls: [{ name: "DiscoverSkills", input: { query: "x" } }] },
    );
    const { message } = await ask(createAnswerRequest(), { body: body(), upstream, skills });

    expect(message).toMatchObject({ content: [{ text: "Well." }], stop_reason: "end_turn" });
  });
});

describe.each(["native", "bridge"] as const)("skills and compaction in the gateway, on %s", (loader) => {
  const route = { loader } as const;
  const loadOnce: ModelScript = (sent, number) => {
    if (number === 1) return { calls: [{ name: "DiscoverSkills", input: { query: "translate" } }] };
    const isDone = /Word by word|was not discovered/.test(JSON.stringify(sent.messages.slice(-2)));
    return isDone || number === 2 ? { text: "Ok." } : { calls: [{ name: "Skill", input: { name: "translate" } }] };
  };
  const summary = user("Summary: we spoke about the weather.");
  const kinds: readonly (readonly [string, readonly Message[]])[] = [
    ["a summary by the client", [summary]],
    ["a summary by the client and the last messages", [summary, { role: "assistant", content: "Ok." }, user("Go on.")]],
    [
      "a compaction by the API",
      [
        user("Hello."),
        { role: "assistant", content: [block({ type: "compaction", content: "We spoke about the weather." })] },
        user("Go on."),
      ],
    ],
    [
      "old results cleared by the client",
      [
        user("Hello."),
        { role: "assistant", content: [call("toolu_7", "Bash", { city: "x" })] },
        user(result("toolu_7", "[Old tool result content cleared]"), "Go on."),
      ],
    ],
    ["old messages dropped one by one", [user("Hello."), { role: "assistant", content: "Hi." }, user("Go on.")]],
  ];

  async function loadAfter(messages: readonly Message[], headers: Readonly<Record<string, string>>) {
    const upstream = scriptedModel(loadOnce, native);
    const answerRequest = createAnswerRequest({ embedder: null });
    const own = await openTestSkills();
    const question = { upstream, skills: own, headers, route };
    await ask(answerRequest, { ...question, body: body({ messages: [user("Hello.")] }) });
    const { trace } = await ask(answerRequest, { ...question, body: body({ messages }) });
    return trace.skills?.filter(({ step }) => step === "skill");
  }

  it.each(kinds)(
    "E9.2, E14.4: a remote skill stays discovered over %s, in a session that the client names",
    async (_kind, messages) => {
      const loaded = [{ step: "skill", name: "translate", wasDiscovered: true, isLoaded: true }];

      expect(await loadAfter(messages, { "x-session-id": "s1" })).toEqual(loaded);
    },
  );

  it.each(kinds)("E14.4: it must be discovered again over %s, if the session is unknown", async (_kind, messages) => {
    const refused = [{ step: "skill", name: "translate", wasDiscovered: false, isLoaded: false }];

    expect(await loadAfter(messages, {})).toEqual(refused);
    // A user has many conversations.
    expect(await loadAfter(messages, { "x-user-id": "u1" })).toEqual(refused);
  });

  it.each(kinds)("E14.1: skills that fit are shown again after %s", async (_kind, messages) => {
    const upstream = scriptedModel(() => ({ text: "ok" }), native);
    const answerRequest = createAnswerRequest({ embedder: null });
    await ask(answerRequest, { body: body(), upstream, skills, route });
    const later = [...messages, { role: "assistant", content: "Yes." } as Message, user("Write an invoice now.")];
    await ask(answerRequest, { body: body({ messages: later }), upstream, skills, route });

    expect(JSON.stringify(upstream.bodies[1]?.messages.at(-1))).toContain("- invoice: How to write an invoice.");
  });

  it("E14.1: a skill is shown again after a compaction by the API that dropped it", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }), native);
    const compaction = block({ type: "compaction", content: "So far." });
    const messages = [
      ...body().messages,
      { role: "assistant" as const, content: [compaction] },
      user("Write an invoice."),
    ];
    await ask(createAnswerRequest(), { body: body({ messages }), upstream, skills, route });

    expect(JSON.stringify(upstream.bodies[0]?.messages.at(-1))).toContain("- invoice: How to write an invoice.");
  });
});
