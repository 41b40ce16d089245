import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { eventually, type Scene } from "../support/scene.ts";

/** The tools in the order of the table. */
function toolNames(page: Page): Promise<(string | null)[]> {
  return page.locator("[data-hit]").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-hit")));
}

export function describePlaygroundPage(scene: () => Scene): void {
  describe("the search playground", () => {
    it("shows the ranks of every ranker side by side, with descriptions, and why", async () => {
      const { stage, gateway } = scene();
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/search`);

      await page.getByRole("searchbox", { name: "Query" }).fill("post a message");

      const first = page.locator("[data-hit]").first();
      await eventually(() => first.getAttribute("data-hit")).toBe("mcp__slack__send_message");
      expect(
        await first
          .locator("[data-ranker]")
          .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-ranker"))),
      ).toEqual(["hybrid", "bm25", "keyword", "semantic", "regex"]);
      expect(await first.textContent()).toMatch(/send_messageslackPost a message to a channel\./);
      const why = page.locator('[data-why="hybrid"]');
      await eventually(() => why.locator(".bar").count()).toBeGreaterThan(1);
      await why.getByText("matching words", { exact: false }).first().waitFor();
      expect(problems).toEqual([]);
      await close();
    });

    it("sorts by the ranker that is chosen, and names candidates that it does not load", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/search/post%20a%20message%20to%20the%20team`);
      await page.getByText("May be meant: named, not loaded").waitFor();
      const before = await toolNames(page);

      await page.getByRole("columnheader", { name: "semantic" }).getByRole("button").click();
      await page.locator('[data-why="semantic"]').waitFor();
      expect(await toolNames(page)).not.toEqual(before);
      await close();
    });

    it("shows one ranker at a time on a phone", async () => {
      const { stage, gateway } = scene();
      const viewport = { width: 390, height: 800 };
      const { page, close } = await stage.open(`${gateway.url}/studio#/search/post%20a%20message`, { viewport });
      await page.locator("[data-hit]").first().waitFor();
      const shown = () => page.locator("[data-hit]").first().locator("[data-ranker]:visible").count();

      await eventually(shown).toBe(1);
      await page.locator(".ranker-choice").getByRole("button", { name: "bm25" }).click();
      await page.locator('[data-why="bm25"]').waitFor();
      await eventually(shown).toBe(1);
      await close();
    });

    it("tries another description and shows how the rank changes, without touching the catalogue", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/search/photograph%20a%20zebra%20note`);
      await page.getByRole("columnheader", { name: "bm25" }).getByRole("button").click();
      const tool = page.locator('[data-hit="mcp__notes__search_notes"]');
      await tool.waitFor();
      await eventually(() => toolNames(page).then(([first]) => first)).not.toBe("mcp__notes__search_notes");

      await tool.getByRole("button").click();
      const text = page.getByLabel("Description of mcp__notes__search_notes");
      await text.fill("Photograph a zebra and keep it as a note.");

      const change = tool.locator('[data-ranker="bm25"]').getByText(/^up \d+$/);
      await change.waitFor();
      await eventually(() => toolNames(page).then(([first]) => first)).toBe("mcp__notes__search_notes");
      await page.getByRole("button", { name: "As it was" }).click();
      await change.waitFor({ state: "detached" });
      await close();
    });

    it("shows which rank an edit has cost, and discards it on Escape", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/search/suits%20everybody`);
      await page.getByRole("columnheader", { name: "bm25" }).getByRole("button").click();
      await page.locator('[data-hit="mcp__calendar__find_free_time"]').getByRole("button").click();
      const text = page.getByLabel("Description of mcp__calendar__find_free_time");
      const before = await text.inputValue();

      await text.fill("Adds two numbers.");
      await page.getByText(/It was number 1 and is no longer found/).waitFor();
      await text.press("Escape");
      await eventually(() => text.inputValue()).toBe(before);
      await close();
    });

    it("labels tools of other servers that say the same", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(
        `${gateway.url}/studio#/search/post%20a%20note%20or%20message%20to%20a%20channel`,
      );
      const tool = page.locator('[data-hit="mcp__slack__send_message"]');
      await tool.waitFor();

      await page.locator('[data-hit^="mcp__notes__"]').first().getByRole("button").click();
      await page.getByLabel(/^Description of mcp__notes__/).fill("sendMessage: post a message to a channel");

      await tool
        .locator("[data-same]")
        .getByText(/^same also as mcp__notes__/)
        .waitFor();
      await close();
    });

    it("offers recent queries at the start", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/search`);

      await page.getByRole("link", { name: "sum of two numbers" }).click();
      await page.locator('[data-hit="everything_get-sum"]').waitFor();
      await close();
    });

    it("explains an answer without hits", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/search/bake%20sourdough%20bread`);

      await page
        .locator('[data-summary="hybrid"]')
        .getByText(/No tool matches/)
        .waitFor();
      await close();
    });
  });
}
