import { describe, expect, it } from "vitest";
import { type Message, prepareRequest, type RequestToPrepare, type Settings } from "../index.ts";
import { assistant, call, reference, request, result, searched, textsOf, user } from "../testing/fixtures.ts";

const slack = "mcp__slack__send_message";
const silent: Settings = { announcement: "none" };
const prepare = (messages: readonly Message[], changes: Partial<RequestToPrepare> = {}) =>
  prepareRequest(request({ messages, settings: silent, ...changes })).messages;

describe("the turn boundary", () => {
  it("E11.1 is a text in a user message that only loads tools", () => {
    expect(textsOf(prepare(searched(slack))[2])).toEqual(["Tool loaded."]);
  });

  it("E11.1 is not needed where there is text, or no reference", () => {
    const withText = [...searched(slack).slice(0, 2), user(result("toolu_search", [reference(slack)]), "Go on.")];
    const withoutReference = [user("Go."), assistant(call("toolu_1", "Bash")), user(result("toolu_1", "ok"))];

    expect(prepare(withText)).toEqual(withText);
    expect(prepare(withoutReference)).toEqual(withoutReference);
  });

  it("E11.2 moves text beside references to the next message with a result and no reference", () => {
    const messages = [
      ...searched(slack).slice(0, 2),
      user(result("toolu_search", [reference(slack)]), "Be quick."),
      assistant(call("toolu_1", slack)),
      user(result("toolu_1", "ok")),
    ];
    const moved = prepare(messages, { settings: { ...silent, turnBoundary: "relocate" } });

    expect(textsOf(moved[2])).toEqual([]);
    expect(moved[4]?.content).toEqual([result("toolu_1", "ok"), { type: "text", text: "Be quick." }]);
    expect(prepare(messages.slice(0, 3), { settings: { ...silent, turnBoundary: "relocate" } })).toEqual(
      messages.slice(0, 3),
    );
  });

  it.each([
    ["an unknown model", { model: "my-local-model" }],
    ["the append loader", { settings: { ...silent, loader: "append" } }],
    ["a setting", { settings: { ...silent, turnBoundary: "none" } }],
  ] satisfies [string, Partial<RequestToPrepare>][])("E11.3 is off for %s", (_reason, changes) => {
    expect(JSON.stringify(prepare(searched(slack), changes))).not.toContain("Tool loaded.");
  });
});
