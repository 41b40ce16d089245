import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mcpToolName, parseMcpToolName } from "./index.ts";

const anyName = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 100 }),
  fc.stringMatching(/^[a-z_.-]{1,70}$/),
  fc.stringMatching(/^[ab_]{1,6}$/),
);

describe("the name of an MCP server's tool", () => {
  it("P5 is mcp__server__tool if that is valid", () => {
    expect(mcpToolName("github", "create_issue")).toBe("mcp__github__create_issue");
    expect(mcpToolName("my-server", "list-all")).toBe("mcp__my-server__list-all");
  });

  it("P5 always has a length and characters that APIs allow", () => {
    fc.assert(
      fc.property(anyName, anyName, (server, tool) => {
        expect(mcpToolName(server, tool)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      }),
    );
  });

  it("P5 is unique for each pair of names, even adversarial ones", () => {
    const pairs = fc.array(fc.tuple(anyName, anyName), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(pairs, (list) => {
        const owners = new Map<string, string>();
        for (const [server, tool] of list) {
          const name = mcpToolName(server, tool);
          const owner = JSON.stringify([server, tool]);
          expect(owners.get(name) ?? owner).toBe(owner);
          owners.set(name, owner);
        }
      }),
    );
  });

  it.each([
    [
      ["a", "b__c"],
      ["a__b", "c"],
    ],
    [
      ["a_", "b"],
      ["a", "_b"],
    ],
    [
      ["s", "dotted.name"],
      ["s", "dotted_name"],
    ],
    [
      ["s", `${"x".repeat(100)}1`],
      ["s", `${"x".repeat(100)}2`],
    ],
    [
      ["my server", "t"],
      ["my_server", mcpToolName("my server", "t").slice("mcp__my_server__".length)],
    ],
  ])("P5 is different for %j and %j", (first, second) => {
    expect(mcpToolName(first[0]!, first[1]!)).not.toBe(mcpToolName(second[0]!, second[1]!));
  });

  it("P5 is the same in every run", () => {
    expect(mcpToolName("my server", "dotted.name")).toBe("mcp__my_server__dotted_name_43a3a3f5");
  });

  it("P5 respects a shorter limit, for clients that add their own prefix", () => {
    expect(mcpToolName("github", "create_pull_request_review_comment", 40)).toHaveLength(40);
  });

  it("P5 can be parsed back into its two names if it was not shortened", () => {
    fc.assert(
      fc.property(anyName, anyName, (server, tool) => {
        const name = mcpToolName(server, tool);
        const parsed = parseMcpToolName(name);
        if (name === `mcp__${server}__${tool}`) expect(parsed).toEqual({ server, tool });
        else expect(parsed).toBeUndefined();
      }),
    );
  });
});
