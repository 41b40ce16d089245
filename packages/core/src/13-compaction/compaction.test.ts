import { describe, expect, it } from "vitest";
import {
  compactConversation,
  type Message,
  prepareRequest,
  reloadTools,
  snapshotBeforeCompaction,
  snipConversation,
} from "../index.ts";
import { assistant, bash, builtIn, call, reference, request, result, searched, user } from "../testing/fixtures.ts";

const slack = "mcp__slack__send_message";
const email = "mcp__email__send_email";
const github = "mcp__github__create_issue";
const foundIn = (messages: readonly Message[]) => prepareRequest(request({ messages })).found;

/** A conversation that finds slack, goes on, finds email, and goes on again. */
const long: readonly Message[] = [
  ...searched(slack),
  assistant("Ok."),
  user("More."),
  assistant(call("toolu_later", "ToolSearch")),
  user(result("toolu_later", [reference(email)])),
  assistant("Found."),
  user("And?"),
];

describe("compaction", () => {
  it("E9.1 writes the sorted found set on the boundary of a full compaction, and keeps nothing else", () => {
    expect(compactConversation({ messages: long, kind: "full", summary: "So far." })).toEqual([
      {
        ...user("So far."),
        compactMetadata: { kind: "full", preCompactDiscoveredTools: [email, slack] },
      },
    ]);
  });

  it("E9.1 includes what the kept part found before a partial compaction", () => {
    const compacted = compactConversation({ messages: long, kind: "partial", summary: "So far.", keepFrom: 4 });

    expect(compacted[0]?.compactMetadata).toEqual({
      kind: "partial",
      preCompactDiscoveredTools: [email, slack],
    });
    expect(compacted.slice(1)).toEqual(long.slice(4));
  });

  it("E9.1 writes it next to the contents of a memory file, and keeps the rest", () => {
    const memory = [{ type: "text", text: "From the file." }];
    const compacted = compactConversation({ messages: long, kind: "memory", summary: memory, keepFrom: 7 });

    expect(compacted).toEqual([
      {
        role: "user",
        content: memory,
        compactMetadata: { kind: "memory", preCompactDiscoveredTools: [email, slack] },
      },
      assistant("Found."),
      user("And?"),
    ]);
  });

  it.each(["full", "partial", "memory", "snip"] as const)(
    "E9.1 writes no snapshot before a %s compaction of a conversation that found nothing",
    (kind) => {
      expect(snapshotBeforeCompaction([user("Hello."), assistant("Hi."), user("Bye.")], kind)).toEqual({ kind });
      expect(snapshotBeforeCompaction(long, kind, () => true)).toEqual({ kind });
    },
  );

  it("E9.1, E6.2, F65 keeps the found tools after every kind of compaction", () => {
    const compact = { messages: long, summary: "So far." };
    const compacted: readonly (readonly Message[])[] = [
      compactConversation({ ...compact, kind: "full" }),
      compactConversation({ ...compact, kind: "partial", keepFrom: 3 }),
      compactConversation({ ...compact, kind: "memory", keepFrom: 7 }),
      snipConversation({ messages: long, drop: (_message, position) => position < 6 }),
    ];

    for (const messages of compacted) expect(foundIn(messages).toSorted()).toEqual([email, slack]);
  });

  it("E9.2 merges snapshots over any number of compactions, and is idempotent", () => {
    let messages: readonly Message[] = searched(slack);
    for (const name of [email, github]) {
      messages = compactConversation({ messages, kind: "full", summary: "So far." });
      messages = [...messages, ...searched(name).slice(1)];
    }
    const once = compactConversation({ messages, kind: "full", summary: "So far." });

    expect(foundIn(once)).toEqual([email, github, slack]);
    expect(compactConversation({ messages: once, kind: "full", summary: "So far." })).toEqual(once);
  });

  it("E9.1 leaves out tools that are in the prompt anyway", () => {
    const messages = [
      ...searched(slack),
      assistant(call("toolu_1", "Bash"), call("toolu_2", slack), call("toolu_3", email)),
      user(result("toolu_1", "ok"), result("toolu_2", "ok"), result("toolu_3", "ok")),
    ];
    const isInPrompt = (name: string) => name === "Bash" || name === "ToolSearch";

    expect(snapshotBeforeCompaction(messages, "full").preCompactDiscoveredTools).toEqual([email, slack]);
    expect(snapshotBeforeCompaction(messages, "full", isInPrompt).preCompactDiscoveredTools).toEqual([email, slack]);
    const compacted = compactConversation({ messages, kind: "full", summary: "So far." });
    expect(compacted[0]?.compactMetadata?.preCompactDiscoveredTools).toEqual([email, slack]);
  });

  it("E9.1 keeps a tool that was announced and called, but never loaded", () => {
    const tools = [bash, builtIn("CronList", { shouldDefer: true })];
    const { conversation } = prepareRequest(request({ messages: [user("Go.")], tools }));
    const messages = [
      ...conversation,
      assistant(call("toolu_1", "CronList"), call("toolu_2", "Bash")),
      user(result("toolu_1", "ok"), result("toolu_2", "ok")),
    ];

    expect(snapshotBeforeCompaction(messages, "full").preCompactDiscoveredTools).toEqual(["CronList"]);
  });

  it("E9.1 leaves out an eager tool of an MCP server that was called, where the deferred ones are announced", () => {
    const eager = {
      name: slack,
      server: "slack",
      description: "Sends.",
      input_schema: { type: "object" },
      alwaysLoad: true,
    };
    const deferred = { ...eager, name: "mcp__slack__list_channels", alwaysLoad: false };
    const { conversation } = prepareRequest(request({ messages: [user("Go.")], tools: [bash, eager, deferred] }));
    const messages = [
      ...conversation,
      assistant(call("toolu_1", slack), call("toolu_2", deferred.name)),
      user(result("toolu_1", "ok"), result("toolu_2", "ok")),
    ];
    const counted = "Deferred tools\n<deferred-tools>\nCronList\nmcp__slack__* (300 tools)\n</deferred-tools>";

    expect(snapshotBeforeCompaction(messages, "full").preCompactDiscoveredTools).toEqual([deferred.name]);
    expect(snapshotBeforeCompaction([user(counted), ...messages.slice(-2)], "full").preCompactDiscoveredTools).toEqual([
      deferred.name,
      slack,
    ]);
  });

  it("E9.1 does not separate a call from its result", () => {
    const messages = [user("Go."), assistant(call("toolu_1", "Bash")), user(result("toolu_1", "ok")), assistant("Ok.")];

    expect(compactConversation({ messages, kind: "partial", summary: "…", keepFrom: 2 }).slice(1)).toEqual(
      messages.slice(1),
    );
  });

  it("E9.1 does not separate the first call of a conversation from its result", () => {
    const messages = [assistant(call("toolu_1", "Bash")), user(result("toolu_1", "ok")), assistant("Ok.")];

    expect(compactConversation({ messages, kind: "partial", summary: "…", keepFrom: 1 }).slice(1)).toEqual(messages);
  });

  it("E9.1 keeps nothing extra for a result whose call stays, if an earlier call had the same id", () => {
    const again = [assistant(call("call_0", "Bash")), user(result("call_0", "ok"))];
    const messages = [user("Go."), ...again, assistant("Ok."), user("On."), ...again];

    expect(compactConversation({ messages, kind: "partial", summary: "…", keepFrom: 5 }).slice(1)).toEqual(again);
  });

  it("E9.1 does not separate a server-side call from a result in a later message", () => {
    const searchCall = { type: "server_tool_use", id: "srvtoolu_1", name: "tool_search_tool_bm25", input: {} };
    const content = { type: "tool_search_tool_search_result", tool_references: [] };
    const searchResult = { type: "tool_search_tool_result", tool_use_id: "srvtoolu_1", content };
    const messages = [
      user("Go."),
      assistant(searchCall, call("toolu_1", "Bash")),
      user(result("toolu_1", "ok")),
      assistant(searchResult, "Well."),
      user("On."),
    ];

    expect(compactConversation({ messages, kind: "partial", summary: "…", keepFrom: 3 }).slice(1)).toEqual(
      messages.slice(1),
    );
    expect(compactConversation({ messages, kind: "partial", summary: "…", keepFrom: 4 }).slice(1)).toEqual(
      messages.slice(4),
    );
  });

  it("E9.2 carries discovered skills over, sorted", () => {
    const compactMetadata = { kind: "full", preCompactDiscoveredSkills: ["write", "draw"] } as const;

    expect(snapshotBeforeCompaction([{ ...user("So far."), compactMetadata }, assistant("Ok.")], "full")).toEqual({
      kind: "full",
      preCompactDiscoveredSkills: ["draw", "write"],
    });
  });

  it("E9.1 sends the summary without its snapshot", () => {
    const messages = compactConversation({ messages: searched(slack), kind: "full", summary: "So far." });
    const prepared = prepareRequest(request({ messages, settings: { announcement: "none" } }));

    expect(prepared.messages).toEqual([user("So far.")]);
    expect(prepareRequest(request({ messages, settings: { toolSearch: false } })).messages).toEqual([user("So far.")]);
  });

  it("E9.4 sends a signed compaction block back unchanged, whatever the gate says", () => {
    const change = { type: "tool_addition", tool: { type: "tool_reference", name: "mcp__gone__tool" } };
    const block = { type: "compaction", content: "…", signature: "s", tool_changes: [change] };
    const messages = [user("Go."), assistant(block), user("On.")];

    for (const toolSearch of [true, false]) {
      expect(prepareRequest(request({ messages, settings: { toolSearch } })).messages[1]?.content[0]).toBe(block);
    }
  });

  it("E9.1 can reload tools with new references", () => {
    const compacted = compactConversation({ messages: searched(slack), kind: "full", summary: "So far." });
    const messages = [...compacted, ...reloadTools([slack, slack]), assistant("Ok."), user("On.")];
    const prepared = prepareRequest(request({ messages, settings: { announcement: "none", turnBoundary: "none" } }));

    expect(JSON.stringify(prepared.messages[2])).toContain(`{"type":"tool_reference","tool_name":"${slack}"}`);
    expect(prepared.trace).toContainEqual({ step: "repair", repairs: [] });
    expect(reloadTools([])).toEqual([]);
    expect(reloadTools([slack, email])).toEqual(reloadTools([email, slack, email]));
  });
});
