import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const linesOf = (file: URL): number => readFileSync(file, "utf8").split("\n").length - 1;

it.each(["langchain", "openai-agents", "mastra", "google-adk", "claude-agent-sdk"])(
  "the adapter for %s has at most 200 lines on top of the core",
  (adapter) => {
    const folder = new URL(`../${adapter}/src/`, import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
    const lines = sources.reduce((sum, file) => sum + linesOf(new URL(file, folder)), 0);

    expect(lines).toBeGreaterThan(100);
    expect(lines).toBeLessThanOrEqual(200);
  },
);

it.each(["ai-sdk", "langchain", "openai-agents", "mastra", "google-adk", "claude-agent-sdk"])(
  "the example for %s has fewer than 60 lines",
  (framework) => {
    expect(linesOf(new URL(`../../../examples/agent-${framework}/agent.ts`, import.meta.url))).toBeLessThan(60);
  },
);
