import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { allConversations, playConversation } from "../test/support/conversations.ts";
import { requireBrowser } from "../test/support/find-browser.ts";
import { startRealGateway } from "../test/support/real-gateway.ts";
import { showAllSteps } from "../test/support/scene.ts";
import { setStage } from "../test/support/stage.ts";
import { startTeamGateway } from "../test/support/team-gateway.ts";
import { DayClock, playWorkingDay } from "../test/support/working-day.ts";

// Makes the pictures of every page, light and dark, from a real gateway that has seen a working day of conversations with
// a scripted model, and then the four samples; those of the audit log and quotas from one that two organisations use.
// Names of pages as arguments make only these. They look best with the font Inter (Debian: fonts-inter).

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

const ofTeams: readonly Shot[] = [
  {
    name: "audit",
    hash: "#/audit",
    height: 760,
    prepare: async (page) => {
      await page.locator('[data-chain="complete"]').waitFor();
      await page.locator("#audit .virtual-list-row").filter({ hasText: "drop_table" }).first().click();
    },
  },
  { name: "quotas", hash: "#/quotas", height: 760, prepare: (page) => page.locator(".quota-row").first().waitFor() },
];

const chosen = process.argv.slice(2);
const isChosen = ({ name }: Shot): boolean => chosen.length === 0 || chosen.includes(name);
const folder = fileURLToPath(new URL("../../../docs/images", import.meta.url));
mkdirSync(folder, { recursive: true });
const stage = await setStage(requireBrowser());
try {
  if ([...afterTheDay, ...afterTheSamples].some(isChosen)) await takeWorkingDay();
  if (ofTeams.some(isChosen)) await takeTeams();
} finally {
  await stage.close();
}

async function takeWorkingDay(): Promise<void> {
  const clock = new DayClock(Date.parse("2026-11-16T06:00:00"));
  const gateway = await startRealGateway({ inject: "always" }, stage.pageFolder, clock);
  try {
    await playWorkingDay(gateway, clock);
    await takeAll(gateway, afterTheDay);
    for (const conversation of allConversations) await playConversation(gateway, conversation);
    await takeAll(gateway, afterTheSamples);
  } finally {
    await gateway.close();
  }
}

/** Two organisations, whose keys call the tools of a database for some hours. */
async function takeTeams(): Promise<void> {
  const clock = new DayClock(Date.now() - 3 * 3_600_000);
  const gateway = await startTeamGateway(stage.pageFolder, clock);
  const { ci, bot, crawler, operator } = gateway.keys;
  const calls: readonly (readonly [key: string, tool: string, input: object])[] = [
    [bot, "list_tables", {}],
    [ci, "query", { table: "orders", limit: 50 }],
    [crawler, "list_tables", {}],
    [ci, "query", { table: "customers" }],
    [bot, "query", { table: "orders" }],
    [ci, "drop_table", { table: "orders_2019" }],
    [ci, "query", { table: "orders" }],
    [bot, "list_tables", {}],
    [ci, "list_tables", {}],
    [bot, "query", { table: "invoices" }],
    [bot, "list_tables", {}],
    [ci, "query", { table: "invoices" }],
    [ci, "query", { table: "invoices" }],
  ];
  const start = clock.now;
  for (const [index, [key, tool, input]] of calls.entries()) {
    clock.set(start + index * 13 * 60_000 + index * 7_000);
    await gateway.call(key, tool, input);
    // Lines are written a moment after their calls.
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  const deny = { action: "deny", name: "drop_*" };
  await gateway.change({ change: "add-grant", to: { kind: "team", name: "data" }, rule: deny });
  await new Promise((resolve) => setTimeout(resolve, 300));
  try {
    await takeAll({ url: gateway.url, key: operator }, ofTeams);
  } finally {
    await gateway.close();
  }
}

async function takeAll(
  gateway: { readonly url: string; readonly key?: string },
  shots: readonly Shot[],
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const { name, hash, height = 900, prepare } of shots.filter(isChosen)) {
      const { page, close } = await stage.open(`${gateway.url}/studio${hash}`, {
        colorScheme,
        viewport: { width: 1440, height },
      });
      if (gateway.key !== undefined) {
        await page.getByLabel("A key that may use the admin API").fill(gateway.key);
        await page.getByRole("button", { name: "Open" }).click();
      }
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
