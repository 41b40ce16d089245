import { describe, expect, it } from "vitest";
import { nearestNames } from "./nearest-names.ts";

const names = ["mcp__github__create_issue", "mcp__github__list_issues", "send_email", "mcp__jira__create_issue"];

describe("nearestNames", () => {
  it("finds names with similar spelling, nearest first and ties by name", () => {
    expect(nearestNames("creat_isue", names).slice(0, 2)).toEqual([
      "mcp__github__create_issue",
      "mcp__jira__create_issue",
    ]);
    expect(nearestNames("SEND_MAIL", names)).toEqual(["send_email"]);
  });

  it("compares without the server", () => {
    expect(nearestNames("mcp__gone__send_email", names)).toEqual(["send_email"]);
  });

  it("treats every separator alike", () => {
    expect(nearestNames("send email", names)).toEqual(["send_email"]);
    expect(nearestNames("send-email", names)).toEqual(nearestNames("send_email", names));
  });

  it("returns at most three, and none that is not similar", () => {
    expect(nearestNames("create_issue", [...names, "create_issue2", "create_issue3"])).toHaveLength(3);
    expect(nearestNames("weather", names)).toEqual([]);
  });

  it.each(["", "x", "mcp__a__"])("has nothing to compare in %j", (text) => {
    expect(nearestNames(text, names)).toEqual([]);
  });

  it("looks at a bounded number of names", () => {
    function* endless(): Generator<string> {
      for (;;) yield "create_issue";
    }
    expect(nearestNames("create_issue", endless())).toHaveLength(3);
  });
});
