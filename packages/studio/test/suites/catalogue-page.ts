import { describe, expect, it } from "vitest";
import { eventually, type Scene } from "../support/scene.ts";

export function describeCataloguePage(scene: () => Scene): void {
  describe("the catalogue page", () => {
    it("shows servers with their state and why", async () => {
      const { stage, gateway } = scene();
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/catalogue`);

      const broken = page.locator('[data-server="broken"]');
      await broken.getByText("failed").waitFor();
      await eventually(() => broken.textContent()).toContain("no token was given");
      await eventually(() => page.locator('[data-server="everything"]').textContent()).toMatch(/ready\s*13 tools/);
      expect(problems).toEqual([]);
      await close();
    });

    it("shows tools with their place, rule, schema and counts", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/catalogue/everything_get-sum`);

      const details = page.getByRole("region", { name: "Tool", exact: true });
      await details.getByText("everything_get-sum").waitFor();
      await details.getByText("Returned by 1 search").waitFor();
      await eventually(() => details.textContent()).toContain("deferred");
      const text = await details.textContent();
      expect(text).toMatch(/Returned by 1 search, .* called 1 time\./);
      expect(text).toContain('"properties"');
      await close();
    });

    it("includes calls that a client was asked to make", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/catalogue/mcp__slack__send_message`);

      await page.getByText(/found in 1 conversation, called 1 time\./).waitFor();
      await close();
    });

    it("lists the searches that found nothing", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/catalogue`);

      const miss = page.locator('[data-miss="bake sourdough bread"]');
      await miss.waitFor();
      expect((await miss.textContent())?.match(/bake sourdough bread/g)).toHaveLength(2);
      await miss.getByRole("link", { name: /^try it/ }).click();
      await page.getByRole("searchbox", { name: "Query" }).waitFor();
      await eventually(() => page.getByRole("searchbox", { name: "Query" }).inputValue()).toBe("bake sourdough bread");
      await close();
    });

    it("says that no tool matches a filter, and removes it again", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/catalogue`);
      await page.locator(".virtual-list-row").first().waitFor();

      await page.getByLabel("Filter tools").fill("no such tool");
      await page.getByText("No tool fits this filter").waitFor();
      await page.getByRole("button", { name: "Show all tools" }).click();

      await page.locator(".virtual-list-row").first().waitFor();
      await close();
    });

    it("groups tools by server, and sorts them by any column", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/catalogue`);
      const first = () => page.locator(".virtual-list-row").first().getAttribute("data-key");
      await eventually(() => page.locator(".group-head").first().textContent()).toMatch(/^(everything|slack)/);
      const mostUsed = await first();

      await page.getByRole("button", { name: "Tool", exact: true }).click();
      await page.getByRole("columnheader", { name: "Tool" }).and(page.locator('[aria-sort="ascending"]')).waitFor();
      await eventually(() => page.locator(".group-head").first().textContent()).toMatch(/^browser4 tools/);
      await page.getByRole("button", { name: "Tokens" }).click();
      await eventually(() => page.locator(".group-head").first().textContent()).not.toMatch(/^browser/);
      await page.getByRole("button", { name: "Tokens" }).click();
      await page.getByRole("button", { name: "Tokens" }).click();
      await eventually(first).toBe(mostUsed);

      await page.getByRole("grid", { name: "Tools" }).focus();
      await page.keyboard.press("End");
      await page.locator('.virtual-list-row[aria-selected="true"]').waitFor();
      await eventually(first).not.toBe(mostUsed);
      await close();
    });

    it("filters tools that are never found, and those with lint findings and their advice", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/catalogue`);
      const names = () =>
        page.locator(".virtual-list-row").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-key")));

      await page.locator(".virtual-list-row").first().waitFor();
      await page.getByLabel("Which tools").selectOption("never-found");
      await page.getByLabel("Filter tools").fill("refund");
      await eventually(names).toContain("mcp__stripe__refund_payment");
      await page.getByLabel("Which tools").selectOption("advice");
      await page.getByLabel("Filter tools").fill("misc");
      await page.getByText("It has no description", { exact: false }).waitFor();
      await page.getByText("Say in one or two sentences what it does", { exact: false }).waitFor();
      await close();
    });
  });
}
