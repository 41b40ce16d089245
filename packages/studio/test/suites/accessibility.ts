import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type Scene, showAllSteps } from "../support/scene.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const places = [
  { title: "overview", hash: "#/overview" },
  { title: "flow", hash: "#/flow" },
  { title: "flow of a sample", hash: "#/flow/sample:injected" },
  { title: "context budget", hash: "#/budget" },
  { title: "catalogue", hash: "#/catalogue" },
  { title: "search playground", hash: "#/search/post%20a%20message" },
  { title: "doctor", hash: "#/doctor" },
];
export function describeAccessibility(scene: () => Scene): void {
  describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
    it.each(places)("has no accessibility violations on the page $title", async ({ hash }) => {
      const { stage, gateway } = scene();
      const { page, problems, close } = await stage.open(`${gateway.url}/studio${hash}`, { colorScheme });
      await settle(page, hash);

      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);
      await close();
    });
  });

  it.each(places)("fits the page $title on a phone", async ({ hash }) => {
    const { stage, gateway } = scene();
    const viewport = { width: 390, height: 800 };
    const { page, problems, close } = await stage.open(`${gateway.url}/studio${hash}`, { viewport });
    await settle(page, hash);

    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const links = await page.getByRole("navigation").getByRole("link").all();
    for (const link of links) expect(await isWithin(link, viewport.width)).toBe(true);
    expect(links).toHaveLength(6);
    expect(problems).toEqual([]);
    await close();
  });
}

async function isWithin(link: Locator, width: number): Promise<boolean> {
  const box = await link.boundingBox();
  return box !== null && box.x >= 0 && box.x + box.width <= width;
}

/** How many pixels of the page stand out at its side. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

async function settle(page: Page, hash: string): Promise<void> {
  if (hash.startsWith("#/flow")) await showAllSteps(page);
  if (hash.startsWith("#/overview")) await page.locator("[data-conversation]").first().waitFor();
  if (hash.startsWith("#/budget")) await page.locator(".turn").first().waitFor();
  if (hash.startsWith("#/catalogue")) await page.locator(".virtual-list-row").first().waitFor();
  if (hash.startsWith("#/search")) await page.locator("[data-hit]").first().waitFor();
  if (hash.startsWith("#/doctor")) await page.locator("[data-upstream]").first().waitFor();
}

/** What axe finds of the kinds `serious` and `critical`, in a form that says what to look at. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const results = await page.evaluate(() =>
    (window as unknown as { readonly axe: typeof Axe }).axe.run({ resultTypes: ["violations"] }),
  );
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`));
}
