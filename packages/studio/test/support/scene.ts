import type { Page } from "playwright-core";
import type { RealGateway } from "./real-gateway.ts";
import type { Stage } from "./stage.ts";

/** What a suite is given: the stage, and a running gateway that has seen some conversations. */
export interface Scene {
  readonly stage: Stage;
  readonly gateway: RealGateway;
}

/** The names of the arrows that are drawn, in their order. */
export function arrowNames(page: Page): Promise<string[]> {
  return page
    .locator(".arrow:not(.to-come)")
    .evaluateAll((arrows) =>
      arrows.map((arrow) => (arrow.getAttribute("aria-label") ?? "").replace(/, after .*$/, "")),
    );
}

/** Draws the whole story at once. */
export async function showAllSteps(page: Page): Promise<void> {
  await page.locator(".arrow").first().waitFor({ state: "attached" });
  const button = page.getByRole("button", { name: "Show all steps" });
  if (await button.isEnabled()) await button.click();
}
