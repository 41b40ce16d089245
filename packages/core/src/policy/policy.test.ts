import { describe, expect, it } from "vitest";
import type { Tool } from "../index.ts";
import { bash, mcpTool, searched, slackSend, textsOf, user } from "../testing/fixtures.ts";
import { repaired } from "../testing/repairing.ts";
import {
  checkPolicy,
  findPolicyRule,
  findRuleAgainstCall,
  hidesAllOf,
  hidesServer,
  hidesTool,
  mayHideFrom,
  type PolicyRule,
  rulesForClient,
} from "./index.ts";

const hides = (tool: Tool, rule: Omit<PolicyRule, "action">) => hidesTool(tool, [{ action: "deny", ...rule }]);
const toolsetTool: Tool = { name: "cal_drop", server: "cal", aliases: ["mcp__cal__drop", "drop"] };

describe("a rule's name", () => {
  it.each([
    ["the name that a client gives the tool", mcpTool("cal", "drop")],
    ["the name in a toolset", toolsetTool],
    ["the name behind a front's prefix", builtInBehindFront("mcp__cal__drop")],
  ])("E1.0 matches the tool by %s", (_where, tool) => {
    expect(hides(tool, { name: "mcp__cal__drop" })).toBe(true);
    expect(hides(tool, { name: "drop" })).toBe(true);
    expect(hides(tool, { server: "cal" })).toBe(true);
    expect(hides(tool, { name: "dro" })).toBe(false);
    expect(hides(tool, { server: "ca" })).toBe(false);
  });

  it("E1.0 matches names in which a client replaced characters", () => {
    expect(hides(mcpTool("claude_ai_Cal", "drop_all"), { server: "claude.ai Cal", name: "drop.all" })).toBe(true);
    expect(hides(mcpTool("other", "drop_all"), { server: "claude.ai Cal" })).toBe(false);
  });

  it("E1.0 is recognised after three prefixes, and no more", () => {
    expect(hides({ name: "mcp__a__mcp__b__mcp__c__drop" }, { name: "drop" })).toBe(true);
    expect(hides({ name: "mcp__a__mcp__b__mcp__c__mcp__d__drop" }, { name: "drop" })).toBe(false);
  });

  it("E1.0 matches a toolset by its server", () => {
    const toolset = { type: "mcp_toolset", mcp_server_name: "cal" } as Tool;

    expect(hides(toolset, { server: "cal" })).toBe(true);
    expect(hides(toolset, { server: "mail" })).toBe(false);
  });

  it("E1.0 uses the listed server, not one that the name could be parsed as", () => {
    const tool = { name: "mcp__my__server__x_0a1b2c3d", server: "my__server", aliases: ["mcp__my__server__x", "x"] };

    expect(hides(tool, { server: "my" })).toBe(false);
    expect(hides(tool, { server: "my__server" })).toBe(true);
  });

  it("E1.0 can be matched against names of any length and shape", () => {
    expect(hides(builtInBehindFront("mcp__a__".repeat(50_000)), { name: "drop" })).toBe(false);
    const odd = { name: "x", server: 5, aliases: "y", annotations: "z" } as unknown as Tool;
    expect(hides(odd, { name: "y", server: "5", annotation: "length" })).toBe(false);
    const odder = { name: ["mcp__cal__drop"], aliases: undefined, annotations: null } as unknown as Tool;
    expect(hides(odder, { server: "cal" })).toBe(false);
    expect(hides(odder, { annotation: "destructiveHint" })).toBe(false);
    expect(hides({ aliases: [5, "y"] } as unknown as Tool, { name: "y" })).toBe(true);
  });
});

describe("several rules", () => {
  it("E1.0, E1.2 are decided by the first that hides, at any position, otherwise by the first that matches", () => {
    const pin: PolicyRule = { action: "pin", name: "*send*" };
    const hide: PolicyRule = { action: "hide", server: "slack" };
    const deny: PolicyRule = { action: "deny", name: "*" };

    expect(findPolicyRule(slackSend, [pin, hide, deny])).toBe(hide);
    expect(findPolicyRule(slackSend, [pin, { action: "defer", name: "*" }])).toBe(pin);
    expect(findPolicyRule(bash, [pin, hide])).toBeUndefined();
  });
});

describe("a rule by annotation", () => {
  it("E1.0 requires an annotation of the tool itself that is true", () => {
    expect(hides({ ...slackSend, annotations: { destructiveHint: true } }, { annotation: "destructiveHint" })).toBe(
      true,
    );
    expect(hides({ ...slackSend, annotations: { destructiveHint: "yes" } }, { annotation: "destructiveHint" })).toBe(
      false,
    );
    expect(hides(slackSend, { annotation: "constructor" })).toBe(false);
  });
});

describe("a server", () => {
  it.each<[boolean, Omit<PolicyRule, "action">]>([
    [true, { server: "cal" }],
    [true, { server: "c*", name: "*" }],
    [true, { name: "mcp__cal__*" }],
    [false, { name: "mcp__cal__?" }],
    [false, { server: "cal", name: "drop*" }],
    [false, { server: "cal", annotation: "destructiveHint" }],
    [false, { server: "cal", arguments: { path: "*" } }],
    [false, { server: "calendar" }],
  ])("E1.0 is hidden (%s) by a rule with %o", (isHidden, conditions) => {
    const rules: readonly PolicyRule[] = [
      { action: "pin", server: "cal" },
      { action: "deny", ...conditions },
    ];

    expect(hidesServer("cal", rules)).toBe(isHidden);
  });

  it("E1.0 must be checked if a rule without its name, or with it, could forbid something", () => {
    expect(mayHideFrom("cal", [{ action: "deny", annotation: "destructiveHint" }])).toBe(true);
    expect(mayHideFrom("cal", [{ action: "hide", server: "c*", arguments: { a: "b" } }])).toBe(true);
    expect(mayHideFrom("cal", [{ action: "hide", server: "mail" }])).toBe(false);
    expect(mayHideFrom("cal", [{ action: "pin", name: "*" }])).toBe(false);
    expect(
      mayHideFrom("cal", [
        { action: "pin", name: "*" },
        { action: "hide", name: "a" },
      ]),
    ).toBe(true);
  });
});

describe("rules for a client", () => {
  it("E1.0 are those for any client or for this one", () => {
    const forAll: PolicyRule = { action: "hide", name: "a" };
    const forGuests: PolicyRule = { action: "hide", name: "b", client: "guest*" };

    expect(rulesForClient([forAll, forGuests], "guest-app")).toEqual([forAll, forGuests]);
    expect(rulesForClient([forAll, forGuests], "")).toEqual([forAll]);
    const plain = [forAll];
    expect(rulesForClient(plain, "x")).toBe(plain);
  });
});

describe("a rule from a config", () => {
  it.each([
    ["no condition", { action: "deny" }, "policy[0]"],
    ["an unknown action", { action: "forbid", name: "x" }, "policy[0].action"],
    ["a mistyped field", { action: "deny", nmae: "x" }, "policy[0].nmae"],
    ["a pattern that is no text", { action: "deny", name: 5 }, "policy[0].name"],
    ["an unclosed bracket", { action: "deny", name: "mcp__[x" }, "policy[0].name"],
    ["braces", { action: "hide", server: "{a,b}" }, "policy[0].server"],
    ["arguments that are no texts", { action: "deny", arguments: { path: 5 } }, "policy[0].arguments"],
    ["arguments on a pin", { action: "pin", arguments: { path: "x" } }, "policy[0].arguments"],
    ["no object", "deny", "policy[0]"],
  ])("E1.2 is refused with %s", (_what, rule, setting) => {
    expect(() => checkPolicy([rule as PolicyRule], "policy")).toThrow(
      expect.objectContaining({ code: "invalid_setting", message: expect.stringContaining(`The setting ${setting} `) }),
    );
  });
});

describe("a conversation about a hidden tool", () => {
  const policy: readonly PolicyRule[] = [{ action: "hide", name: "send_message" }];
  const slack = "mcp__slack__send_message";

  it.each([true, false])("E1.0 does not name it in place of references, with search %s", (toolSearch) => {
    const settings = { policy, toolSearch, announcement: "none", turnBoundary: "none" } as const;
    const { messages } = repaired(searched(slack, "mcp__gone__tool"), { settings });

    expect(JSON.stringify(messages[2])).not.toContain("send_message");
    expect(JSON.stringify(messages[2])).toContain("mcp__gone__tool");
  });

  it.each(["native", "bridge"] as const)("E1.0 does not include its definition on %s", (loader) => {
    const definition = { ...slackSend, description: "Sends." };
    const additions = [
      { type: "tool_addition", tool: { type: "tool_definition", definition } },
      { type: "tool_addition", tool: { type: "tool_reference", name: slack } },
    ];
    const settings = { policy, loader, announcement: "none" } as const;
    const { messages } = repaired([user("Go."), { role: "system", content: additions }, user("On.")], { settings });

    expect(JSON.stringify(messages)).not.toContain("send_message");
    expect(textsOf(messages.at(-1))).toEqual(["On."]);
  });
});

function builtInBehindFront(name: string): Tool {
  return { name: `mcp__toolcrib__${name}`, input_schema: { type: "object" } };
}

describe("exceptions of a rule", () => {
  const onlyCal: PolicyRule = {
    action: "deny",
    server: "*",
    except: [{ server: "cal", name: "read_*" }, { name: "mcp__mail__*" }],
  };
  const listed = (server: string, own: string): Tool => ({
    name: `${server}_${own}`,
    server,
    aliases: [`mcp__${server}__${own}`, own],
  });

  it("E1.0 leave the tools alone that meet all conditions of one of them", () => {
    const visible = (tool: Tool): boolean => !hidesTool(tool, [onlyCal]);

    expect([listed("cal", "read_day"), listed("mail", "send"), mcpTool("cal", "read_day")].map(visible)).toEqual([
      true,
      true,
      true,
    ]);
    expect([listed("cal", "drop"), listed("db", "read_day"), mcpTool("db", "read_day")].map(visible)).toEqual([
      false,
      false,
      false,
    ]);
    expect(visible(bash)).toBe(true);
  });

  it("E1.0 do not hold for a tool that takes the name of another server's", () => {
    expect(hidesTool(listed("evil", "mcp__mail__send"), [onlyCal])).toBe(true);
  });

  it("E1.0 do not undo another rule", () => {
    expect(hidesTool(listed("mail", "send"), [onlyCal, { action: "hide", name: "send" }])).toBe(true);
    expect(findRuleAgainstCall(listed("cal", "drop"), {}, [onlyCal])).toBe(onlyCal);
  });

  it("E1.0 leave a server hidden as a whole, unless they are about all of it", () => {
    expect(hidesServer("cal", [onlyCal])).toBe(true);
    expect(hidesServer("mail", [onlyCal])).toBe(false);
    expect([hidesAllOf("cal", [onlyCal]), hidesAllOf("db", [{ action: "hide", server: "db" }])]).toEqual([false, true]);
  });

  it.each([
    ["without conditions", [{}]],
    ["with an unknown field", [{ client: "x" }]],
    ["that is no list", { name: "x" }],
  ])("E1.0 are refused if there is one %s", (_what, except) => {
    expect(() => checkPolicy([{ action: "deny", name: "*", except } as PolicyRule], "policy")).toThrow(
      /policy\[0\]\.except/,
    );
  });

  it("E1.0 are refused on rules that neither hide nor deny", () => {
    expect(() => checkPolicy([{ action: "pin", name: "*", except: [{ name: "a" }] }], "policy")).toThrow(
      /hide or deny only/,
    );
  });
});
