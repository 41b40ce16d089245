import { describe, expect, it } from "vitest";
import { EngineMemory } from "../engine/index.ts";
import { createSearchTool, type Message, prepareRequest } from "../index.ts";
import {
  assistant,
  bash,
  call,
  catalogue,
  emailSend,
  reference,
  request,
  result,
  searched,
  slackSend,
  user,
} from "../testing/fixtures.ts";
import { ConversationReader } from "./conversation-reader.ts";

const foundIn = (messages: readonly Message[]) => prepareRequest(request({ messages })).found;
const slack = "mcp__slack__send_message";
const email = "mcp__email__send_email";

describe("found tools", () => {
  it("E6.1 are read from references in tool results, in the order found", () => {
    expect(foundIn(searched(slack, email))).toEqual([slack, email]);
  });

  it("E6.1 are read from the API's own search results", () => {
    const content = { type: "tool_search_tool_search_result", tool_references: [reference(slack)] };
    const searchCall = { type: "server_tool_use", id: "srvtoolu_1", name: "tool_search_tool_bm25", input: {} };
    const searchResult = { type: "tool_search_tool_result", tool_use_id: "srvtoolu_1", content };

    expect(foundIn([user("Go."), assistant(searchCall, searchResult), user("On.")])).toEqual([slack]);
  });

  it("E6.1, W-M23 are read from additions, less removals, and a removed tool can come back", () => {
    const change = (type: string, name: string) => ({ type, tool: { type: "tool_reference", name } });
    const system = (...content: object[]): Message => ({ role: "system", content: content as Message["content"] & [] });
    const added = [user("Go."), system(change("tool_addition", slack), change("tool_addition", email))];

    expect(foundIn(added)).toEqual([slack, email]);
    expect(foundIn([...added, assistant("Ok."), user("On."), system(change("tool_removal", slack))])).toEqual([email]);
    expect(foundIn([...added, system(change("tool_removal", slack), change("tool_addition", slack))])).toEqual([
      email,
      slack,
    ]);
  });

  it("E6.1 are read from definitions that were added and from signed compaction blocks", () => {
    const definition = { type: "tool_addition", tool: { type: "tool_definition", definition: { name: slack } } };
    const compaction = { type: "compaction", content: "…", tool_changes: [definition] };

    expect(foundIn([user("Go."), assistant(compaction), user("On.")])).toEqual([slack]);
  });

  it("E6.1 are read from the snapshot on a boundary", () => {
    const boundary = {
      ...user("Summary."),
      compactMetadata: { kind: "full", preCompactDiscoveredTools: [email] },
    } as const;

    expect(foundIn([boundary])).toEqual([email]);
  });

  it("E6.1, E12.1 include a deferred tool that was called in the history", () => {
    expect(foundIn([user("Go."), assistant(call("toolu_1", slack)), user(result("toolu_1", "ok"))])).toEqual([slack]);
  });

  it("E6.2 exclude eager tools and tools that left the catalogue", () => {
    const messages = searched(slack, "mcp__gone__tool", "Bash");

    expect(prepareRequest(request({ messages })).found).toEqual([slack]);
    expect(prepareRequest(request({ messages, tools: [bash, emailSend] })).found).toEqual([]);
    expect(prepareRequest(request({ messages, tools: catalogue })).found).toEqual([slack]);
  });
});

describe("the reader of conversations", () => {
  it("E6.3 reads each message once, however long the conversation gets", () => {
    const reader = new ConversationReader();
    let reads = 0;
    const counted: Message = {
      role: "user",
      content: [
        {
          get type() {
            reads++;
            return "text";
          },
          text: "x",
        } as never,
      ],
    };
    reader.read([counted]);
    const readsOfFirstTurn = reads;
    reader.read([counted, assistant("a")]);
    reader.read([counted, assistant("a"), user("b")]);

    expect(readsOfFirstTurn).toBeGreaterThan(0);
    expect(reads).toBe(readsOfFirstTurn);
  });

  it("E6.3 plans a catalogue once, although settings and search tool are new objects in each request", () => {
    const memory = new EngineMemory();
    let decisions = 0;
    const watched = {
      ...slackSend,
      get alwaysLoad() {
        decisions++;
        return false;
      },
    };
    const prepare = () =>
      prepareRequest(
        {
          ...request({ tools: [bash, watched] }),
          searchTool: createSearchTool(),
          settings: { policy: [{ action: "defer", server: "email" }], communicationTools: ["Ask"] },
        },
        memory,
      );
    prepare();
    const decisionsOfFirst = decisions;
    prepare();

    expect(decisionsOfFirst).toBeGreaterThan(0);
    expect(decisions).toBe(decisionsOfFirst);
  });

  it("E6.3, L2 gives the same answer as without a memory for a conversation that was cut, changed or replaced", () => {
    const memory = new EngineMemory();
    const long = [...searched(slack), assistant("Ok."), user("More.")];
    const conversations = [
      long,
      long.slice(0, 1),
      searched(email),
      [...long.slice(0, 3), assistant("Else."), user("x")],
      long,
    ];

    for (const messages of conversations) {
      expect(prepareRequest(request({ messages }), memory)).toEqual(prepareRequest(request({ messages })));
    }
  });

  it("E6.3 notices content that was replaced inside a message", () => {
    const memory = new EngineMemory();
    const message: { role: "user"; content: Message["content"] } = { role: "user", content: "Go." };
    prepareRequest(request({ messages: [message] }), memory);
    message.content = searched(slack)[2]!.content;

    expect(prepareRequest(request({ messages: [message] }), memory).found).toEqual([slackSend.name]);
  });
});
