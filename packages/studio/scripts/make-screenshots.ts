import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { allConversations, playConversation } from "../test/support/conversations.ts";
import { requireBrowser } from "../test/support/find-browser.ts";
import { startRealGateway } from "../test/support/real-gateway.ts";
import { showAllSteps } from "../test/support/scene.ts";
import { setStage } from "../test/support/stage.ts";
import { DayClock, playWorkingDay } from "../test/support/working-day.ts";

// Makes the pictures of every page, light and dark, from a real gateway that has seen a working day of conversations with
// a scripted model, and then the four samples. They look best with the font Inter (Debian: fonts-inter).

interface Shot {
  readonly name: string;
  readonly hash: string;
  /** In pixels; pages with much text are cut, so that the pictures stay small. */
  readonly height?: number;
  readonly prepare: (page: Page) => Promise<void>;
}

const afterTheDay: readonly Shot[] = [
  {
    name: "overview",
    hash: "#/overview",
    prepare: (page) => page.locator("[data-conversation]").first().waitFor(),
  },
  { name: "budget", hash: "#/budget", prepare: (page) => page.locator(".turn").nth(2).waitFor() },
];

const afterTheSamples: readonly Shot[] = [
  {
    name: "flow",
    hash: "#/flow",
    prepare: async (page) => {
      await page.getByRole("option", { name: /MCP toolset/ }).click();
      await showAllSteps(page);
    },
  },
  {
    name: "catalogue",
    hash: "#/catalogue/mcp__slack__send_message",
    height: 720,
    prepare: (page) => page.getByRole("list", { name: "Advice" }).waitFor(),
  },
  {
    name: "search",
    hash: "#/search/post%20a%20message%20to%20the%20team",
    height: 720,
    prepare: (page) => page.locator("[data-hit]").first().waitFor(),
  },
  {
    name: "doctor",
    hash: "#/doctor",
    height: 720,
    prepare: (page) => page.locator("[data-upstream]").first().waitFor(),
  },
];

const folder = fileURLToPath(new URL("../../../docs/images", import.meta.url));
mkdirSync(folder, { recursive: true });
const stage = await setStage(requireBrowser());
const clock = new DayClock(Date.parse("2026-11-16T06:00:00"));
const gateway = await startRealGateway({ inject: "always" }, stage.pageFolder, clock);
try {
  await playWorkingDay(gateway, clock);
  await takeAll(afterTheDay);
  for (const conversation of allConversations) await playConversation(gateway, conversation);
  await takeAll(afterTheSamples);
} finally {
  await gateway.close();
  await stage.close();
}

async function takeAll(shots: readonly Shot[]): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const { name, hash, height = 900, prepare } of shots) {
      const { page, close } = await stage.open(`${gateway.url}/studio${hash}`, {
        colorScheme,
        viewport: { width: 1440, height },
      });
      await page.getByRole("status").getByText("live").waitFor();
      await prepare(page);
      const paint = await page.evaluate(
        () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      );
      await page.screenshot({ path: `${folder}/studio-${name}-${colorScheme}.png` });
      console.log(`studio-${name}-${colorScheme}.png (first paint after ${Math.round(paint)} ms)`);
      await close();
    }
  }
}
