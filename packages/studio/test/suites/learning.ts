import type { AdminApiLearning } from "@toolcrib/gateway";
import type { ExportedUsage } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { eventually, type Scene } from "../support/scene.ts";

const tool = "mcp__slack__send_message";

export function describeLearning(scene: () => Scene): void {
  describe("what was learned from calls", () => {
    it("is shown with the tool, for whom and by which words", async () => {
      const { stage, gateway } = scene();
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/catalogue/${tool}`);

      const learned = page.getByRole("list", { name: "Learned from calls" });
      await eventually(() => learned.textContent()).toMatch(/\w{8,} 1 call/);
      expect(problems).toEqual([]);
      await close();
    });

    it("ranks the results of the playground for whoever is chosen", async () => {
      const { stage, gateway } = scene();
      await learnMore(`${gateway.url}/admin/learning`);
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/search/send%20a%20message`);
      await page.locator(`[data-hit="${tool}"] button`).click();
      const why = page.locator('[data-why="hybrid"]');
      await why.locator(".bar").first().waitFor();
      expect(await why.textContent()).not.toContain("earlier calls");

      await page.getByLabel("Learned from the calls of").selectOption({ index: 1 });
      await eventually(() => why.textContent()).toContain("earlier calls");
      expect(problems).toEqual([]);
      await close();
    });
  });
}

/** Lets words speak as strongly as they can for the tool of the one call that was learned from. */
async function learnMore(url: string): Promise<void> {
  const { histories } = (await (await fetch(url)).json()) as AdminApiLearning;
  const tenant = histories.find(({ tools }) => tools > 0)?.tenant as string;
  const exported = (await (await fetch(`${url}/export?tenant=${tenant}`)).json()) as ExportedUsage;
  const words = [
    ["send", 4],
    ["message", 4],
  ];
  const tools = exported.tools.map((one) => ({ ...one, calls: 10, words }));
  const body = JSON.stringify({ ...exported, tools });
  expect((await fetch(`${url}/import?tenant=${tenant}`, { method: "POST", body })).status).toBe(200);
}
