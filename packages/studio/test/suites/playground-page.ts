import { describe, expect, it } from "vitest";
import { eventually, type Scene } from "../support/scene.ts";

export function describePlaygroundPage(scene: () => Scene): void {
  describe("the search playground", () => {
    it("shows every ranker side by side, with the reasons of each hit", async () => {
      const { stage, gateway } = scene();
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/search`);

      await page.getByRole("searchbox", { name: "Query" }).fill("post a message");

      await page.locator('[data-ranker="regex"]').waitFor();
      expect(
        await page
          .locator("[data-ranker]")
          .evaluateAll((columns) => columns.map((column) => column.getAttribute("data-ranker"))),
      ).toEqual(["hybrid", "bm25", "keyword", "semantic", "regex"]);
      const first = page.locator('[data-ranker="hybrid"] [data-hit]').first();
      await eventually(() => first.getAttribute("data-hit")).toBe("mcp__slack__send_message");
      await eventually(() => first.locator(".bar").count()).toBeGreaterThan(1);
      expect(problems).toEqual([]);
      await close();
    });

    it("tries another description and shows how the rank changes, without touching the catalogue", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/search/photograph%20a%20zebra%20note`);
      const column = page.locator('[data-ranker="bm25"]');
      await column.locator("[data-hit]").first().waitFor();
      await eventually(() => column.locator("[data-hit]").first().getAttribute("data-hit")).not.toBe(
        "mcp__notes__search_notes",
      );

      await column.locator('[data-hit="mcp__notes__search_notes"] button').click();
      await page
        .getByLabel("Description of mcp__notes__search_notes")
        .fill("Photograph a zebra and keep it as a note.");

      await column
        .locator('[data-hit="mcp__notes__search_notes"]')
        .getByText(/^up \d+$/)
        .waitFor();
      await eventually(() => column.locator("[data-hit]").first().getAttribute("data-hit")).toBe(
        "mcp__notes__search_notes",
      );
      await page.getByRole("button", { name: "As it was" }).click();
      await column
        .locator('[data-hit="mcp__notes__search_notes"]')
        .getByText(/^up \d+$/)
        .waitFor({ state: "detached" });
      await close();
    });

    it("shows which rank an edit has cost, and discards it on Escape", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/search/suits%20everybody`);
      const column = page.locator('[data-ranker="bm25"]');
      await column.locator('[data-hit="mcp__calendar__find_free_time"] button').click();
      const text = page.getByLabel("Description of mcp__calendar__find_free_time");
      await eventually(() => text.evaluate((field) => field === document.activeElement)).toBe(true);

      await text.fill("Adds two numbers.");
      await column.getByText(/was number 1 and is no longer found/).waitFor();
      await text.press("Escape");
      await text.waitFor({ state: "detached" });
      await close();
    });

    it("labels tools of other servers that say the same", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(
        `${gateway.url}/studio#/search/post%20a%20note%20or%20message%20to%20a%20channel`,
      );
      const column = page.locator('[data-ranker="hybrid"]');
      await column.locator('[data-hit="mcp__slack__send_message"]').waitFor();

      await page.locator('[data-ranker="bm25"] [data-hit^="mcp__notes__"] button').first().click();
      await page.getByLabel(/^Description of mcp__notes__/).fill("sendMessage: post a message to a channel");

      await column
        .locator('[data-hit="mcp__slack__send_message"] [data-same]')
        .getByText(/^same also as mcp__notes__/)
        .waitFor();
      await close();
    });

    it("offers recent queries at the start", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/search`);

      await page.getByRole("link", { name: "sum of two numbers" }).click();
      await page.locator('[data-ranker="bm25"] [data-hit="everything_get-sum"]').waitFor();
      await close();
    });

    it("explains an answer without hits", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/search/bake%20sourdough%20bread`);

      await page
        .locator('[data-ranker="hybrid"]')
        .getByText(/No tool matches/)
        .waitFor();
      await close();
    });
  });
}
