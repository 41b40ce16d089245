import { describe, expect, it } from "vitest";
import { DeferralSession } from "../index.ts";
import { bash, call, slackSend, user } from "../testing/fixtures.ts";
import { WordIndex } from "../testing/word-index.ts";
import { findRuleAgainstCall, guardsCallsOf, hidesTool, type PolicyRule } from "./index.ts";

describe("a rule by arguments", () => {
  const rules: readonly PolicyRule[] = [{ action: "deny", name: "*send*", arguments: { "to.path": "/etc/*" } }];
  const against = (input: unknown) => findRuleAgainstCall(slackSend, input, rules) !== undefined;

  it("E1.0 forbids calls and keeps the tool visible", () => {
    expect(hidesTool(slackSend, rules)).toBe(false);
    expect(against({ to: { path: "/etc/passwd" } })).toBe(true);
    expect(against({ to: { path: "/srv" } })).toBe(false);
    expect(against({})).toBe(false);
    expect(against(null)).toBe(false);
    expect(findRuleAgainstCall(bash, { to: { path: "/etc/passwd" } }, rules)).toBeUndefined();
  });

  it("E1.0 checks the calls of the tools it applies to", () => {
    const ofOther: PolicyRule = { action: "deny", name: "Bash", arguments: { command: "rm *" } };
    const withoutArguments: PolicyRule = { action: "defer", name: "*" };

    expect(guardsCallsOf(slackSend, [])).toBe(false);
    expect(guardsCallsOf(slackSend, [ofOther, withoutArguments])).toBe(false);
    expect(guardsCallsOf(slackSend, [ofOther, ...rules])).toBe(true);
  });

  it("E1.0 need not name arguments to forbid every call of a tool", () => {
    const hiding: PolicyRule = { action: "hide", name: "*send*" };

    expect(findRuleAgainstCall(slackSend, {}, [{ action: "pin", name: "*" }, hiding])).toBe(hiding);
  });

  it("E1.0 checks every item of a list, and values that are not strings", () => {
    expect(against({ to: [{ path: "/srv" }, { path: ["/tmp", "/etc/passwd"] }] })).toBe(true);
    const byNumber: readonly PolicyRule[] = [{ action: "hide", server: "slack", arguments: { count: "1*" } }];
    expect(findRuleAgainstCall(slackSend, { count: 100 }, byNumber)).toBeDefined();
  });

  it("E1.0 forbids arguments that are nested too deeply to check", () => {
    let deep: unknown = "/srv";
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];

    expect(against({ to: deep })).toBe(true);
  });

  it("E1.0 takes precedence over a pin, and the session refuses the call", () => {
    const policy: readonly PolicyRule[] = [{ action: "pin", name: "*send*" }, ...rules];
    const session = new DeferralSession({
      tools: [bash, slackSend],
      settings: { policy },
      createIndex: () => new WordIndex(),
    });
    const checked = (input: unknown) =>
      session.checkCall(call("toolu_1", "mcp__slack__send_message", input), [user("Go.")]);

    expect(checked({ to: { path: "/etc/passwd" } })).toMatchObject({ verdict: "refuse", reason: "forbidden" });
    expect(checked({ text: "hi" })).toMatchObject({ verdict: "run" });
  });
});
