import { describe, expect, it } from "vitest";
import { compactConversation, DeferralSession, type Message, prepareRequest, snipConversation } from "../index.ts";
import { assistant, bash, call, catalogue, reference, request, result, searched, user } from "../testing/fixtures.ts";
import { unpaired } from "../testing/wire-checks.ts";

const slack = "mcp__slack__send_message";
const email = "mcp__email__send_email";
const marker = (...found: readonly string[]): Message => ({
  ...user("Earlier messages were removed here."),
  compactMetadata: { kind: "snip", ...(found.length === 0 ? {} : { preCompactDiscoveredTools: found }) },
});
const at =
  (...positions: readonly number[]) =>
  (_message: Message, position: number) =>
    positions.includes(position);

/** A search, a call and talk: 0 user, 1 search, 2 references, 3 call, 4 result, 5 text, 6 user. */
const messages: readonly Message[] = [
  ...searched(slack),
  assistant(call("toolu_1", "Bash")),
  user(result("toolu_1", "ok")),
  assistant("Done."),
  user("And now?"),
];

describe("a snip", () => {
  it("E9.1 drops single messages, and puts a snapshot of the found tools at the first gap", () => {
    expect(snipConversation({ messages, drop: at(1, 2) })).toEqual([messages[0], marker(slack), ...messages.slice(3)]);
  });

  it("E9.1 drops a call together with its result, whichever of them is named", () => {
    const expected = [...messages.slice(0, 3), marker(slack), ...messages.slice(5)];

    expect(snipConversation({ messages, drop: at(3) })).toEqual(expected);
    expect(snipConversation({ messages, drop: at(4) })).toEqual(expected);
  });

  it("E9.1 drops everything that is connected by calls and results", () => {
    const parallel = [
      user("Go."),
      assistant(call("toolu_a", "Bash"), call("toolu_b", "Bash")),
      user(result("toolu_a", "ok")),
      user(result("toolu_b", "ok")),
      assistant("Done."),
      user("On."),
    ];

    expect(snipConversation({ messages: parallel, drop: at(2) })).toEqual([
      parallel[0],
      marker(),
      ...parallel.slice(4),
    ]);
  });

  it("E9.1 writes no snapshot if nothing was found, and changes nothing if nothing is dropped", () => {
    const talk = [user("Hello."), assistant("Hi."), user("Bye.")];

    expect(snipConversation({ messages: talk, drop: at(1) })).toEqual([talk[0], marker(), talk[2]]);
    expect(snipConversation({ messages: talk, drop: () => false })).toBe(talk);
  });

  it("E9.2 merges with earlier snips and compactions, any number of times", () => {
    const compacted = compactConversation({ messages: searched(email), kind: "full", summary: "So far." });
    const all = [...compacted, ...messages];
    const once = snipConversation({ messages: all, drop: at(0) });
    const twice = snipConversation({ messages: once, drop: at(1, 2) });

    expect(twice.filter(({ compactMetadata }) => compactMetadata !== undefined)).toEqual([marker(email, slack)]);
    expect(prepareRequest(request({ messages: twice })).found.toSorted()).toEqual([email, slack]);
  });

  it("E6.2 keeps a tool loaded if its reference stays, and only found if its reference is dropped", () => {
    const settings = { loader: "bridge" } as const;
    const both = [...messages, assistant(call("toolu_2", "ToolSearch")), user(result("toolu_2", [reference(email)]))];
    const snipped = snipConversation({ messages: both, drop: at(2) });
    const prepared = prepareRequest(request({ messages: snipped, settings }));

    expect(prepared.found.toSorted()).toEqual([email, slack]);
    expect(prepared.loaded).toEqual([email]);
  });

  it("E8.2, E8.5 announces again only what was dropped with the messages, without reporting a defect", () => {
    const tools = [bash, ...catalogue.slice(1, 3)];
    const first = prepareRequest(request({ tools })).conversation;
    const later = [...first, assistant("Ok."), user("More.")];
    const second = prepareRequest(request({ messages: later, tools: catalogue })).conversation;
    const talk = [...second, assistant("Yes."), user("On.")];
    const announcedAfter = (dropped: number) =>
      prepareRequest(request({ messages: snipConversation({ messages: talk, drop: at(dropped) }) })).trace.find(
        ({ step }) => step === "announcement",
      );

    expect(announcedAfter(1)).toBeUndefined();
    expect(announcedAfter(0)).toEqual({
      step: "announcement",
      added: ["mcp__slack__list_channels", slack],
      counted: {},
      removed: [],
    });
  });

  it("E9.1, E10.3 leaves a conversation that needs no repair, through the session too", () => {
    const session = new DeferralSession({ tools: catalogue });
    const snipped = session.snip({ messages, drop: at(0, 3) });
    const prepared = prepareRequest(request({ messages: snipped }));

    expect(snipped[0]).toEqual(marker(slack));
    expect(prepared.trace).toContainEqual({ step: "repair", repairs: [] });
    expect(unpaired(prepared.messages)).toEqual([]);
    expect(JSON.stringify(prepared.messages)).not.toContain("compactMetadata");
  });
});
