import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { RealGateway } from "./real-gateway.ts";
import type { Stage } from "./stage.ts";

/** What a suite is given: the stage, and a running gateway that has seen some conversations. */
export interface Scene {
  readonly stage: Stage;
  readonly gateway: RealGateway;
}

/** The names of the arrows that are drawn, in their order. */
export function arrowNames(page: Page): Promise<string[]> {
  return page.locator(".arrow:not(.to-come)").evaluateAll((arrows) =>
    arrows.map((arrow) => {
      const [number, text] = [".step-number", ".step-text"].map((part) => arrow.querySelector(part));
      const note = text?.querySelector(".step-note")?.textContent ?? "";
      const words = text?.textContent ?? "";
      return `${number?.textContent}${words.slice(0, words.length - note.length)}`;
    }),
  );
}

/** Draws the whole story at once. The player may come to the end by itself meanwhile, and disables the button then. */
export async function showAllSteps(page: Page): Promise<void> {
  await page.locator(".arrow").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Show all steps" }).evaluate((button: HTMLButtonElement) => button.click());
  await page.locator(".arrow.to-come").first().waitFor({ state: "detached" });
}

/** Asserts what the page comes to show: it draws after the event that changes it. */
export function eventually<Value>(read: () => Promise<Value>): ReturnType<typeof expect.poll> {
  return expect.poll(read, { timeout: 30_000 });
}
