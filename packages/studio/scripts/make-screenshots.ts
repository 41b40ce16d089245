import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { allConversations, playConversation } from "../test/support/conversations.ts";
import { requireBrowser } from "../test/support/find-browser.ts";
import { startRealGateway } from "../test/support/real-gateway.ts";
import { showAllSteps } from "../test/support/scene.ts";
import { setStage } from "../test/support/stage.ts";

// Makes the pictures of every page, light and dark, from a real gateway that has seen the four sample conversations.

interface Shot {
  readonly name: string;
  readonly hash: string;
  /** In pixels; pages with much text are cut, so that the pictures stay small. */
  readonly height?: number;
  readonly prepare: (page: Page) => Promise<void>;
}

const shots: readonly Shot[] = [
  {
    name: "flow",
    hash: "#/flow",
    prepare: async (page) => {
      await page.getByRole("option", { name: /MCP toolset/ }).click();
      await showAllSteps(page);
      await page.locator('.arrow[data-step="8"]').click();
    },
  },
  { name: "budget", hash: "#/budget", prepare: (page) => page.locator(".turn").first().waitFor() },
  {
    name: "catalogue",
    hash: "#/catalogue/mcp__notes__misc",
    height: 640,
    prepare: (page) => page.getByText("It has no description").waitFor(),
  },
  {
    name: "search",
    hash: "#/search/post%20a%20message%20to%20the%20team",
    height: 560,
    prepare: (page) => page.locator("[data-hit]").first().waitFor(),
  },
  { name: "doctor", hash: "#/doctor", prepare: (page) => page.locator("[data-upstream]").first().waitFor() },
];

const folder = fileURLToPath(new URL("../../../docs/images", import.meta.url));
mkdirSync(folder, { recursive: true });
const stage = await setStage(requireBrowser());
const gateway = await startRealGateway({ inject: "always" }, stage.pageFolder);
try {
  for (const conversation of allConversations) await playConversation(gateway, conversation);
  for (const colorScheme of ["light", "dark"] as const) {
    for (const { name, hash, height = 800, prepare } of shots) {
      const { page, close } = await stage.open(`${gateway.url}/studio${hash}`, {
        colorScheme,
        viewport: { width: 1280, height },
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
} finally {
  await gateway.close();
  await stage.close();
}
