import { describe, expect, it } from "vitest";
import { type ContentBlock, type Message, prepareRequest, type RequestKind, type RequestToPrepare } from "../index.ts";
import {
  assistant,
  bash,
  call,
  reference,
  request,
  result,
  searched,
  slackSend,
  textsOf,
  user,
} from "../testing/fixtures.ts";

const slack = "mcp__slack__send_message";
const prepare = (messages: readonly Message[], changes: Partial<RequestToPrepare> = {}) =>
  prepareRequest(request({ messages, settings: { announcement: "none", turnBoundary: "none" }, ...changes }));
const repairsOf = (messages: readonly Message[], changes: Partial<RequestToPrepare> = {}) =>
  prepare(messages, changes).trace.flatMap((entry) => (entry.step === "repair" ? entry.repairs : []));
const off = { settings: { toolSearch: false } };
const serverCall = (id: string) => ({
  type: "server_tool_use",
  id,
  name: "tool_search_tool_bm25",
  input: { query: "x" },
});
const serverResult = (id: string, ...names: string[]) => ({
  type: "tool_search_tool_result",
  tool_use_id: id,
  content: { type: "tool_search_tool_search_result", tool_references: names.map(reference) },
});

describe("repair with search off", () => {
  it("E10.1 turns references into a short text", () => {
    const { messages } = prepare(searched(slack), off);
    const [block] = messages[2]!.content as readonly (ContentBlock & { content: ContentBlock[] })[];

    expect(block?.content).toEqual([{ type: "text", text: `Tools ready to call: ${slack}.` }]);
  });

  it("E10.1 takes the caller off calls, and turns a server's search and tool changes into text", () => {
    const withCaller = { ...call("toolu_1", "Bash"), caller: { type: "direct" } };
    const change = { type: "tool_addition", tool: { type: "tool_reference", name: slack } };
    const messages: Message[] = [
      user("Go."),
      assistant(serverCall("srvtoolu_1"), serverResult("srvtoolu_1", slack), withCaller),
      user(result("toolu_1", "ok")),
      { role: "system", content: [change] },
    ];
    const prepared = prepare(messages, off);

    expect(prepared.messages[1]?.content).toEqual([
      { type: "text", text: "Searched for tools." },
      { type: "text", text: `Tools ready to call: ${slack}.` },
      call("toolu_1", "Bash"),
    ]);
    expect(textsOf(prepared.messages[3])).toEqual([`Tool added: ${slack}.`]);
    expect(repairsOf(messages, off).map(({ repair }) => repair)).toEqual([
      "server_search_as_text",
      "reference_as_text",
      "server_search_as_text",
      "caller_removed",
      "tool_change_as_text",
    ]);
  });

  it("L8 leaves a conversation without references alone, as the same object", () => {
    const messages = [user("Go."), assistant({ ...call("toolu_1", "Bash"), caller: { type: "direct" } } as never)];

    expect(prepare(messages, off).messages).toBe(messages);
  });
});

describe("repair of references", () => {
  it("E10.2 drops a reference whose tool is not in the request, and keeps the others", () => {
    const { messages } = prepare(searched(slack, "mcp__gone__tool"));

    expect(messages[2]?.content).toEqual([result("toolu_search", [reference(slack)])]);
  });

  it("E10.2 leaves a short text where the result would be empty", () => {
    const { messages } = prepare(searched("mcp__gone__tool"));

    expect(messages[2]?.content).toEqual([
      result("toolu_search", [{ type: "text", text: "No longer available: mcp__gone__tool." } as ContentBlock]),
    ]);
  });

  it("E10.2 filters the results of the API's own search, and drops changes that name no tool", () => {
    const change = { type: "tool_addition", tool: { type: "tool_reference", name: "mcp__gone__tool" } };
    const { messages } = prepare([
      user("Go."),
      assistant(serverCall("srvtoolu_1"), serverResult("srvtoolu_1", slack, "mcp__gone__tool")),
      user("On."),
      { role: "system", content: [change, { type: "text", text: "Note." }] as ContentBlock[] },
    ]);

    expect(messages[1]?.content[1]).toEqual(serverResult("srvtoolu_1", slack));
    expect(messages[3]?.content).toEqual([{ type: "text", text: "Note." }]);
  });

  it("E10.2 loads a tool again that came back", () => {
    const messages = searched(slack);
    const gone = prepare(messages, { tools: [bash] });

    expect(JSON.stringify(gone.messages)).not.toContain("tool_reference");
    expect(prepare(gone.conversation).messages).toEqual(messages);
  });

  it.each(["messages", "resume", "count", "side", "compaction"] satisfies RequestKind[])(
    "E10.2, E9.3 is the same for every kind of request: %s",
    (kind) => {
      const { messages, gate } = prepare(searched("mcp__gone__tool", slack), { kind });

      expect(gate.reason).toBe("on");
      expect(messages[2]?.content).toEqual([result("toolu_search", [reference(slack)])]);
    },
  );

  it("E10.4 is deterministic, and repairing what is repaired changes nothing", () => {
    const once = prepare(searched(slack, "mcp__gone__tool"));
    const twice = prepare(once.messages);

    expect(JSON.stringify(prepare(searched(slack, "mcp__gone__tool")))).toBe(JSON.stringify(once));
    expect(twice.messages).toEqual(once.messages);
  });

  it("E10.5 is in the trace, with its place", () => {
    expect(repairsOf(searched("mcp__gone__tool"))).toEqual([
      { repair: "reference_dropped", message: 2, subject: "mcp__gone__tool" },
    ]);
    expect(repairsOf(searched(slack))).toEqual([]);
  });
});

describe("repair of pairs", () => {
  it("E10.3 gives a call its result where it was lost", () => {
    const messages = [
      user("Go."),
      assistant(call("toolu_1", "Bash"), call("toolu_2", "Bash")),
      user(result("toolu_2", "ok"), "On."),
    ];

    expect(prepare(messages).messages[2]?.content).toEqual([
      expect.objectContaining({ type: "tool_result", tool_use_id: "toolu_1", is_error: true }),
      result("toolu_2", "ok"),
      { type: "text", text: "On." },
    ]);
    expect(repairsOf(messages)).toEqual([{ repair: "result_added", message: 2, subject: "toolu_1" }]);
  });

  it("E10.3 puts a message in between where the assistant goes on without results", () => {
    const messages = [user("Go."), assistant(call("toolu_1", "Bash")), assistant("Well."), user("On.")];

    expect(prepare(messages).messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
    ]);
  });

  it("E10.3 leaves a call alone that waits for its result", () => {
    const messages = [user("Go."), assistant(call("toolu_1", "Bash"))];

    expect(prepare(messages).messages).toEqual(messages);
  });

  it("E10.3 drops results that answer no call, and a second answer to one call", () => {
    const messages = [
      user(result("toolu_0", "lost")),
      assistant(call("toolu_1", "Bash")),
      user(result("toolu_1", "a"), result("toolu_1", "b"), result("srvtoolu_1", "c")),
    ];

    expect(prepare(messages).messages[0]?.content).toEqual([{ type: "text", text: "(no longer available)" }]);
    expect(prepare(messages).messages[2]?.content).toEqual([result("toolu_1", "a")]);
  });

  it("E10.3 accepts results that are spread over several user messages", () => {
    const messages = [
      user("Go."),
      assistant(call("toolu_1", "Bash"), call("toolu_2", "Bash")),
      user(result("toolu_1", "a")),
      user(result("toolu_2", "b")),
    ];

    expect(prepare(messages).messages).toEqual(messages);
  });

  it("E10.3 keeps a server's call that is pending or answered in the next message of the assistant", () => {
    const pending = [
      user("Go."),
      assistant(serverCall("srvtoolu_1"), call("toolu_1", "Bash")),
      user(result("toolu_1", "ok")),
    ];
    const answered = [...pending, assistant(serverResult("srvtoolu_1", slack), "Found."), user("On.")];

    expect(prepare(pending).messages).toEqual(pending);
    expect(prepare(answered).messages).toEqual(answered);
  });

  it("E10.3 drops the half of a server's call whose other half is lost", () => {
    const withoutResult = [
      user("Go."),
      assistant(serverCall("srvtoolu_1"), "Hm."),
      user("On."),
      assistant("Well."),
      user("x"),
    ];
    const withoutCall = [user("Go."), assistant(serverResult("srvtoolu_9", slack), "Hm."), user("On.")];

    expect(prepare(withoutResult).messages[1]?.content).toEqual([{ type: "text", text: "Hm." }]);
    expect(prepare(withoutCall).messages[1]?.content).toEqual([{ type: "text", text: "Hm." }]);
    expect(repairsOf(withoutCall)).toEqual([{ repair: "server_result_dropped", message: 1, subject: "srvtoolu_9" }]);
  });

  it("E10.3 keeps calls of tools that the request does not declare", () => {
    const messages = [user("Go."), assistant(call("toolu_1", slackSend.name ?? "")), user(result("toolu_1", "ok"))];

    expect(prepare(messages, { tools: [bash] }).messages).toEqual(messages);
  });
});
