import { type StartTimer, nextTurn as turnOfLoop } from "@toolcrib/shared/timers";
import { describe, expect, it } from "vitest";
import type { SearchIndex } from "../11-search-call/search-index.ts";
import { DeferralSession, type Message, nextTurn } from "../index.ts";
import { assistant, call, mcpTool, reference, result, textsOf, user } from "../testing/fixtures.ts";
import { openLibrary } from "../testing/skill-fixtures.ts";
import { WordIndex } from "../testing/word-index.ts";
import {
  answerSkillCall,
  discoveredSkills,
  openSkillLibrary,
  prefetchSkills,
  remoteSkillSource,
  skillIndexOf,
  skillQueryOf,
  surfaceSkills,
} from "./index.ts";

async function answer(name: string, input: unknown, messages: readonly Message[] = []) {
  return answerSkillCall({ call: call("toolu_1", name, input), messages, ...(await openLibrary()) });
}

describe("surfacing", () => {
  it("E14.1 shows relevant skills in the last user message, name and description only", async () => {
    const { library, index } = await openLibrary();
    const messages = [user("Please write an invoice.")];
    const prefetch = prefetchSkills(messages, library, index, { limit: 1 });
    await prefetch.done;
    const surfaced = surfaceSkills(messages, prefetch.take());

    expect(textsOf(surfaced[0])).toEqual([
      "Please write an invoice.",
      "<system-reminder>\nSkills that may help in this turn (load one with Skill before following it):\n<skills>\n- invoice: Write an invoice.\n</skills>\n</system-reminder>",
    ]);
    expect(surfaceSkills(surfaced, prefetch.take())).toBe(surfaced);
  });

  it("E14.1 are found if the time passes while the search waits for its turn", async () => {
    const { library, index } = await openLibrary();
    let timeIsOver = (): void => {};
    const startTimer: StartTimer = (_milliseconds, onEnd) => {
      timeIsOver = onEnd;
      return { restart() {}, stop() {} };
    };
    const search: SearchIndex["search"] = async (query, options) => {
      const turn = turnOfLoop();
      timeIsOver();
      await turn;
      return index.search(query, options);
    };
    const prefetch = prefetchSkills([user("Write an invoice.")], library, { search }, { limit: 1, startTimer });
    await prefetch.done;

    expect(prefetch.take()).toHaveLength(1);
  });

  it("E14.1 never blocks: what is late or failed is left out", async () => {
    const { library } = await openLibrary();
    let timeIsOver = () => {};
    const startTimer = (_milliseconds: number, onEnd: () => void) => {
      timeIsOver = onEnd;
      return { restart() {}, stop() {} };
    };
    const pending = prefetchSkills([user("x")], library, { search: () => new Promise(() => {}) }, { startTimer });
    const failed = prefetchSkills([user("x")], library, { search: () => Promise.reject(new Error("down")) });

    expect(pending.take()).toEqual([]);
    timeIsOver();
    await pending.done;
    await failed.done;
    expect(failed.take()).toEqual([]);
  });
});

describe("a session with skills", () => {
  it("E14.1, E14.2 searches tools and skills in one index, separately", async () => {
    const { library } = await openLibrary();
    const session = new DeferralSession({
      tools: [mcpTool("post", "send_letter")],
      skills: library,
      createIndex: () => new WordIndex(),
    });
    const { conversation } = await session.prepare({ model: "m", messages: [user("Letter")] });
    const discover = call("toolu_1", "DiscoverSkills", { query: "letter" });

    expect([...discoveredSkills(conversation)]).toEqual(["letter", "translate"]);
    expect((await session.answerSearch(call("toolu_2", "ToolSearch", { query: "letter" }))).found).toEqual([
      "mcp__post__send_letter",
    ]);
    expect((await session.answerSkill(discover, []))?.trace).toEqual({
      step: "discover-skills",
      found: ["letter", "translate"],
    });
    expect(session.checkCall(discover, []).verdict).toBe("run");
    expect(await new DeferralSession().answerSkill(discover, [])).toBeUndefined();
  });
});

describe("DiscoverSkills and Skill", () => {
  it("E14.2 finds skills and no tools", async () => {
    const found = await answer("DiscoverSkills", { query: "letter" });

    expect(found?.trace).toEqual({ step: "discover-skills", found: ["letter", "translate"] });
    expect((await answer("DiscoverSkills", { query: "weather" }))?.result.content).toEqual([
      { type: "text", text: "No skill found; searched 3." },
    ]);
    expect((await answer("DiscoverSkills", {}))?.result.is_error).toBe(true);
    expect(await answer("Bash", {})).toBeUndefined();
  });

  it("E14.2 tells the model what is wrong with a query that cannot be searched", async () => {
    const { library } = await openLibrary();
    const discover = call("toolu_1", "DiscoverSkills", { query: "/[/" });
    const found = await answerSkillCall({ call: discover, messages: [], library, index: skillIndexOf(library) });

    expect(found?.result.is_error).toBe(true);
    expect(textsOf({ role: "user", content: found?.result.content ?? [] })).toEqual([
      expect.stringContaining("Invalid regular expression pattern: missing ]: ["),
    ]);
  });

  it("E14.3 loads a skill, and the trace says whether it had been discovered", async () => {
    const blind = await answer("Skill", { name: "invoice" });

    expect(blind?.result.content).toEqual([{ type: "text", text: "Step one.\n" }]);
    expect(blind?.trace).toEqual({ step: "skill", name: "invoice", wasDiscovered: false, isLoaded: true });
    const messages = surfaceSkills(
      [user("x")],
      [{ name: "invoice", description: "d", location: "l", isRemote: false }],
    );
    expect((await answer("Skill", { name: "invoice" }, messages))?.trace).toMatchObject({ wasDiscovered: true });
  });

  it("E14.4 loads a remote skill only after it was discovered in this conversation", async () => {
    const refused = await answer("Skill", { name: "translate" });
    expect(refused).toMatchObject({ result: { is_error: true }, trace: { isLoaded: false } });
    expect(JSON.stringify(refused?.result)).toContain(
      "was not discovered in this conversation: find it with DiscoverSkills first.",
    );

    const search = call("toolu_1", "DiscoverSkills", { query: "translate" });
    const found = await answer("DiscoverSkills", search.input);
    const messages = nextTurn([user("Go.")], [search], found === undefined ? [] : [found]);
    expect((await answer("Skill", { name: "translate" }, messages))?.result.content).toEqual([
      { type: "text", text: "Word by word." },
    ]);
  });

  it("E14.4 does not count text of the model or of another tool as a discovery", () => {
    const list = "<skills>\n- translate: x\n</skills>";
    const messages = nextTurn(
      [user("Go."), assistant(list)],
      [call("toolu_1", "Bash")],
      [{ result: { type: "tool_result", tool_use_id: "toolu_1", content: list } }],
    );

    expect([...discoveredSkills(messages)]).toEqual([]);
  });

  it("E14.3, P1 reports an invalid name, and why a load failed", async () => {
    expect(JSON.stringify((await answer("Skill", { name: "invoce" }))?.result)).toContain("Nearest names: invoice.");
    expect((await answer("Skill", {}))?.result.is_error).toBe(true);
    const { library, index } = await openLibrary();
    const failing = { ...library, load: () => Promise.reject(new Error("disk full")) };
    const failed = await answerSkillCall({
      call: call("toolu_1", "Skill", { name: "invoice" }),
      messages: [],
      library: failing,
      index,
    });
    expect(JSON.stringify(failed?.result)).toContain("could not be loaded: disk full");
  });
});

describe("the skill query for a message", () => {
  it.each([
    [user("Write an invoice."), "Write an invoice."],
    [user("<system-reminder>x</system-reminder>", "Write."), "Write."],
    [user("select: something, please"), "something, please"],
    [user("/review/ this"), "review/ this"],
    [user("+1 for this"), "1 for this"],
    [user("x".repeat(500)), "x".repeat(400)],
    [user(result("toolu_1", "ok")), ""],
    [user(result("toolu_1", [reference("a")]), "Go."), ""],
    [assistant("Write."), ""],
  ])("E14.1 consists of its words, and is never in the query language: %j", (message, query) => {
    expect(skillQueryOf(message)).toBe(query);
  });

  it("E14.2 is answered from an index of the skills alone", async () => {
    const { library } = await openLibrary();
    const index = skillIndexOf(library);
    const search = call("toolu_1", "find_skills", { query: "invoice" });
    const names = { discover: "find_skills", load: "load_skill" };
    const answered = await answerSkillCall({ call: search, messages: [], library, index, names });

    expect(skillIndexOf(library)).toBe(index);
    expect(answered?.trace).toEqual({ step: "discover-skills", found: ["invoice"] });
    expect(JSON.stringify(answered?.result)).toContain("load one with load_skill");
  });

  it("E14.4 is loaded if it is known to be discovered, and errors show no login of its URL", async () => {
    const url = "https://me:hunter2@skills.example/SKILL.md?key=hunter3";
    const library = await openSkillLibrary([
      remoteSkillSource([url], async () => "---\nname: a\ndescription: b\n---\nBody."),
    ]);
    const load = { call: call("toolu_1", "Skill", { name: "a" }), messages: [], library, index: new WordIndex() };

    const refused = await answerSkillCall(load);
    expect(JSON.stringify(refused?.result)).toContain("comes from https://skills.example/SKILL.md and was not");
    expect(JSON.stringify(refused?.result)).not.toMatch(/hunter/);
    expect((await answerSkillCall({ ...load, discovered: new Set(["a"]) }))?.trace).toMatchObject({ isLoaded: true });
  });
});
