import { describe, expect, it } from "vitest";
import { EngineMemory } from "../../engine/index.ts";
import {
  type CallAnswer,
  DeferralSession,
  type Message,
  nextTurn,
  prepareRequest,
  type RequestToPrepare,
  type Settings,
} from "../../index.ts";
import {
  assistant,
  call,
  catalogue,
  mcpTool,
  reference,
  request,
  result,
  searched,
  textsOf,
  user,
} from "../../testing/fixtures.ts";
import { serverCall } from "../../testing/repairing.ts";
import { blocksOf, textBlock } from "../message.ts";

const slack = "mcp__slack__send_message";
const silent: Settings = { announcement: "none" };
const prepare = (messages: readonly Message[], changes: Partial<RequestToPrepare> = {}) =>
  prepareRequest(request({ messages, settings: silent, ...changes })).messages;

describe("notes of ours", () => {
  const note = { type: "text", text: "Loaded 1 of 9 matching tools." } as const;
  const found: CallAnswer = { result: result("toolu_search", [reference(slack)]) as CallAnswer["result"], note };
  const conversation = nextTurn([user("Go.")], [call("toolu_search", "ToolSearch")], [found]);
  const ran: CallAnswer = { result: result("toolu_3", "ok") as CallAnswer["result"] };
  const later = nextTurn(conversation, [call("toolu_3", slack)], [ran]);

  it.each(["both", "text"] as const)(
    "E11.3 are not placed next to a reference, but with the next result (%s)",
    (form) => {
      const settings: Settings = { ...silent, turnBoundary: form };
      const first = prepare(conversation, { settings });
      const second = prepare(later, { settings });

      expect(first[2]).toEqual(user(result("toolu_search", [reference(slack)]), "Tool loaded."));
      expect(second.slice(0, 3)).toEqual(first);
      expect(second[4]).toEqual(user(result("toolu_3", "ok"), note));
    },
  );

  it.each([
    ["an unknown model", { model: "my-local-model" }],
    ["the bridge", { settings: { ...silent, loader: "bridge" } }],
    ["search switched off", { settings: { ...silent, toolSearch: false } }],
  ] satisfies [string, Partial<RequestToPrepare>][])(
    "E11.3 are placed after their results with %s",
    (_case, changes) => {
      const prepared = prepare(later, changes);

      expect(prepared[2]?.content.at(-1)).toEqual(note);
      expect(prepared[4]).toEqual(user(result("toolu_3", "ok")));
      expect(JSON.stringify(prepared)).not.toContain("heldNotes");
    },
  );

  it.each([
    ["with the next result", later, "claude-sonnet-4-5"],
    ["behind their own result", conversation, "my-local-model"],
  ])("E11.3 keep their place %s when text joins the message in a later request", (_case, messages, model) => {
    const last = messages.at(-1) as Message;
    const joined: Message = { ...last, content: [...blocksOf(last), textBlock("Summarise.")] };
    const first = blocksOf(prepare(messages, { model }).at(-1) as Message);
    const second = blocksOf(prepare(messages.with(-1, joined), { model }).at(-1) as Message);

    expect(first.at(-1)).toEqual(note);
    expect(second).toEqual([...first, textBlock("Summarise.")]);
  });

  it("E10.3, E11.3 are placed inside a result while a server-side call is pending", () => {
    const pending = nextTurn([user("Go.")], [serverCall("srvtoolu_1"), call("toolu_search", "ToolSearch")], [found]);

    expect(prepare(pending, { model: "my-local-model" })[2]).toEqual(
      user(result("toolu_search", [reference(slack), note])),
    );
    expect(prepare(pending)[2]).toEqual(user(result("toolu_search", [reference(slack)])));
  });

  it("E11.3 are placed after all results of several calls", () => {
    const calls = [call("toolu_search", "ToolSearch"), call("toolu_3", "Bash")];
    const two = nextTurn([user("Go.")], calls, [found, ran]);

    expect(prepare(two, { model: "my-local-model" })[2]).toEqual(
      user(result("toolu_search", [reference(slack)]), result("toolu_3", "ok"), note),
    );
  });

  it("E11.3 say how many matched if a search loaded only some", async () => {
    const tools = [...catalogue, ...Array.from({ length: 9 }, (_, index) => mcpTool("many", `send_${index}`))];
    const session = new DeferralSession({ tools, settings: { ...silent, ranker: "keyword" } });
    const search = call("toolu_search", "ToolSearch", { query: "send" });
    const messages = nextTurn([user("Go.")], [search], [await session.answerSearch(search)]);
    const { messages: sent } = await session.prepare({ model: "claude-sonnet-4-5", messages });

    expect(textsOf(sent[2])).toEqual(["Tool loaded."]);
    const { messages: next } = await session.prepare({
      model: "claude-sonnet-4-5",
      messages: nextTurn(messages, [call("toolu_3", slack)], [ran]),
    });
    expect(textsOf(next[4])).toEqual([expect.stringMatching(/^Loaded 5 of 11 matching tools/)]);
  });

  it("E11.3, E8.6 wait, like announcements, while the last message contains references", () => {
    const first = prepareRequest(request()).conversation;
    const searching = [...first, ...searched(slack).slice(1)];
    const tools = [...catalogue, mcpTool("new", "tool")];
    const memory = new EngineMemory();
    const waiting = prepareRequest(request({ messages: searching, tools }), memory);
    const said = prepareRequest(
      request({
        messages: [...waiting.conversation, assistant(call("toolu_3", slack)), user(result("toolu_3", "ok"))],
        tools,
      }),
      memory,
    );

    expect(waiting.conversation).toEqual(searching);
    expect(textsOf(said.conversation.at(-1)).join()).toContain("mcp__new__tool");
    const byOther = prepareRequest(request({ messages: searching, tools, model: "my-local-model" }));
    expect(textsOf(byOther.conversation.at(-1)).join()).toContain("mcp__new__tool");
  });
});
