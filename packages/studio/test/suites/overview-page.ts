import type { AdminApiSavings } from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { formatShort } from "../../src/page/parts/format.ts";
import { type Conversation, playConversation, serverSearch } from "../support/conversations.ts";
import { emptySavings, emptySummary, startRecordedGateway } from "../support/recorded-gateway.ts";
import { eventually, type Scene } from "../support/scene.ts";

const invoice: Conversation = {
  ...serverSearch,
  request: { ...serverSearch.request, messages: [{ role: "user", content: "Write an invoice for the new customer." }] },
  script: [{ search: "write an invoice" }, { say: "Which items?" }],
};

export function describeOverviewPage(scene: () => Scene): void {
  describe("the overview", () => {
    it("shows what the gateway counted today, and goes on counting while it is open", async () => {
      const { stage, gateway } = scene();
      const read = async () => (await (await fetch(`${gateway.url}/admin/savings`)).json()) as AdminApiSavings;
      const { page, problems, close } = await stage.open(`${gateway.url}/studio`);
      const hero = page.locator(".hero");
      const { today } = await read();
      expect(today.savings.saved.promptTokens).toBeGreaterThan(0);
      await eventually(() => hero.textContent()).toBe(`≈ ${formatShort(today.savings.saved.promptTokens)} tokens`);
      const searches = page.getByRole("region", { name: "Searches", exact: true });
      await eventually(() => searches.textContent()).toContain(`${today.searches.misses} found nothing`);
      await eventually(() => page.getByRole("region", { name: "Slowest upstream" }).textContent()).toContain(
        "stand-in",
      );

      await playConversation(gateway, invoice);

      await page.locator("[data-conversation]").first().getByText("Write an invoice for the new customer.").waitFor();
      const after = (await read()).today;
      await eventually(() => hero.textContent()).toBe(`≈ ${formatShort(after.savings.saved.promptTokens)} tokens`);
      await eventually(() => searches.locator(".tile-value").textContent()).toBe(String(after.searches.total));

      await page.locator("[data-conversation]").first().getByRole("link").click();
      await page.getByRole("heading", { name: "Write an invoice for the new customer." }).waitFor();
      expect(problems).toEqual([]);
      await close();
    });

    it("stays quiet on a day without requests: no bar is filled, and no axis is made up", async () => {
      const { stage } = scene();
      const savings = { ...emptySavings, total: { ...emptySummary, requests: 40 } };
      const gateway = await startRecordedGateway({ traces: [], savings, pageFolder: stage.pageFolder });
      const { page, close } = await stage.open(`${gateway.url}/studio`);

      await page.getByText("Nothing was sent in this period.").waitFor();
      expect(await page.locator(".meter[class*=part-]").count()).toBe(0);
      expect(await page.locator(".chart-scale").textContent()).toBe("0");
      expect(await page.getByRole("region", { name: "Searches", exact: true }).textContent()).toContain("none today");
      await close();
      await gateway.close();
    });

    it("says what to do while nothing is saved", async () => {
      const { stage } = scene();
      const gateway = await startRecordedGateway({ traces: [], pageFolder: stage.pageFolder });
      const { page, problems, close } = await stage.open(`${gateway.url}/studio`);

      await page.getByText(`ENABLE_TOOL_SEARCH=true ANTHROPIC_BASE_URL=${gateway.url} claude`).waitFor();
      await page.getByRole("link", { name: "play a sample" }).click();
      await page.locator(".arrow").first().waitFor();
      expect(problems).toEqual([]);
      await close();
      await gateway.close();
    });
  });
}
