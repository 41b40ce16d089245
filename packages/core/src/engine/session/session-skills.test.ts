import { describe, expect, it } from "vitest";
import {
  type ContentBlock,
  DeferralSession,
  type Message,
  nextTurn,
  type SessionOptions,
  type ToolUseBlock,
  type TraceEntry,
} from "../../index.ts";
import { discoveredSkills, skillsSentence } from "../../skills/index.ts";
import {
  assistant,
  bash,
  call,
  catalogue,
  reference,
  result,
  searched,
  textsOf,
  user,
} from "../../testing/fixtures.ts";
import { openLibrary } from "../../testing/skill-fixtures.ts";
import { WordIndex } from "../../testing/word-index.ts";

const model = "claude-sonnet-4-5";
const { library } = await openLibrary();

function session(options: Partial<SessionOptions> = {}): DeferralSession {
  return new DeferralSession({ tools: [bash], skills: library, createIndex: () => new WordIndex(), ...options });
}

const surfacedIn = (message: Message | undefined) =>
  textsOf(message)
    .filter((text) => text.includes("Skills that may help"))
    .flatMap((text) => [...text.matchAll(/^- ([a-z-]+)/gm)].map(([, name]) => name));

describe("a session with skills", () => {
  it("E14.1 shows skills that match the user's words, once while they are in the conversation", async () => {
    const own = session();
    const first = await own.prepare({ model, messages: [user("Invoice")] });
    const later = [...first.conversation, assistant("Ok."), user("Letter invoice")];
    const second = await own.prepare({ model, messages: later });

    expect(surfacedIn(first.messages[0])).toEqual(["invoice"]);
    expect(surfacedIn(second.messages[2])).toEqual(["letter", "translate"]);
    expect(JSON.stringify(first.messages)).not.toContain("Step one.");
    expect(JSON.stringify(second.messages).startsWith(JSON.stringify(first.messages).slice(0, -1))).toBe(true);
  });

  it("E14.1 shows nothing in a turn without user text, next to references, and in side requests", async () => {
    const own = session({ tools: catalogue });
    const run = [user("Hi."), assistant(call("toolu_1", "Bash")), user(result("toolu_1", "an invoice"))];
    const found = [
      ...searched().slice(0, 2),
      user(result("toolu_search", [reference("mcp__email__send_email")]), "An invoice."),
    ];

    for (const messages of [run, found]) {
      expect(JSON.stringify((await own.prepare({ model, messages })).messages)).not.toContain("Skills that may");
    }
    for (const kind of ["count", "side", "compaction"] as const) {
      const { messages } = await own.prepare({ model, messages: [user("Invoice")], kind });
      expect(messages).toEqual([user("Invoice")]);
    }
  });

  it("E14.1 waits for the search no longer than the setting allows, and continues if it fails", async () => {
    const waits: number[] = [];
    const own = session({
      createIndex: () => ({ specificationVersion: "v1", sync() {}, search: () => new Promise(() => {}) }),
      settings: { skillWaitMilliseconds: 40 },
      startTimer: (milliseconds, onEnd) => {
        waits.push(milliseconds);
        queueMicrotask(onEnd);
        return { restart() {}, stop() {} };
      },
    });
    const failing = session({
      createIndex: () => ({ specificationVersion: "v1", sync() {}, search: () => Promise.reject(new Error("down")) }),
    });

    for (const each of [own, failing]) {
      expect((await each.prepare({ model, messages: [user("Invoice")] })).messages).toEqual([user("Invoice")]);
    }
    expect(waits).toEqual([40]);
  });

  it("E14.1, E14.3 traces what it shows and what is loaded", async () => {
    const traces: TraceEntry[] = [];
    const own = session({ traceSink: { specificationVersion: "v1", record: (trace) => traces.push(...trace) } });
    const { conversation } = await own.prepare({ model, messages: [user("Invoice")] });
    await own.answerSkill(call("toolu_1", "Skill", { name: "invoice" }), conversation);

    expect(traces).toContainEqual({ step: "surface-skills", surfaced: ["invoice"] });
    expect(traces).toContainEqual({ step: "skill", name: "invoice", wasDiscovered: true, isLoaded: true });
  });

  it.each([
    [undefined, skillsSentence],
    ["", skillsSentence],
    ["Be kind.", `Be kind.\n\n${skillsSentence}`],
    [
      [{ type: "text", text: "Be kind." } as ContentBlock],
      [
        { type: "text", text: "Be kind." },
        { type: "text", text: skillsSentence },
      ],
    ],
  ])("E14.1 mentions skills in the system prompt %j, in every kind of request", async (system, expected) => {
    for (const kind of ["messages", "compaction"] as const) {
      expect((await session().prepare({ model, messages: [user("Hi.")], system, kind })).system).toEqual(expected);
    }
    const without = new DeferralSession({ tools: [bash], createIndex: () => new WordIndex() });
    expect((await without.prepare({ model, messages: [user("Hi.")], system })).system).toEqual(system);
  });

  it("P1 leaves it to the engine to report an invalid conversation", async () => {
    await expect(session().prepare({ model, messages: [null] as never })).rejects.toThrow(/got null/);
  });
});

describe("skills and compaction", () => {
  const discover: ToolUseBlock = call("toolu_1", "DiscoverSkills", { query: "translate" });
  const load: ToolUseBlock = call("toolu_2", "Skill", { name: "translate" });

  async function discovered(own: DeferralSession): Promise<readonly Message[]> {
    const found = await own.answerSkill(discover, []);
    const messages = nextTurn([user("Go.")], [discover], found === undefined ? [] : [found]);
    return [...messages, assistant("Ok."), user("More."), assistant("Yes."), user("On.")];
  }

  it.each(["full", "partial", "memory", "snip"] as const)(
    "E9.2, E14.4 a remote skill stays discovered after a %s compaction, any number of times",
    async (kind) => {
      const own = session();
      let messages = await discovered(own);
      for (let round = 0; round < 2; round++) {
        const drop = (_message: Message, position: number) => position < messages.length - 2;
        messages =
          kind === "snip"
            ? own.snip({ messages, drop })
            : own.compact({ messages, kind, summary: "So far.", keepFrom: kind === "full" ? 99 : messages.length - 2 });
        messages = [...messages, assistant("Ok."), user("On.")];
      }

      expect(JSON.stringify(messages)).not.toContain("Skills found");
      expect([...discoveredSkills(messages)]).toEqual(["translate"]);
      expect((await own.answerSkill(load, messages))?.trace).toMatchObject({ wasDiscovered: true, isLoaded: true });
    },
  );

  it("E9.1 carries no skills if none was discovered", () => {
    expect(session().snapshot([user("Go.")], "full")).toEqual({ kind: "full" });
  });

  it("E14.1 shows a skill again whose description was lost in a compaction", async () => {
    const own = session();
    const first = await own.prepare({ model, messages: [user("Invoice")] });
    const compacted = own.compact({ messages: first.conversation, kind: "full", summary: "So far." });
    const second = await own.prepare({ model, messages: [...compacted, assistant("Ok."), user("Invoice again")] });

    expect(surfacedIn(second.messages.at(-1))).toEqual(["invoice"]);
  });
});
