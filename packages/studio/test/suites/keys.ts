import { describe, it } from "vitest";
import { eventually, type Scene, showAllSteps } from "../support/scene.ts";

export function describeKeys(scene: () => Scene): void {
  describe("the keyboard", () => {
    it("switches pages with 1 to 6, and shows its help on a question mark", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio`);
      const titles = ["Overview", "Flow", "Context budget", "Catalogue", "Search playground", "Doctor"];

      for (const [index, title] of titles.entries()) {
        await page.keyboard.press(String(index + 1));
        await page.waitForFunction((expected) => document.title === `${expected} · Toolcrib Studio`, title);
      }
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await close();
    });

    it("plays with space, steps with the arrows and moves in the list with j and k", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow/sample:mcp-toolset`);
      const position = page.locator(".player-position");
      await page.getByRole("button", { name: "Pause" }).waitFor();

      await page.keyboard.press(" ");
      await page.getByRole("button", { name: "Play" }).waitFor();
      for (let steps = 0; steps < 12; steps++) await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowLeft");
      await eventually(() => position.textContent()).toBe("1 / 12");

      for (const [key, place] of [
        ["j", "1"],
        ["j", "2"],
        ["k", "1"],
      ] as const) {
        await page.keyboard.press(key);
        await page.locator(`[role="option"][aria-selected="true"][aria-posinset="${place}"]`).waitFor();
      }
      await close();
    });

    it("walks through arrows and through the sides of a step", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow/sample:mcp-toolset`);
      await showAllSteps(page);
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-step"));

      await page.getByRole("region", { name: "Diagram" }).focus();
      await page.keyboard.press("Tab");
      await eventually(focused).toBe("12");
      await page.keyboard.press("ArrowUp");
      await page.getByRole("heading", { name: /^11\./ }).waitFor();
      await eventually(focused).toBe("11");
      await page.keyboard.press("ArrowLeft");
      await page.getByRole("heading", { name: /^10\./ }).waitFor();
      await eventually(focused).toBe("10");

      await page.getByRole("tab", { name: "This step" }).focus();
      await page.keyboard.press("ArrowRight");
      await page.getByRole("tab", { name: "Client sent", selected: true }).waitFor();
      await page.keyboard.press("ArrowLeft");
      await page.getByRole("tab", { name: "This step", selected: true }).waitFor();
      await eventually(() => page.locator(".player-position").textContent()).toBe("10 / 12");
      await close();
    });

    it("ignores keys while somebody types", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/search`);

      await page.getByRole("searchbox", { name: "Query" }).pressSequentially("2 j ?");

      await eventually(() => page.getByRole("searchbox", { name: "Query" }).inputValue()).toBe("2 j ?");
      await eventually(() => page.title()).toBe("Search playground · Toolcrib Studio");
      await close();
    });
  });
}
