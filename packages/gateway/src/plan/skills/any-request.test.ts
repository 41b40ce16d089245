import type { Message } from "@toolcrib/core";
import type { SearchIndex } from "@toolcrib/core/engine";
import { skillsSentence } from "@toolcrib/core/skills";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import { ask } from "../../testing/answering/ask.ts";
import { replayed, tool, user } from "../../testing/answering/blocks.ts";
import { scriptedModel } from "../../testing/answering/scripted-model.ts";
import { findAndLoad, openTestSkills } from "../../testing/answering/skills.ts";
import { GatewaySkills } from "./gateway-skills.ts";

const native = { baseUrl: "https://api.anthropic.com" };
const skills = await openTestSkills();
const question = user("Please write an invoice for me.");

function body(fields: object = {}): MessagesBody {
  return { model: "claude-sonnet-5-5", max_tokens: 1000, messages: [question], tools: [tool("Bash")], ...fields };
}

describe("skills in a request of any kind (E14)", () => {
  it.each([{ type: "tool", name: "Bash" }, { type: "any" }, { type: "none" }])(
    "L3: stay in a conversation whose next request has the tool choice %o",
    async (tool_choice) => {
      const upstream = scriptedModel(findAndLoad(), native);
      const answerRequest = createAnswerRequest({ embedder: null });
      const first = await ask(answerRequest, { body: body(), upstream, skills });
      const messages = [question, replayed(first.message), user("Go on.")];
      await ask(answerRequest, { body: body({ messages, tool_choice }), upstream, skills });
      const [before, after] = [upstream.bodies[2], upstream.bodies[3]];

      expect(after?.tool_choice).toEqual(tool_choice);
      expect(after?.system).toEqual(before?.system);
      expect(after?.tools).toEqual(before?.tools);
      expect(JSON.stringify(after?.messages).startsWith(JSON.stringify(before?.messages).slice(0, -1))).toBe(true);
    },
  );

  it.each(["Skill", "DiscoverSkills"])("L7: cannot be forced by a client that has no tool %s", async (name) => {
    const upstream = scriptedModel(() => ({ text: "ok" }), native);
    const messages = [question, { role: "assistant", content: "Ok." }, user("Go on.")];
    const forced = body({ messages, tool_choice: { type: "tool", name } });

    await expect(ask(createAnswerRequest(), { body: forced, upstream, skills })).rejects.toMatchObject({ status: 400 });
    expect(upstream.bodies).toEqual([]);
  });

  it.each([
    ["a text that is none", { messages: [{ role: "user", content: [{ type: "text", text: 5 }] }] }],
    ["a system prompt that is none", { system: 5 }],
    ["a result that is none", { messages: [{ role: "user", content: [{ type: "tool_result", content: null }] }] }],
  ])("do not fail because of %s", async (_what, fields) => {
    const upstream = scriptedModel(() => ({ text: "ok" }), native);

    await expect(ask(createAnswerRequest(), { body: body(fields), upstream, skills })).rejects.toMatchObject({
      status: 400,
    });
  });

  it("add their sentence if the system prompt is null", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }), native);
    await ask(createAnswerRequest(), { body: body({ system: null }), upstream, skills });

    expect(upstream.bodies[0]?.system).toBe(skillsSentence);
  });

  it("E14.1: wait once for all messages of a request, the newest first", async () => {
    const asked: string[] = [];
    const index: SearchIndex = {
      search: (query) => {
        asked.push(query);
        return new Promise(() => {});
      },
    };
    const slow = new GatewaySkills(skills.library, { index });
    const messages = Array.from({ length: 1_001 }, (_, number): Message => {
      return number % 2 === 0 ? user(`Invoice ${number}`) : { role: "assistant", content: "Ok." };
    });
    const upstream = scriptedModel(() => ({ text: "ok" }), native);
    const route = { settings: { skillWaitMilliseconds: 20 } };
    await ask(createAnswerRequest(), { body: body({ messages }), upstream, skills: slow, route });

    expect(asked[0]).toBe("Invoice 1000");
    // Without a limit for all together there would be 501.
    expect(asked.length).toBeLessThan(10);
  });

  it("E14.1: on one route without waiting do not affect another route", async () => {
    const own = await openTestSkills();
    const sent = async (skillWaitMilliseconds: number, apiKey = "a") => {
      const upstream = scriptedModel(() => ({ text: "ok" }), native);
      const route = { settings: { skillWaitMilliseconds } };
      await ask(createAnswerRequest(), { body: body(), upstream, skills: own, route, credentials: { apiKey } });
      return JSON.stringify(upstream.bodies[0]?.messages).includes("- invoice:");
    };

    expect([await sent(0), await sent(60_000), await sent(0), await sent(60_000, "b")]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it("E9: are excluded from the API's clearing of old results", async () => {
    const upstream = scriptedModel(() => ({ text: "ok" }), native);
    const edits = [
      { type: "clear_thinking_20251015", keep: "all" },
      { type: "clear_tool_uses_20250919", exclude_tools: ["Bash"] },
      { type: "clear_tool_uses_20250919" },
      { type: "clear_tool_uses_20250919", exclude_tools: 5 },
      null,
    ];
    await ask(createAnswerRequest(), { body: body({ context_management: { edits } }), upstream, skills });

    expect(upstream.bodies[0]).toMatchObject({
      context_management: {
        edits: [
          edits[0],
          { ...edits[1], exclude_tools: ["Bash", "DiscoverSkills", "Skill"] },
          { ...edits[2], exclude_tools: ["DiscoverSkills", "Skill"] },
          edits[3],
          null,
        ],
      },
    });
  });

  it("E14.4: stay discovered when the config is reloaded", async () => {
    const headers = { "x-session-id": "s1" };
    const messages = [user("Hello.")];
    const discover = scriptedModel((_sent, number) =>
      number === 1 ? { calls: [{ name: "DiscoverSkills", input: { query: "translate" } }] } : { text: "Ok." },
    );
    const load = scriptedModel((_sent, number) =>
      number === 1 ? { calls: [{ name: "Skill", input: { name: "translate" } }] } : { text: "Ok." },
    );
    const before = await openTestSkills();
    await ask(createAnswerRequest(), { body: body({ messages }), upstream: discover, skills: before, headers });
    const after = await openTestSkills(before);
    const { trace } = await ask(createAnswerRequest(), {
      body: body({ messages: [user("Go on.")] }),
      upstream: load,
      skills: after,
      headers,
    });

    expect(trace.skills).toEqual([{ step: "skill", name: "translate", wasDiscovered: true, isLoaded: true }]);
  });
});
