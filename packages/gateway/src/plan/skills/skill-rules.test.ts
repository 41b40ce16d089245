import type { PolicyRule } from "@toolcrib/core/policy";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import { ask, type Question } from "../../testing/answering/ask.ts";
import { tool, user } from "../../testing/answering/blocks.ts";
import { type ModelScript, scriptedModel } from "../../testing/answering/scripted-model.ts";
import { openTestSkills } from "../../testing/answering/skills.ts";

const native = { baseUrl: "https://api.anthropic.com" };
const body: MessagesBody = {
  model: "claude-sonnet-5-5",
  max_tokens: 1000,
  messages: [user("Write an invoice, then translate the text.")],
  tools: [tool("Bash"), tool("mcp__maps__get_weather")],
};
const tryAll: ModelScript = (_sent, number) => {
  if (number === 1) return { calls: [{ name: "DiscoverSkills", input: { query: "write an invoice" } }] };
  return number === 2 ? { calls: [{ name: "Skill", input: { name: "invoice" } }] } : { text: "Done." };
};
const noInvoice: PolicyRule = { action: "deny", name: "Skill", arguments: { name: "inv*" } };

async function answerUnder(policy: readonly PolicyRule[], question: Partial<Question> = {}) {
  const upstream = scriptedModel(tryAll, native);
  const skills = question.skills ?? (await openTestSkills());
  const reply = await ask(createAnswerRequest({ embedder: null }), { body, upstream, skills, policy, ...question });
  return { ...reply, bodies: upstream.bodies };
}

describe("rules about skills", () => {
  it("E1.0, E14: a skill that a rule forbids is not shown, found or loaded", async () => {
    const { bodies, trace } = await answerUnder([noInvoice]);
    const last = JSON.stringify(bodies.at(-1)?.messages);

    expect(JSON.stringify(bodies[0]?.messages)).toContain("- translate: How to translate a text.");
    expect(last).toContain("There is no skill");
    expect(last).not.toMatch(/How to write an invoice|Step one/);
    expect(trace.skills).toEqual([
      { step: "surface-skills", surfaced: ["translate"] },
      { step: "discover-skills", found: [] },
      { step: "skill", name: "invoice", wasDiscovered: false, isLoaded: false },
    ]);
  });

  it("E1.0: what one client sees does not depend on what another may see", async () => {
    const skills = await openTestSkills();
    const shown = async (policy: readonly PolicyRule[]) =>
      (await answerUnder(policy, { skills })).trace.skills?.find(({ step }) => step === "surface-skills");

    expect(await shown([])).toMatchObject({ surfaced: ["translate", "invoice"] });
    expect(await shown([noInvoice])).toMatchObject({ surfaced: ["translate"] });
    expect(await shown([])).toMatchObject({ surfaced: ["translate", "invoice"] });
  });

  it.each<readonly PolicyRule[]>([
    [{ action: "hide", name: "Skill" }],
    [{ action: "deny", name: "DiscoverSkills" }],
    [{ action: "deny", name: "Skill", arguments: { name: "*" } }],
  ])("L8: a client that may use no skill is not told about skills, under %o", async (rule) => {
    const upstream = scriptedModel(() => ({ text: "ok" }), native);
    const skills = await openTestSkills();
    const { trace } = await ask(createAnswerRequest(), { body, upstream, skills, policy: [rule] });

    expect(upstream.bodies).toEqual([body]);
    expect(trace.execution).toBe("passed-through");
  });

  it("E1.0: a call of DiscoverSkills that a rule forbids by its arguments is not run", async () => {
    const { bodies } = await answerUnder([
      { action: "deny", name: "DiscoverSkills", arguments: { query: "*invoice*" } },
    ]);

    expect(JSON.stringify(bodies[1]?.messages.at(-1))).toContain("DiscoverSkills was not run: a rule");
  });

  it("E1.1: a rule that defers everything leaves the tools for skills in the prompt", async () => {
    const route = { loader: "native", inject: "always" } as const;
    const { bodies } = await answerUnder([{ action: "defer", name: "*" }], { route });
    const inPrompt = bodies[0]?.tools?.filter(({ defer_loading: isDeferred }) => isDeferred !== true);

    expect(inPrompt?.map(({ name }) => name)).toEqual(expect.arrayContaining(["DiscoverSkills", "Skill"]));
  });
});
