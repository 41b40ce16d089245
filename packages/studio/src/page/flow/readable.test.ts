import { describe, expect, it } from "vitest";
import { readPayload } from "./readable.ts";

describe("readPayload", () => {
  it("shows an answer as its text and its calls", () => {
    const blocks = [
      { type: "text", text: "I look it up." },
      { type: "tool_use", id: "1", name: "find", input: { city: "Oslo", days: 3 } },
    ];

    expect(readPayload(blocks)).toEqual([
      { type: "text", label: undefined, text: "I look it up." },
      {
        type: "call",
        name: "find",
        input: [
          ["city", "Oslo"],
          ["days", "3"],
        ],
      },
    ]);
    expect(readPayload({ role: "assistant", content: blocks })).toEqual(readPayload(blocks));
  });

  it("shows a request as its system prompt, its last message and its tools", () => {
    const body = {
      system: "Be brief.",
      messages: [
        { role: "user", content: "Hello." },
        { role: "assistant", content: "Hi." },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "42" }] },
      ],
      tools: [{ name: "add" }, { name: "sub" }],
    };

    expect(readPayload(body)).toEqual([
      { type: "text", label: "system", text: "Be brief." },
      { type: "text", label: "before", text: "2 earlier messages" },
      { type: "text", label: "result", text: "42" },
      { type: "tools", label: "Tools (2)", names: ["add", "sub"] },
    ]);
  });

  it.each([
    [["a", "b"], { type: "tools", label: "Tools", names: ["a", "b"] }],
    [[], { type: "text", label: undefined, text: "Nothing was found." }],
    [{ query: "sum" }, { type: "text", label: "Query", text: "sum" }],
    [
      { type: "error", error: { message: "Busy." } },
      { type: "text", label: "Error", text: "Busy." },
    ],
  ])("reads %j", (payload, part) => {
    expect(readPayload(payload)).toEqual([part]);
  });

  it.each([[null], [7], [{}], [{ messages: "x" }], [{ content: [{ type: "image" }] }], [[null, 3]]])(
    "leaves %j to the JSON",
    (payload) => {
      expect(readPayload(payload)).toBeUndefined();
    },
  );
});
