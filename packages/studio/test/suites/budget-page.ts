import Anthropic from "@anthropic-ai/sdk";
import type { AdminApiTraces, TraceRecord } from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { formatShort } from "../../src/page/parts/format.ts";
import { clientSearch } from "../support/conversations.ts";
import { eventually, type Scene } from "../support/scene.ts";

export function describeBudgetPage(scene: () => Scene): void {
  describe("the context budget page", () => {
    it("shows the tokens of each turn against loading everything, and what the cache did", async () => {
      const { stage, gateway } = scene();
      const { traces } = (await (await fetch(`${gateway.url}/admin/traces?limit=100`)).json()) as AdminApiTraces;
      const toolset = traces.find(({ execution }) => execution === "mcp-toolset");
      const { page, problems, close } = await stage.open(
        `${gateway.url}/studio#/budget/${encodeURIComponent(`${toolset?.conversation} ${toolset?.model}`)}`,
      );

      const bar = page.getByRole("img", { name: /^Turn 1: / });
      await bar.waitFor();
      const name = (await bar.getAttribute("aria-label")) ?? "";
      const { eagerTools = 0, withheldTools = 0 } = toolset?.budget ?? {};
      const count = (tokens: number) => tokens.toLocaleString("en-US");
      expect(withheldTools).toBeGreaterThan(0);
      expect(name).toContain(`eager definitions ${count(eagerTools)}`);
      expect(name).toContain(`kept out ${count(withheldTools)} tokens (estimated)`);
      const { sent, withoutDeferral } = (toolset as TraceRecord).savings;
      await page.getByText(`of ${count(withoutDeferral.promptTokens)} tokens`, { exact: false }).waitFor();
      expect(sent.tokens.cacheRead).toBeGreaterThan(0);
      await page.getByText(`${formatShort(sent.tokens.cacheRead)} read`, { exact: false }).waitFor();
      expect(problems).toEqual([]);
      await close();
    });

    it("marks where the prefix broke, with level and cause", async () => {
      const { stage, gateway } = scene();
      const client = new Anthropic({ apiKey: "a-key", baseURL: gateway.url, maxRetries: 0 });
      const messages = [{ role: "user" as const, content: "A conversation with a prefix that breaks." }];
      for (const system of ["One system prompt.", "Another system prompt."]) {
        gateway.model.follow([{ say: "Yes." }]);
        const { tools = [] } = clientSearch.request;
        await client.beta.messages.create({ model: "stand-in-model", max_tokens: 100, system, messages, tools });
      }
      const { page, close } = await stage.open(`${gateway.url}/studio#/budget`);

      const turn = page.locator('.turn[data-turn="2"]');
      await turn.getByText("prefix broke at system").waitFor();
      await eventually(() => turn.textContent()).toContain("the system prompt changed");
      await close();
    });
  });
}
