import type { SearchAnswer } from "@toolcrib/search";
import { expect, it } from "vitest";
import type { Output } from "./console-output.ts";
import { printAnswer } from "./print-answer.ts";
import { createStyle } from "./style.ts";

it("labels tools of other servers that say the same, and shows what names hide", () => {
  const lines: string[] = [];
  const output = { print: (line: string) => lines.push(line), style: createStyle(false) } as unknown as Output;
  const answer = {
    hits: [{ name: "mcp__a__tides", score: 1, why: [], sameAs: ["mcp__b__tides", "mcp__c__tides\u200b"] }],
    candidates: [{ name: "mcp__b__tides", description: "Get tides.", sameAs: ["mcp__a__tides"] }],
    summary: "1 tool matches; 3 tools were searched.",
  } as unknown as SearchAnswer;

  printAnswer({ answer, toolsByName: new Map(), reasons: "none" }, output);

  expect(lines).toEqual([
    " 1. mcp__a__tides  1",
    "    same as mcp__b__tides, mcp__c__tides\\u200b",
    "May be meant too",
    "  - mcp__b__tides  Get tides. (same as mcp__a__tides)",
    "1 tool matches; 3 tools were searched.",
  ]);
});
