import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const linesOf = (file: URL): number => readFileSync(file, "utf8").split("\n").length - 1;

// Rules of the Claude Agent SDK mean nothing to a bridge: the adapter applies them, in a folder of its own.
it.each(["langchain", "openai-agents", "mastra", "google-adk", "claude-agent-sdk"])(
  "the adapter for %s has at most 240 lines on top of the core, and 500 for rules",
  (adapter) => {
    const folder = new URL(`../${adapter}/src/`, import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
    const sum = (each: readonly string[]) => each.reduce((lines, file) => lines + linesOf(new URL(file, folder)), 0);
    const isRules = (file: string) => /^(rules|real-calls|query-options)\b/.test(file);

    expect(sum(sources)).toBeGreaterThan(100);
    expect(sum(sources.filter((file) => !isRules(file)))).toBeLessThanOrEqual(240);
    expect(sum(sources.filter(isRules))).toBeLessThanOrEqual(500);
  },
);

it.each(["ai-sdk", "langchain", "openai-agents", "mastra", "google-adk", "claude-agent-sdk"])(
  "the example for %s has fewer than 60 lines",
  (framework) => {
    expect(linesOf(new URL(`../../../examples/agent-${framework}/agent.ts`, import.meta.url))).toBeLessThan(60);
  },
);
