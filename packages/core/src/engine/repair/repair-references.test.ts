import { describe, expect, it } from "vitest";
import type { ContentBlock, Message } from "../../index.ts";
import {
  assistant,
  bash,
  call,
  reference,
  result,
  searched,
  slackSend,
  textsOf,
  user,
} from "../../testing/fixtures.ts";
import { repaired, repairsOf, serverCall, serverResult } from "../../testing/repairing.ts";
import type { RequestKind } from "../index.ts";

const slack = "mcp__slack__send_message";
const off = { settings: { toolSearch: false } };

describe("a reference to the API's own search", () => {
  it("E10.2 is dropped, because nothing can be loaded with it", () => {
    const entry = { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" };
    const { messages } = repaired(searched("tool_search_tool_regex", slack), { tools: [bash, entry, slackSend] });

    expect(JSON.stringify(messages)).not.toContain('"tool_name":"tool_search_tool_regex"');
    expect(JSON.stringify(messages)).toContain(`"tool_name":"${slack}"`);
  });
});

describe("repair with search off", () => {
  it("E10.1, F34 turns references into a short text", () => {
    const { messages } = repaired(searched(slack), off);
    const [block] = messages[2]!.content as readonly (ContentBlock & { content: ContentBlock[] })[];

    expect(block?.content).toEqual([{ type: "text", text: `Tools ready to call: ${slack}.` }]);
  });

  it("E10.1 removes the caller from calls, and turns server-side searches and tool changes into text", () => {
    const withCaller = { ...call("toolu_1", "Bash"), caller: { type: "direct" } };
    const change = { type: "tool_addition", tool: { type: "tool_reference", name: slack } };
    const messages: Message[] = [
      user("Go."),
      assistant(serverCall("srvtoolu_1"), serverResult("srvtoolu_1", slack), withCaller),
      user(result("toolu_1", "ok")),
      { role: "system", content: [change] },
    ];
    const prepared = repaired(messages, off);

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

  it.each(["append", "bridge"] as const)(
    "E10.3 turns both halves of a server-side search into text on the %s loader",
    (loader) => {
      const messages = [
        user("Go."),
        assistant(serverCall("srvtoolu_1"), serverResult("srvtoolu_1", slack)),
        user("On."),
      ];
      const { content } = repaired(messages, { settings: { loader, announcement: "none" } }).messages[1] ?? {};

      expect(content).toEqual([
        { type: "text", text: "Searched for tools." },
        { type: "text", text: expect.stringContaining(slack) },
      ]);
    },
  );

  it("L8 leaves a conversation without references alone, as the same object", () => {
    const messages = [user("Go."), assistant({ ...call("toolu_1", "Bash"), caller: { type: "direct" } } as never)];

    expect(repaired(messages, off).messages).toBe(messages);
  });
});

describe("repair of references", () => {
  it("E10.2 drops a reference whose tool is not in the request, and keeps the others", () => {
    const { messages } = repaired(searched(slack, "mcp__gone__tool"));

    expect(messages[2]?.content).toEqual([result("toolu_search", [reference(slack)])]);
  });

  it("E10.2, F34 removes the note that tools were loaded if all of them are gone, and keeps its breakpoint", () => {
    const breakpoint = { cache_control: { type: "ephemeral" } };
    const afterLoading = (...names: readonly string[]) => {
      const note = { type: "text", text: "Tool loaded.", ...breakpoint } as ContentBlock;
      const messages = [...searched(...names).slice(0, 2), user(result("toolu_search", names.map(reference)), note)];
      return repaired(messages).messages[2]?.content;
    };
    const gone = { type: "text", text: "No longer available: mcp__gone__tool." } as ContentBlock;

    expect(afterLoading("mcp__gone__tool")).toEqual([{ ...result("toolu_search", [gone]), ...breakpoint }]);
    expect(JSON.stringify(afterLoading("mcp__gone__tool", slack))).toContain("Tool loaded.");
  });

  it("E10.2 leaves a short text if the result would be empty", () => {
    const { messages } = repaired(searched("mcp__gone__tool"));

    expect(messages[2]?.content).toEqual([
      result("toolu_search", [{ type: "text", text: "No longer available: mcp__gone__tool." } as ContentBlock]),
    ]);
  });

  it("E10.2 filters the results of the API's own search, and drops changes that name no tool", () => {
    const change = { type: "tool_addition", tool: { type: "tool_reference", name: "mcp__gone__tool" } };
    const { messages } = repaired([
      user("Go."),
      assistant(serverCall("srvtoolu_1"), serverResult("srvtoolu_1", slack, "mcp__gone__tool")),
      user("On."),
      { role: "system", content: [change, { type: "text", text: "Note." }] as ContentBlock[] },
    ]);

    expect(messages[1]?.content[1]).toEqual(serverResult("srvtoolu_1", slack));
    expect(messages[3]?.content).toEqual([{ type: "text", text: "Note." }]);
  });

  it.each(["append", "bridge"] as const)("E10.2 never mentions a tool that the model cannot call (%s)", (loader) => {
    const change = (type: string) =>
      ({ type, tool: { type: "tool_reference", name: "mcp__gone__tool" } }) as unknown as ContentBlock;
    const messages: Message[] = [
      ...searched(slack),
      { role: "system", content: [change("tool_addition"), change("tool_removal")] },
    ];
    const settings = { loader, announcement: "none" } as const;

    expect(textsOf(repaired(messages, { settings }).messages[3])).toEqual(["Tool removed: mcp__gone__tool."]);
  });

  it("E10.2, F65 reloads a tool that came back", () => {
    const messages = searched(slack);
    const gone = repaired(messages, { tools: [bash] });

    expect(JSON.stringify(gone.messages)).not.toContain("tool_reference");
    expect(repaired(gone.conversation).messages).toEqual(messages);
  });

  it.each(["messages", "resume", "count", "side", "compaction"] satisfies RequestKind[])(
    "E10.2, E9.3, F8 is the same for every kind of request: %s",
    (kind) => {
      const { messages, gate } = repaired(searched("mcp__gone__tool", slack), { kind });

      expect(gate.reason).toBe("on");
      expect(messages[2]?.content).toEqual([result("toolu_search", [reference(slack)])]);
    },
  );

  it("E10.4 is deterministic and idempotent", () => {
    const once = repaired(searched(slack, "mcp__gone__tool"));
    const twice = repaired(once.messages);

    expect(JSON.stringify(repaired(searched(slack, "mcp__gone__tool")))).toBe(JSON.stringify(once));
    expect(twice.messages).toEqual(once.messages);
  });

  it("E10.5 is in the trace with its position", () => {
    expect(repairsOf(searched("mcp__gone__tool"))).toEqual([
      { repair: "reference_dropped", message: 2, subject: "mcp__gone__tool" },
    ]);
    expect(repairsOf(searched(slack))).toEqual([]);
  });

  it.each(["bridge", "append", "native"] as const)(
    "E10.2, L3 keeps the cache breakpoint of a reference, also of one that is dropped (%s)",
    (loader) => {
      const cache_control = { type: "ephemeral" };
      const settings = { loader, announcement: "none", turnBoundary: "none" } as const;
      const marked = (name: string) => ({ ...reference(name), cache_control }) as ContentBlock;
      const contentOf = (...parts: ContentBlock[]) => {
        const found = [...searched(slack).slice(0, 2), user(result("toolu_search", parts))];
        const block = repaired(found, { settings }).messages[2]?.content[0] as { content?: readonly ContentBlock[] };
        return block.content;
      };

      expect(contentOf(marked(slack))?.at(-1)).toMatchObject({ cache_control });
      expect(contentOf(reference(slack), marked("mcp__gone__tool"))?.at(-1)).toMatchObject({ cache_control });
    },
  );

  it("E10.3, L3 keeps the cache breakpoint of a server-side search that becomes text", () => {
    const cache_control = { type: "ephemeral" };
    const marked = { ...serverResult("srvtoolu_1", slack), cache_control } as ContentBlock;
    const messages = [user("Go."), assistant(serverCall("srvtoolu_1"), marked), user("On.")];

    expect(repaired(messages, off).messages[1]?.content[1]).toMatchObject({ type: "text", cache_control });
  });
});
