import { ToolIndex } from "@toolcrib/search";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { literalsOf } from "./pattern-literals.ts";
import { PatternTexts } from "./pattern-texts.ts";

describe("the literals of a pattern", () => {
  it.each([
    ["weather", ["weather"]],
    ["get_.*_data", ["_data"]],
    ["(?i)Database.*query|query.*database", ["database", "database"]],
    ["colou?r", ["colo"]],
    ["ab+c", ["ab"]],
    ["^send_mail$", ["send_mail"]],
    ["(get|set)_user", ["_user"]],
    ["[a-z]+_issue", ["_issue"]],
    ["\\bissue\\b", ["issue"]],
    ["a{0}bc", ["bc"]],
    ["x{2,3}yz", ["yz"]],
    [".*", undefined],
    ["", undefined],
    ["a|.", undefined],
    ["(a|b)", undefined],
    ["\\x41b", ["b"]],
    ["\\Qab\\E", undefined],
    ["[]a]bc", ["bc"]],
  ])("of %s are %j", (pattern, literals) => {
    expect(literalsOf(pattern)).toEqual(literals);
  });
});

describe("tools that a pattern may match", () => {
  const words = ["get", "set", "user", "mail", "a", "b", "_", " ", "K", "ſ", "Ünï", "x1"];
  const tools = fc.uniqueArray(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }), {
    selector: (parts) => parts.join(""),
    minLength: 1,
    maxLength: 8,
  });
  const piece = fc.oneof(
    fc.constantFrom(
      ...words,
      ".*",
      ".",
      "a?",
      "b+",
      "[a-m]",
      "[^x]",
      "(get|set)",
      "(?:mail)?",
      "\\w",
      "\\d*",
      "x{1,2}",
      "^",
      "$",
      "\\_",
    ),
  );
  const pattern = fc
    .array(fc.array(piece, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((alternatives) => alternatives.map((parts) => parts.join("")).join("|"));

  it("include all that it matches, and possibly more", async () => {
    await fc.assert(
      fc.asyncProperty(tools, pattern, async (names, wanted) => {
        const catalogue = names.map((parts, number) => ({ name: `t${number}`, description: parts.join("") }));
        const index = new ToolIndex({ embedder: null });
        index.add(catalogue);
        const { hits } = await index.search(wanted, { ranker: "regex", limit: 100 });
        const candidates = new PatternTexts(catalogue).candidates(wanted);

        for (const { name } of hits) expect(candidates?.has(name) ?? true).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
