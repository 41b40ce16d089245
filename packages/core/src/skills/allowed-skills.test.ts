import { describe, expect, it } from "vitest";
import { DeferralSession } from "../index.ts";
import type { PolicyRule } from "../policy/index.ts";
import { bash, call, user } from "../testing/fixtures.ts";
import { openLibrary } from "../testing/skill-fixtures.ts";
import { WordIndex } from "../testing/word-index.ts";
import {
  allowedSkills,
  answerSkillCall,
  openSkillLibrary,
  prefetchSkills,
  remoteSkillSource,
  skillIndexOf,
} from "./index.ts";

const { library, index } = await openLibrary();
const namesUnder = (...rules: PolicyRule[]) => [...allowedSkills(library, rules).skills.keys()];
const noLetters: PolicyRule = { action: "deny", name: "Skill", arguments: { name: "l*" } };

describe("the skills that rules allow", () => {
  it.each<[string, PolicyRule, readonly string[]]>([
    ["by the skill's name", noLetters, ["invoice", "translate"]],
    ["by any name", { action: "hide", name: "Skill", arguments: { name: "*" } }, []],
    ["with the tool that loads them", { action: "hide", name: "Skill" }, []],
    ["with the tool that finds them", { action: "deny", name: "Discover*" }, []],
    ["for a client, with everything else", { action: "deny", client: "guest" }, []],
    ["not by a pin", { action: "pin", name: "*" }, ["invoice", "letter", "translate"]],
    ["not by another tool's name", { action: "deny", name: "Bash" }, ["invoice", "letter", "translate"]],
    ["by a rule that leaves another server visible", { action: "deny", server: "*", except: [{ server: "cal" }] }, []],
    [
      "not by a rule that leaves skills visible",
      { action: "deny", server: "*", except: [{ server: "skills" }] },
      ["invoice", "letter", "translate"],
    ],
    ["not by a server's name", { action: "deny", server: "*" }, ["invoice", "letter", "translate"]],
  ])("E1.0 are removed %s", (_how, rule, names) => {
    expect(namesUnder(rule)).toEqual(names);
  });

  it("E1.0 are the same library for the same rules, without the others", () => {
    const view = allowedSkills(library, [noLetters]);

    expect(allowedSkills(library, [{ ...noLetters }])).toBe(view);
    expect(allowedSkills(library, [])).toBe(library);
    expect(view.find("letter")).toBeUndefined();
    expect(view.documents.map(({ name }) => name)).toEqual(["skill__invoice", "skill__translate"]);
  });

  it("E1.0 come in the order that they have without the hidden ones", async () => {
    const skill = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\nBody.`;
    const shown = [skill("alpha", "Checks a ledger."), skill("beta", "Checks an invoice.")];
    const secret = Array.from({ length: 12 }, (_, number) => skill(`hidden-${number}`, "Settles a ledger."));
    const open = (texts: readonly string[]) =>
      openSkillLibrary([
        remoteSkillSource(
          texts.map((_, number) => `https://skills.example/${number}/SKILL.md`),
          async (url) => texts[Number(new URL(url).pathname.split("/")[1])] ?? "",
        ),
      ]);
    const found = async (texts: readonly string[], policy: readonly PolicyRule[]) => {
      const whole = await open(texts);
      const search = call("toolu_1", "DiscoverSkills", { query: "ledger invoice" });
      const index = skillIndexOf(whole);
      await index.ready();
      return (await answerSkillCall({ call: search, messages: [], library: whole, index, policy }))?.trace;
    };
    const noHidden: PolicyRule = { action: "deny", name: "Skill", arguments: { name: "hidden-*" } };

    expect(await found([...shown, ...secret], [noHidden])).toEqual(await found(shown, []));
  });

  it("E1.0, E14.2 are the only ones that a search finds, a turn shows and a call loads", async () => {
    const policy = [noLetters];
    const ask = (name: string, input: object) =>
      answerSkillCall({ call: call("toolu_1", name, input), messages: [], library, index, policy });
    const prefetch = prefetchSkills([user("Write a letter")], library, index, { policy });
    await prefetch.done;

    expect(prefetch.take().map(({ name }) => name)).not.toContain("letter");
    expect((await ask("DiscoverSkills", { query: "letter" }))?.trace).toEqual({
      step: "discover-skills",
      found: ["translate"],
    });
    const loaded = await ask("Skill", { name: "letter" });
    expect(loaded).toMatchObject({ result: { is_error: true }, trace: { isLoaded: false } });
    expect(JSON.stringify(loaded)).not.toContain("Write a letter");
  });

  it("E1.0 apply in a session too, which does not mention skills if none is left", async () => {
    const sessionUnder = (...policy: PolicyRule[]) =>
      new DeferralSession({ tools: [bash], skills: library, createIndex: () => new WordIndex(), settings: { policy } });
    const prepared = (session: DeferralSession) => session.prepare({ model: "m", messages: [user("Letter")] });
    const load = call("toolu_1", "Skill", { name: "letter" });
    const some = sessionUnder(noLetters);
    const none = sessionUnder({ action: "hide", name: "Skill" });

    expect(JSON.stringify((await prepared(some)).messages)).not.toContain("- letter");
    expect((await some.answerSkill(load, []))?.trace).toMatchObject({ isLoaded: false });
    expect(await prepared(none)).toMatchObject({ messages: [user("Letter")], system: undefined });
    expect((await none.answerSkill(load, []))?.trace).toMatchObject({ isLoaded: false });
  });
});

describe("a name that the model writes", () => {
  it.each([["x".repeat(100_000)], [["invoice"]], [{}], [null], [7]])(
    "E14.3 is bounded in the trace, and never another skill's: case %#",
    async (name) => {
      const skill = call("toolu_1", "Skill", { name });
      const answer = await answerSkillCall({ call: skill, messages: [], library, index });

      expect(answer?.trace).toMatchObject({ isLoaded: false });
      expect(JSON.stringify(answer).length).toBeLessThan(500);
    },
  );
});
