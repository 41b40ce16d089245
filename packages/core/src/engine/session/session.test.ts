import { describe, expect, it } from "vitest";
import { DeferralSession, type Message, nextTurn, type SessionOptions, type TraceEntry } from "../../index.ts";
import { bash, builtIn, call, catalogue, mcpTool, namesOf, searched, slackSend, user } from "../../testing/fixtures.ts";
import { WordIndex } from "../../testing/word-index.ts";
import type { CountRequest } from "../index.ts";

const model = "claude-sonnet-4-5";
const slack = "mcp__slack__send_message";

function session(options: Partial<SessionOptions> = {}): DeferralSession {
  return new DeferralSession({ tools: catalogue, createIndex: () => new WordIndex(), ...options });
}

describe("a session", () => {
  it("E5.5, E6.1, E12.1 takes an agent through search, load and call", async () => {
    const own = session();
    const first = await own.prepare({ model, messages: [user("Tell the team.")] });
    const search = call("toolu_1", "ToolSearch", { query: "slack send" });
    const found = await own.answerSearch(search);
    const second = await own.prepare({ model, messages: nextTurn(first.conversation, [search], [found]) });
    const use = call("toolu_2", slack, { text: "hi" });

    expect(found.found).toContain(slack);
    expect(second.found).toContain(slack);
    expect(own.checkCall(use, second.conversation)).toMatchObject({ verdict: "run", wasLoaded: true });
    expect(JSON.stringify(second.tools)).toBe(JSON.stringify(first.tools));
    expect(JSON.stringify(second.messages).startsWith(JSON.stringify(first.messages).slice(0, -1))).toBe(true);
  });

  it("L2 has no state beyond the conversation", async () => {
    const own = session();
    let messages: readonly Message[] = [user("Go.")];
    for (const query of ["slack", "github", "email"]) {
      const { conversation } = await own.prepare({ model, messages });
      const search = call(`toolu_${query}`, "ToolSearch", { query });
      messages = nextTurn(conversation, [search], [await own.answerSearch(search)]);
    }

    expect(await session().prepare({ model, messages })).toEqual(await own.prepare({ model, messages }));
  });

  it("E3.1 says whether the search tool belongs in the pool", () => {
    expect(session().poolGate().isOn).toBe(true);
    expect(session({ settings: { toolSearch: false } }).poolGate().reason).toBe("mode_off");
  });

  it("E3.4, E6.2 follows tools and servers that come and go", async () => {
    const own = session({ tools: [bash] });
    const reason = async () => (await own.prepare({ model, messages: [user("Go.")] })).gate.reason;

    expect(await reason()).toBe("nothing_to_defer");
    own.setServer("slack", "connecting");
    expect(await reason()).toBe("on_servers_pending");
    own.setServer("slack", "ready", [slackSend]);
    expect(await reason()).toBe("on");
    own.removeServer("slack");
    expect(await reason()).toBe("nothing_to_defer");
    own.addTools([slackSend]);
    expect(own.removeTools([slack, "nowhere"])).toBe(1);
    expect(namesOf(own.tools)).toEqual(["Bash"]);
  });

  it("L3, F61 changes no byte when a server reconnects with the same tools in another order", async () => {
    const own = session();
    const { conversation, ...first } = await own.prepare({ model, messages: [user("Go.")] });
    own.removeServer("slack");
    own.setServer("slack", "ready", structuredClone(catalogue.slice(1, 3)).toReversed());
    const second = await own.prepare({ model, messages: conversation });

    expect(JSON.stringify(second.tools)).toBe(JSON.stringify(first.tools));
    expect(second.conversation).toEqual(conversation);
  });

  it("L3 changes no byte when a server with eager tools reconnects after the agent has added its own", async () => {
    const own = session({ tools: [bash] });
    const listed = [mcpTool("slack", "b", { alwaysLoad: true }), mcpTool("slack", "a", { alwaysLoad: true })];
    own.setServer("slack", "ready", [...listed, slackSend]);
    own.addTools([builtIn("Read")]);
    const first = await own.prepare({ model, messages: [user("Go.")] });
    own.removeServer("slack");
    own.setServer("slack", "ready", [slackSend, ...listed.toReversed()]);
    const second = await own.prepare({ model, messages: [user("Go.")] });

    expect(namesOf(first.tools).slice(0, 4)).toEqual(["Bash", "Read", "mcp__slack__a", "mcp__slack__b"]);
    expect(JSON.stringify(second.tools)).toBe(JSON.stringify(first.tools));
  });

  it("E2.5 repeats a refused request without the feature, until the time is over", async () => {
    let now = 0;
    const own = session({ now: () => now });
    const messages = searched(slack);
    expect(own.noteRefusal(model, 400, "prompt is too long")).toBe(false);
    expect(own.noteRefusal(model, 400, "messages.2: tool_reference is not supported")).toBe(true);

    const again = await own.prepare({ model, messages });
    expect(again.gate.reason).toBe("upstream_refused");
    expect(JSON.stringify(again.tools) + JSON.stringify(again.messages)).not.toMatch(/defer_loading|tool_reference/);
    expect((await own.prepare({ model: "claude-opus-4-5", messages })).gate.isOn).toBe(true);
    now = 10 * 60_000;
    expect((await own.prepare({ model, messages })).gate.isOn).toBe(true);
  });

  it("E4.2, E4.4 counts once for a set of tools, in auto mode only", async () => {
    const counted: CountRequest[] = [];
    const countTokens = async (request: CountRequest) => {
      counted.push(request);
      return 30_000;
    };
    const messages = [user("Go.")];
    await session({ countTokens }).prepare({ model, messages });
    expect(counted).toEqual([]);
    const own = session({ countTokens, settings: { toolSearch: "auto" } });
    expect((await own.prepare({ model, messages })).gate).toMatchObject({
      reason: "on",
      threshold: { cost: { tokens: 29_500, source: "counted" } },
    });
    await own.prepare({ model, messages });
    expect(counted).toHaveLength(1);
    own.addTools([mcpTool("new", "tool")]);
    await own.prepare({ model, messages });
    expect(counted).toHaveLength(2);
  });

  it("E9.1 snapshots deferred tools only, and compacts", async () => {
    const own = session();
    const messages = searched(slack, "Bash");

    expect(own.snapshot(messages, "memory")).toEqual({ kind: "memory", preCompactDiscoveredTools: [slack] });
    const compacted = own.compact({ messages, kind: "full", summary: "So far." });
    expect((await own.prepare({ model, messages: compacted })).found).toEqual([slack]);
  });

  it("E3.3 passes every trace to its sink, including those of searches", async () => {
    const traces: (readonly TraceEntry[])[] = [];
    const own = session({ traceSink: { specificationVersion: "v1", record: (trace) => traces.push(trace) } });
    const prepared = await own.prepare({ model, messages: [user("Go.")] });
    const searchAnswer = await own.answerSearch(call("toolu_1", "ToolSearch", { query: "slack" }));

    expect(traces).toEqual([prepared.trace, [searchAnswer.trace]]);
  });

  it("E2.3 follows settings that are replaced while it runs", async () => {
    const own = session();
    const gate = async () => (await own.prepare({ model, messages: [user("Go.")] })).gate.reason;

    expect(await gate()).toBe("on");
    own.configure({ unsupportedModels: ["*sonnet*"] });
    expect(await gate()).toBe("model_unsupported");
    own.configure({ searchToolName: "FindTool" });
    expect(namesOf((await own.prepare({ model, messages: [user("Go.")] })).tools)).toContain("FindTool");
  });

  it("P1 refuses bad tools and names", () => {
    expect(() => session().addTools([{ name: "x" }])).toThrow(/expected "x" to have a JSON Schema/);
    expect(() => session().addTools([bash, bash])).toThrow(/share the name "Bash"/);
    expect(() => session().removeTools("Bash")).toThrow(/expected names to be an array, got "Bash"/);
  });
});

describe("a subagent's session", () => {
  it("E16 has its own conversation, found set and announcement, and nothing flows to the parent", async () => {
    const parent = session();
    const { conversation } = await parent.prepare({ model, messages: searched(slack) });
    const child = parent.subagent();
    child.addTools([mcpTool("own", "tool")]);
    const prepared = await child.prepare({ model, messages: [user("Help me.")] });

    expect(prepared.found).toEqual([]);
    expect(prepared.trace).toContainEqual(
      expect.objectContaining({ step: "announcement", added: expect.arrayContaining([slack, "mcp__own__tool"]) }),
    );
    expect(namesOf(parent.tools)).not.toContain("mcp__own__tool");
    expect((await parent.prepare({ model, messages: conversation })).found).toEqual([slack]);
  });

  it("E16 can have fewer tools", () => {
    expect(namesOf(session().subagent({ tools: [bash] }).tools)).toEqual(["Bash"]);
  });

  it("E16, E8.5 may start to announce in mid-conversation", async () => {
    const messages = [user("Go."), { role: "assistant", content: "Ok." }, user("On.")] as const;
    const { trace } = await session().subagent().prepare({ model, messages });

    expect(JSON.stringify(trace)).not.toContain("announcement_from_zero");
  });
});
