import { createServer } from "node:net";
import type { AdminApiSavings } from "@toolcrib/gateway";
import { describe, expect, it, onTestFinished } from "vitest";
import { runToolcrib, startToolcrib } from "../../../testing/run-toolcrib.ts";
import { serve } from "../../../testing/serve.ts";
import type { ConversationReport } from "./print-conversation.ts";

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
    // The gateway counts the model's calls, with the model's own numbers, and its estimate is close to what was measured.
    expect(report.savings).toMatchObject({ modelCalls: report.withDeferral.turns.length, extraCalls: 2 });
    expect(report.savings.sent).toMatchObject({ promptTokens: report.withDeferral.promptTokens, source: "counted" });
    const error = report.savings.withoutDeferral.promptTokens / report.withoutDeferral.promptTokens - 1;
    expect(Math.abs(error)).toBeLessThan(0.03);
  });

  it("names the stand-in, says how tokens are counted, and serves without a terminal until it is stopped", async () => {
    const command = startToolcrib(["demo", "--serve"], { environment, input: "" });
    onTestFinished(() => command.signal("SIGKILL"));
    const [, url = ""] = await command.saw(/Listening on (http:\/\/127\.0\.0\.1:\d+)[\s\S]*Press Ctrl\+C to stop/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const { today } = (await (await fetch(`${url}/admin/savings`)).json()) as AdminApiSavings;
    command.signal("SIGINT");
    const { stdout, exitCode } = await command.ended;

    expect(exitCode).toBe(0);
    expect(stdout).toContain("a scripted model");
    expect(stdout).toContain("as the scripted model counts them (characters of the prompt ÷ 4)");
    expect(stdout).toContain("The cache was kept");
    // The studio shows the same.
    expect(today.conversations).toBe(1);
    expect(stdout).toContain(`${Math.round(today.savings.saved.promptShare * 100)} % fewer prompt tokens`);
  });

  it("serves a real upstream without a conversation, and says which other port it took", async () => {
    const upstream = await serve(({ path }) => Response.json({ path }));
    const taken = createServer().listen(8788, "127.0.0.1");
    // Another program may have the port already: that serves as well.
    taken.on("error", () => {});
    onTestFinished(() => void taken.close());
    const command = startToolcrib(["demo", "--serve", "--upstream", upstream], { environment, input: "" });
    onTestFinished(() => command.signal("SIGKILL"));

    await command.saw(/port 8788 is in use, so port \d+ is used instead; --port chooses one/);
    const [, url = ""] = await command.saw(/Listening on (http:\/\/127\.0\.0\.1:\d+)/);
    const answer = await fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "k", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ model: "any", max_tokens: 1, messages: [{ role: "user", content: "Hello" }] }),
    });

    expect(await answer.json()).toEqual({ path: "/v1/messages" });
    command.signal("SIGINT");
    const { stdout, exitCode } = await command.ended;
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain("A conversation through the gateway");
  });

  it("plays the scripted conversation with --once whatever key is set, and refuses a real upstream then", async () => {
    const withKey = await runToolcrib(["demo", "--serve", "--once"], {
      environment: { ANTHROPIC_API_KEY: "sk-ant-x" },
    });
    const withUpstream = await runToolcrib(["demo", "--serve", "--once", "--upstream", "http://127.0.0.1:9"]);

    expect(withKey).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("The cache was kept") });
    expect(withUpstream).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--once cannot be combined") });
  });
});
