import { isToolcribError } from "@toolcrib/shared/errors";
import { describe, expect, it } from "vitest";
import { CoreError, type Message, prepareRequest, type RequestToPrepare, type Settings } from "../../index.ts";
import { loaderNames } from "../../loaders/index.ts";
import { assistant, call, catalogue, request, result, searched, user } from "../../testing/fixtures.ts";
import { EngineMemory } from "../index.ts";

const slack = "mcp__slack__send_message";

function freezeDeeply<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) freezeDeeply(part);
    Object.freeze(value);
  }
  return value;
}

describe("preparing a request", () => {
  it("P4 never modifies its input", () => {
    const input = freezeDeeply(
      structuredClone(request({ messages: searched(slack, "mcp__gone__tool"), system: [{ type: "text" }] })),
    );

    for (const loader of ["native", "append", "bridge", "eager"] as const) {
      expect(() => prepareRequest({ ...input, settings: { loader } })).not.toThrow();
    }
  });

  it("L3 gives the same bytes for the same input", () => {
    const prepare = () => JSON.stringify(prepareRequest(structuredClone(request({ messages: searched(slack) }))));

    expect(prepare()).toBe(prepare());
  });

  it("L2 uses the settings of each request, not those of earlier ones", () => {
    const memory = new EngineMemory();
    const settings: readonly Settings[] = [{}, { announcementBudgetTokens: 10 }, { toolSearch: false }, {}];
    const prepare = (each: Settings, memory?: EngineMemory) =>
      JSON.stringify(prepareRequest(request({ settings: each }), memory));

    expect(settings.map((each) => prepare(each, memory))).toEqual(settings.map((each) => prepare(each)));
    expect(new Set(settings.map((each) => prepare(each))).size).toBe(3);
  });

  it.each([
    ["switched off", { settings: { toolSearch: false } }],
    ["below the threshold", { settings: { toolSearch: "auto:99" } }],
    ["on the last turn", { turnsLeft: 1 }],
  ] satisfies [string, Partial<RequestToPrepare>][])(
    "L8 passes a request through byte for byte when it is %s",
    (_reason, changes) => {
      const messages = [user("Go."), assistant(call("toolu_1", "Bash")), user(result("toolu_1", "ok"))];
      const system = [{ type: "text", text: "Be kind." }];
      const prepared = prepareRequest(request({ messages, system, betas: ["x"], ...changes }));

      expect(JSON.stringify(prepared.tools)).toBe(JSON.stringify(catalogue));
      expect(prepared.messages).toBe(messages);
      expect(prepared.system).toBe(system);
      expect(prepared.betas).toEqual(["x"]);
      expect(prepared.conversation).toBe(messages);
    },
  );

  it("E3.3, E10.5 traces every step in order", () => {
    const { trace } = prepareRequest(request({ settings: { toolSearch: "auto:1", contextWindows: [["*", 100]] } }));

    expect(trace.map(({ step }) => step)).toEqual([
      "mode",
      "model-support",
      "loader-available",
      "threshold",
      "deferral-decision",
      "found-tools",
      "request-tools",
      "wire-fields",
      "announcement",
      "repair",
    ]);
    expect(trace).toContainEqual({ step: "request-tools", loader: "native", sent: 6, sentDeferred: 4 });
  });
});

describe("bad input", () => {
  const prepare = (changes: object) => () => prepareRequest({ ...request(), ...changes } as RequestToPrepare);

  it.each([
    [null, "expected it to be an object, got null."],
    [{ role: "robot", content: "" }, 'expected role to be "user", "assistant" or "system", got "robot".'],
    [{ role: "user" }, "expected content to be a string or an array of blocks, got undefined."],
    [{ role: "user", content: [5] }, "expected content[0] to be an object, got 5."],
    [{ role: "user", content: [{}] }, "expected content[0].type to be a string, got undefined."],
    [
      { role: "assistant", content: [{ type: "tool_use", name: "x" }] },
      "expected content[0].id to be a string, got undefined.",
    ],
    [
      { role: "user", content: [{ type: "tool_result" }] },
      "expected content[0].tool_use_id to be a string, got undefined.",
    ],
    [
      { role: "user", content: [{ type: "tool_result", tool_use_id: "x", content: [{ type: "tool_reference" }] }] },
      "expected content[0].content[0].tool_name to be a string, got undefined.",
    ],
    [{ role: "assistant", content: [{ type: "tool_search_tool_result", tool_use_id: "x", content: [] }] }, undefined],
    [
      {
        role: "assistant",
        content: [{ type: "tool_search_tool_result", tool_use_id: "x", content: { tool_references: 1 } }],
      },
      "expected content[0].content.tool_references to be an array, got 1.",
    ],
    [
      { role: "user", content: [{ type: "tool_result", tool_use_id: "x", heldNotes: 5 }] },
      "expected content[0].heldNotes to be an array of text blocks, got 5.",
    ],
    [
      { role: "user", content: [{ type: "tool_result", tool_use_id: "x", heldNotes: [{ type: "image" }] }] },
      "expected content[0].heldNotes to be an array of text blocks, got an object.",
    ],
    [{ role: "user", content: "", compactMetadata: 5 }, "expected compactMetadata to be an object, got 5."],
    [
      { role: "user", content: "", compactMetadata: { preCompactDiscoveredTools: "x" } },
      'expected compactMetadata.preCompactDiscoveredTools to be an array of strings, got "x".',
    ],
    [
      { role: "system", content: [{ type: "tool_addition" }] },
      "expected content[0].tool to be an object, got undefined.",
    ],
    [{ role: "user", content: [{ type: "constructor" }] }, undefined],
  ])("P1 in a message is reported with its position: %j", (message, problem) => {
    const act = prepare({ messages: [user("Hello."), message] as Message[] });

    if (problem === undefined) expect(act).not.toThrow();
    else expect(act).toThrow(`The message at position 1 is not usable: ${problem}`);
  });

  it.each([
    [{ messages: "Hello." }, "expected messages to be an array"],
    [{ model: undefined }, "expected model to be a string, got undefined."],
    [
      { settings: { loader: "magic" } },
      `The setting loader is not usable: expected one of ${loaderNames.join(", ")}, got "magic".`,
    ],
    [
      { settings: { toolSearch: 10 } },
      'The setting toolSearch is not usable: expected true, false, "auto" or "auto:N", got 10.',
    ],
    [{ settings: { announcementBudgetTokens: -1 } }, "expected a number from 0 up, got -1."],
    [
      { settings: { unsupportedModels: "*haiku*" } },
      'The setting unsupportedModels is not usable: expected an array, got "*haiku*".',
    ],
    [
      { settings: { policy: [{ action: "drop", name: "Bash" }] } },
      'The setting policy[0].action is not usable: expected one of pin, defer, hide, deny, got "drop".',
    ],
    [{ settings: { policy: [null] } }, "The setting policy[0] is not usable: expected an object, got null."],
  ])("P1 in a request is reported: %j", (changes, problem) => {
    expect(prepare(changes)).toThrow(problem);
  });

  it("P1 is an error that the other packages know, with a code and a remedy", () => {
    const error = new CoreError("invalid_request", { field: "{model}", expected: "$&", received: "null" });

    expect(isToolcribError(error)).toBe(true);
    expect(error.code).toBe("invalid_request");
    expect(error.message).toBe(`${error.summary} ${error.remedy}`);
    expect(error.summary).toBe("The request is not usable: expected {model} to be $&, got null.");
  });
});
