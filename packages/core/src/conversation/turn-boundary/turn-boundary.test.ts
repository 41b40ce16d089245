import { describe, expect, it } from "vitest";
import { EngineMemory } from "../../engine/index.ts";
import { type Message, prepareRequest, type RequestToPrepare, type Settings } from "../../index.ts";
import { assistant, call, reference, request, result, searched, textsOf, user } from "../../testing/fixtures.ts";
import { serverCall } from "../../testing/repairing.ts";

const slack = "mcp__slack__send_message";
const email = "mcp__email__send_email";
const silent: Settings = { announcement: "none" };
const prepare = (messages: readonly Message[], changes: Partial<RequestToPrepare> = {}) =>
  prepareRequest(request({ messages, settings: silent, ...changes })).messages;

describe("the turn boundary", () => {
  it("E11.1 is a text in a user message that only loads tools", () => {
    expect(textsOf(prepare(searched(slack))[2])).toEqual(["Tool loaded."]);
  });

  it("E11.1 is not needed if there is text, or no reference", () => {
    const withText = [...searched(slack).slice(0, 2), user(result("toolu_search", [reference(slack)]), "Go on.")];
    const withoutReference = [user("Go."), assistant(call("toolu_1", "Bash")), user(result("toolu_1", "ok"))];

    expect(prepare(withText)).toEqual(withText);
    expect(prepare(withoutReference)).toEqual(withoutReference);
  });

  it("E11.2, E11.3 moves text next to references to the next message with a result and no reference, and marks where it was", () => {
    const messages = [
      ...searched(slack).slice(0, 2),
      user(result("toolu_search", [reference(slack)]), "Be quick."),
      assistant(call("toolu_1", slack)),
      user(result("toolu_1", "ok")),
    ];
    const moved = prepare(messages);

    expect(moved[2]).toEqual(user(result("toolu_search", [reference(slack)]), "Tool loaded."));
    expect(moved[4]).toEqual(user(result("toolu_1", "ok"), "Be quick."));
    expect(prepare(messages, { settings: { ...silent, turnBoundary: "text" } })).toEqual(messages);
  });

  it("E11.2 puts moved text before the text of the message that takes it", () => {
    const messages = [
      ...searched(slack).slice(0, 2),
      user(result("toolu_search", [reference(slack)]), "Be quick."),
      assistant(call("toolu_1", slack)),
      user(result("toolu_1", "ok"), "And now?"),
    ];

    expect(prepare(messages)[4]).toEqual(user(result("toolu_1", "ok"), "Be quick.", "And now?"));
  });

  const beside = [...searched(slack).slice(0, 2), user(result("toolu_search", [reference(slack)]), "Be quick.")];
  const again = [assistant(call("toolu_2", "ToolSearch")), user(result("toolu_2", [reference(email)]), "Now.")];
  const used = [assistant(call("toolu_3", slack)), user(result("toolu_3", "ok"))];

  it.each([
    ["nothing follows", []],
    ["a message without a result follows", [assistant("Yes?"), user("Hello.")]],
    ["a message with references follows", again.map((message) => structuredClone(message))],
    [
      "a result follows while a call to the API's side is pending",
      [assistant(serverCall("srvtoolu_1"), call("toolu_4", "Bash")), user(result("toolu_4", "ok"))],
    ],
  ])("E11.2 leaves the text where it is while %s", (_case, following) => {
    const moved = prepare([...beside, ...following]);

    expect(moved.slice(0, 3)).toEqual(beside);
    expect(JSON.stringify(moved.slice(3))).not.toContain("Be quick.");
  });

  it("E11.2 moves texts of several messages past those that cannot hold them, in order", () => {
    const talk = [assistant("Yes?"), user("Hello.")];
    const moved = prepare([...beside, ...talk, ...again, ...used, assistant("Done."), user("Bye.")]);

    expect(textsOf(moved[2])).toEqual(["Tool loaded."]);
    expect(moved[4]).toEqual(user("Hello."));
    expect(textsOf(moved[6])).toEqual(["Tool loaded."]);
    expect(moved[8]).toEqual(user(result("toolu_3", "ok"), "Be quick.", "Now."));
    expect(moved[10]).toEqual(user("Bye."));
  });

  it("E11.2 moves only text: other blocks and an older mark stay", () => {
    const image = { type: "image", source: {} };
    const marked = user(result("toolu_search", [reference(slack)]), "Tool loaded.", image, "Be quick.");
    const moved = prepare([...searched(slack).slice(0, 2), marked, ...used]);

    expect(moved[2]).toEqual(user(result("toolu_search", [reference(slack)]), "Tool loaded.", image));
    expect(moved[4]).toEqual(user(result("toolu_3", "ok"), "Be quick."));
  });

  it("E11.2, E6.3 gives the same result turn by turn as all at once, and changes nothing it returned before", () => {
    const memory = new EngineMemory();
    const messages = [
      ...beside,
      ...used,
      assistant("Done."),
      user("Bye."),
      ...again,
      ...used,
      assistant("."),
      user("!"),
    ];
    const handedOut = messages.map((_message, index) => {
      const input = request({ messages: messages.slice(0, index + 1), settings: silent });
      return { prepared: prepareRequest(input, memory), expected: prepareRequest(structuredClone(input)).messages };
    });

    for (const { prepared, expected } of handedOut) expect(prepared.messages).toEqual(expected);
  });

  it("E11.2 leaves a message that cannot hold text unchanged", () => {
    const messages = [{ role: "user", content: "Do it." } as const, ...searched(slack).slice(1), ...used];

    expect(prepare(messages)[4]).toBe(messages[4]);
    expect(prepare(messages, { model: "my-local-model" })).toEqual(messages);
  });

  it.each([
    ["an unknown model", { model: "my-local-model" }],
    ["the append loader", { settings: { ...silent, loader: "append" } }],
    ["a setting", { settings: { ...silent, turnBoundary: "none" } }],
  ] satisfies [string, Partial<RequestToPrepare>][])("E11.3 is off for %s", (_reason, changes) => {
    expect(JSON.stringify(prepare(searched(slack), changes))).not.toContain("Tool loaded.");
  });
});
