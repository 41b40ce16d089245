import { describe, expect, it } from "vitest";
import { type CallAnswer, type ContentBlock, nextTurn } from "../index.ts";
import { call, reference, result, user } from "../testing/fixtures.ts";
import { serverCall, serverResult } from "../testing/repairing.ts";

const note = { type: "text", text: "Not found: x." } as const;
const answers: readonly CallAnswer[] = [
  { result: { type: "tool_result", tool_use_id: "toolu_1", content: [reference("a")] }, note },
  { result: { type: "tool_result", tool_use_id: "toolu_2", content: "ok" } },
];
const calls = [call("toolu_1", "ToolSearch"), call("toolu_2", "Bash")];

describe("the next turn", () => {
  it("E5.2, E11.3 puts results first and notes after them, or holds notes back next to references", () => {
    const withoutReferences = [{ result: { ...answers[1]!.result, tool_use_id: "toolu_1" }, note }, answers[1]!];

    expect(nextTurn([user("Go.")], calls, withoutReferences)).toEqual([
      user("Go."),
      { role: "assistant", content: calls },
      user(result("toolu_1", "ok"), result("toolu_2", "ok"), note),
    ]);
    expect(nextTurn([user("Go.")], calls, answers)).toEqual([
      user("Go."),
      { role: "assistant", content: calls },
      user({ ...result("toolu_1", [reference("a")]), heldNotes: [note] } as ContentBlock, result("toolu_2", "ok")),
    ]);
    expect(nextTurn([user("Go.")], [note])).toEqual([user("Go."), { role: "assistant", content: [note] }]);
  });

  it("E10.3 sends only results while a server-side call is pending", () => {
    const [, , pending] = nextTurn([user("Go.")], [serverCall("srvtoolu_1"), ...calls], answers);
    const [, , settled] = nextTurn(
      [user("Go.")],
      [serverCall("srvtoolu_1"), serverResult("srvtoolu_1"), ...calls],
      answers,
    );

    expect(pending).toEqual(
      user({ ...result("toolu_1", [reference("a")]), heldNotes: [note] } as ContentBlock, result("toolu_2", "ok")),
    );
    expect(settled).toEqual(pending);
    const failed: CallAnswer = { result: { type: "tool_result", tool_use_id: "toolu_1", content: "none" }, note };
    expect(nextTurn([user("Go.")], [serverCall("srvtoolu_1"), ...calls], [failed])[2]).toEqual(
      user(result("toolu_1", [{ type: "text", text: "none" } as ContentBlock, note])),
    );
  });
});
