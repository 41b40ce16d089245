import { describe, expect, it } from "vitest";
import { runToolcrib } from "../../../testing/run-toolcrib.ts";
import { serve } from "../../../testing/serve.ts";
import type { ConversationReport } from "./print-conversation.ts";
import { demoRequest, standInModel } from "./stand-in-model.ts";

const environment = { ANTHROPIC_API_KEY: undefined };

describe("toolcrib demo --serve", () => {
  it("runs the conversation with real servers, and keeps the cache", async () => {
    const { stdout, exitCode } = await runToolcrib(["demo", "--serve", "--once", "--json"], { environment });
    const report = JSON.parse(stdout) as ConversationReport;

    expect(exitCode).toBe(0);
    expect(report.servers).toEqual(["everything", "files", "memory"]);
    expect(report.steps.map(({ title }) => title)).toEqual([
      "request",
      "forward",
      "search call",
      "look-up",
      "schemas",
      "injection",
      "tool call",
      "real call",
      "real result",
      "into context",
      "final answer",
    ]);
    expect(report.steps[8]?.says).toContain("The sum of 19 and 23 is 42.");
    expect(report.withDeferral.lostTokens).toBe(0);
    expect(report.withDeferral.promptTokens).toBeLessThan(report.withoutDeferral.promptTokens / 3);
    expect(report.withDeferral.turns.length - report.withoutDeferral.turns.length).toBe(2);
  });

  it("names the stand-in, says how tokens are counted, and exits without a terminal", async () => {
    const { stdout, exitCode } = await runToolcrib(["demo", "--serve"], { environment });

    expect(exitCode).toBe(0);
    expect(stdout).toContain("a scripted model");
    expect(stdout).toContain("as the scripted model counts them (characters of the prompt ÷ 4)");
    expect(stdout).toContain("The cache was kept");
  });

  it("runs no conversation with a real upstream", async () => {
    const url = await serve(() => Response.json({}));

    const { stdout, exitCode } = await runToolcrib(["demo", "--serve", "--once", "--upstream", url], { environment });

    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
  });
});

describe("the stand-in", () => {
  const body = { model: "stand-in", max_tokens: 10, tools: [{ name: "ToolSearch" }] };
  const request = { role: "user", content: demoRequest } as const;

  it("identifies itself to other clients", () => {
    const [answer] = standInModel({ ...body, messages: [{ role: "user", content: "Hello" }] }, 1);

    expect(answer).toMatchObject({ type: "text", text: expect.stringContaining("scripted stand-in") });
  });

  it("gives up after a search that found nothing, instead of searching forever", () => {
    const [, search] = standInModel({ ...body, messages: [request] }, 1);
    const messages = [request, { role: "assistant", content: [search] }] as never;
    const [answer] = standInModel({ ...body, messages }, 2);

    expect(search).toMatchObject({ type: "tool_use", name: "ToolSearch" });
    expect(answer).toMatchObject({ type: "text", text: expect.stringContaining("I found no tool") });
  });
});
