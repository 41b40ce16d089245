import { describe, expect, it } from "vitest";
import { assistant, bash, call, result, slackSend, user } from "../../testing/fixtures.ts";
import { repaired, repairsOf, serverCall, serverResult } from "../../testing/repairing.ts";

const slack = "mcp__slack__send_message";

describe("repair of pairs", () => {
  it("E10.3 adds a result for a call that lost it", () => {
    const messages = [
      user("Go."),
      assistant(call("toolu_1", "Bash"), call("toolu_2", "Bash")),
      user(result("toolu_2", "ok"), "On."),
    ];

    expect(repaired(messages).messages[2]?.content).toEqual([
      expect.objectContaining({ type: "tool_result", tool_use_id: "toolu_1", is_error: true }),
      result("toolu_2", "ok"),
      { type: "text", text: "On." },
    ]);
    expect(repairsOf(messages)).toEqual([{ repair: "result_added", message: 2, subject: "toolu_1" }]);
  });

  it("E10.3 inserts a message if the assistant continues without results", () => {
    const messages = [user("Go."), assistant(call("toolu_1", "Bash")), assistant("Well."), user("On.")];

    expect(repaired(messages).messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
    ]);
  });

  it("E10.3 leaves a call alone that is waiting for its result", () => {
    const messages = [user("Go."), assistant(call("toolu_1", "Bash"))];

    expect(repaired(messages).messages).toEqual(messages);
  });

  it("E10.3 drops results without a call, and a second result for one call", () => {
    const messages = [
      user(result("toolu_0", "lost")),
      assistant(call("toolu_1", "Bash")),
      user(result("toolu_1", "a"), result("toolu_1", "b"), result("srvtoolu_1", "c")),
    ];

    expect(repaired(messages).messages[0]?.content).toEqual([{ type: "text", text: "(no longer available)" }]);
    expect(repaired(messages).messages[2]?.content).toEqual([result("toolu_1", "a")]);
  });

  it("E10.3 accepts results that are spread over several user messages", () => {
    const messages = [
      user("Go."),
      assistant(call("toolu_1", "Bash"), call("toolu_2", "Bash")),
      user(result("toolu_1", "a")),
      user(result("toolu_2", "b")),
    ];

    expect(repaired(messages).messages).toEqual(messages);
  });

  it("E10.3 keeps a server-side call that is pending or answered in the assistant's next message", () => {
    const pending = [
      user("Go."),
      assistant(serverCall("srvtoolu_1"), call("toolu_1", "Bash")),
      user(result("toolu_1", "ok")),
    ];
    const answered = [...pending, assistant(serverResult("srvtoolu_1", slack), "Found."), user("On.")];

    expect(repaired(pending).messages).toEqual(pending);
    expect(repaired(answered).messages).toEqual(answered);
  });

  it("E10.3 drops one half of a server-side call if the other half is lost", () => {
    const withoutResult = [
      user("Go."),
      assistant(serverCall("srvtoolu_1"), "Hm."),
      user("On."),
      assistant("Well."),
      user("x"),
    ];
    const withoutCall = [user("Go."), assistant(serverResult("srvtoolu_9", slack), "Hm."), user("On.")];

    expect(repaired(withoutResult).messages[1]?.content).toEqual([{ type: "text", text: "Hm." }]);
    expect(repaired(withoutCall).messages[1]?.content).toEqual([{ type: "text", text: "Hm." }]);
    expect(repairsOf(withoutCall)).toEqual([{ repair: "server_result_dropped", message: 1, subject: "srvtoolu_9" }]);
  });

  it("E10.3 keeps calls of tools that the request does not declare", () => {
    const messages = [user("Go."), assistant(call("toolu_1", slackSend.name ?? "")), user(result("toolu_1", "ok"))];

    expect(repaired(messages, { tools: [bash] }).messages).toEqual(messages);
  });

  it("E10.3 fills empty messages that the API would refuse, and reports it", () => {
    const empty = { role: "assistant", content: [] } as const;

    expect(repaired([user("Go."), empty, user("On.")]).messages[1]?.content).toEqual([
      { type: "text", text: "(no longer available)" },
    ]);
    expect(repairsOf([user("Go."), empty, user("On.")])).toEqual([
      { repair: "empty_message_filled", message: 1, subject: "assistant" },
    ]);
    expect(repaired([user("Go."), empty]).messages[1]).toBe(empty);
  });
});
