import { readFileSync } from "node:fs";
import { type AdminApiAudit, verifyAudit } from "@toolcrib/gateway";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clockOfOneHour } from "../support/clock-of-one-hour.ts";
import { eventually, type Scene } from "../support/scene.ts";
import { startTeamGateway, type TeamGateway } from "../support/team-gateway.ts";
import { violations } from "./accessibility.ts";

const phone = { width: 390, height: 800 };
const desktop = { width: 1280, height: 800 };

export function describeAuditAndQuotas(scene: () => Scene): void {
  describe("a gateway with an audit log and quotas", () => {
    let gateway: TeamGateway;
    beforeAll(async () => {
      gateway = await startTeamGateway(scene().stage.pageFolder, clockOfOneHour());
      const { ci, bot, crawler } = gateway.keys;
      for (let count = 0; count < 5; count++) await gateway.call(ci, "query", { table: "orders" });
      await gateway.call(ci, "drop_table", { table: "orders" });
      expect(await gateway.call(ci, "query")).toBe(429);
      await gateway.call(bot, "list_tables");
      await gateway.call(crawler, "list_tables");
    });
    afterAll(() => gateway?.close());

    /** Opens a place of the studio with a key. */
    const open = async (
      key: keyof TeamGateway["keys"],
      hash: string,
      { prepare, ...options }: { prepare?: (page: Page) => Promise<unknown>; colorScheme?: "light" | "dark" } = {},
    ) => {
      const opened = await scene().stage.open(`${gateway.url}/studio${hash}`, options);
      await prepare?.(opened.page);
      await opened.page.getByLabel("A key that may use the admin API").fill(gateway.keys[key]);
      await opened.page.getByRole("button", { name: "Open" }).click();
      await opened.page.getByRole("status").getByText("live").waitFor();
      // The page asks without a key first.
      const problems = () => opened.problems.filter((problem) => !problem.includes("401"));
      return { ...opened, problems };
    };
    const lines = (page: Page) => page.locator("#audit .virtual-list-row");
    const text = (page: Page) => page.locator("#audit").textContent();

    it("shows the log, filters it, and keeps the filter in the address", async () => {
      const { page, problems, close } = await open("operator", "#/audit");
      await page.locator('[data-chain="complete"]').waitFor();
      await eventually(() => lines(page).count()).toBeGreaterThan(15);
      expect(await text(page)).toContain("created key crawler");

      await page.getByLabel("Outcome").selectOption("error");
      await eventually(() => lines(page).count()).toBe(1);
      expect(await text(page)).toMatch(/ci[\s\S]*acme[\s\S]*db[\s\S]*drop_table[\s\S]*error/);
      expect(page.url()).toContain(encodeURIComponent("outcome=error"));
      const details = page.getByRole("region", { name: "Line", exact: true });
      await eventually(() => details.textContent()).toMatch(/data[\s\S]*orders/);

      await page.getByLabel("Outcome").selectOption("");
      await page.getByLabel("Key", { exact: true }).fill("bot");
      await eventually(() => text(page)).not.toContain("drop_table");
      await eventually(() => lines(page).count()).toBe(1);
      await page.getByLabel("Key", { exact: true }).fill("");
      await page.getByLabel("Tool", { exact: true }).fill("query");
      await eventually(() => lines(page).count()).toBe(5);
      await page.getByLabel("Time").selectOption("dates");
      await page.getByLabel("Until").fill("2020-01-01");
      await page.getByText("No line fits").waitFor();
      await page.getByRole("button", { name: "Show everything" }).click();
      await page.getByLabel("User").fill("nobody");
      await page.getByText("No line fits").waitFor();
      expect(problems()).toEqual([]);
      await close();
    });

    it("exports the lines byte for byte, so that they can be verified", async () => {
      const { page, close } = await open("operator", "#/audit");
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export JSON Lines" }).click();
      const exported = readFileSync(await (await saved).path(), "utf8");
      const headers = { "toolcrib-key": gateway.keys.operator };
      const read = (await (await fetch(`${gateway.url}/admin/audit?limit=1000`, { headers })).json()) as AdminApiAudit;

      expect(exported.trimEnd().split("\n")).toEqual(read.lines.slice(0, exported.trimEnd().split("\n").length));
      const report = await verifyAudit(exported.trimEnd().split("\n"), { publicKeys: [read.publicKey ?? ""] });
      expect(report).toMatchObject({ first: 1, problems: [] });
      await close();
    });

    it("shows new lines as they are written, and what does not fit the chain", async () => {
      const problem = { sequence: 3, problem: "Line 3 does not continue line 2, which was changed or replaced." };
      const { page, close } = await open("operator", "#/audit", {
        prepare: (page) =>
          page.route("**/admin/audit/verification*", async (route) => {
            const report = (await (await route.fetch()).json()) as object;
            await route.fulfill({ json: { ...report, problems: [problem] } });
          }),
      });
      await page.locator('[data-chain="broken"]').getByText(problem.problem).first().waitFor();
      await gateway.change({ change: "add-team", team: "night" });
      await page.getByText("added team night").first().waitFor();
      // A request that is being answered would fail after the test.
      await page.unrouteAll({ behavior: "wait" });
      await close();
    });

    it("opens by keys, and moves through the lines", async () => {
      const { page, close } = await open("operator", "#/doctor");
      await page.keyboard.press("8");
      await lines(page).first().waitFor();
      const selected = () => page.locator('#audit [aria-selected="true"]').getAttribute("data-key");
      const first = await selected();
      await page.keyboard.press("j");
      await eventually(async () => Number(await selected())).toBeLessThan(Number(first));
      await page.keyboard.press("9");
      await page.getByRole("heading", { level: 1, name: "Quotas" }).waitFor();
      await close();
    });

    it("shows what is used up and near, first, and whom it is for", async () => {
      const { page, problems, close } = await open("operator", "#/quotas");
      const verdict = page.getByRole("region", { name: "Limits that are near" });
      await verdict.getByText("limits are used up").waitFor();
      expect(await verdict.textContent()).toMatch(/2 limits are used up/);
      await verdict.getByRole("button", { name: /acme\/ci · each key · 100 %/ }).click();
      const row = page.locator(".quota-row:focus");
      expect(await row.textContent()).toMatch(/acme\/ci[\s\S]*used up[\s\S]*6 of 6 requests/);

      await page.getByRole("button", { name: "Teams" }).click();
      await eventually(() => page.locator("[data-quota]").count()).toBe(1);
      expect(await page.getByRole("list", { name: "Use of quota teams" }).textContent()).toContain("acme/data");
      await page.getByRole("button", { name: "All", exact: true }).click();
      await page.getByLabel("Filter quotas").fill("stand-in");
      await eventually(() => page.locator("[data-quota]").count()).toBe(1);
      expect(problems()).toEqual([]);
      await close();
    });

    it("shows administrators what is their organisation's, and members nothing", async () => {
      const { page, close } = await open("boss", "#/audit");
      await eventually(() => lines(page).count()).toBeGreaterThan(8);
      expect(await text(page)).not.toMatch(/globex|crawler/);
      expect(await page.locator("[data-chain]").count()).toBe(0);
      await page.getByRole("link", { name: "Quotas" }).click();
      await page.getByRole("list", { name: "Use of quota each key" }).waitFor();
      expect(await page.locator(".quotas-page").textContent()).toContain("acme/bot");
      expect(await page.locator(".quotas-page").textContent()).not.toMatch(/globex|budget|models/);
      await close();

      const member = await open("ci", "#/audit");
      await member.page.getByRole("heading", { level: 1, name: "Catalogue" }).waitFor();
      expect(await member.page.getByRole("link", { name: /Audit|Quotas/ }).count()).toBe(0);
      for (const path of ["/admin/audit", "/admin/quotas", "/admin/audit/verification"]) {
        const headers = { "toolcrib-key": gateway.keys.ci };
        expect([path, (await fetch(gateway.url + path, { headers })).status]).toEqual([path, 403]);
      }
      await member.close();
    });

    it.each([
      ["audit", "light"],
      ["audit", "dark"],
      ["quotas", "light"],
      ["quotas", "dark"],
    ] as const)("has no accessibility violations on the page %s in %s, and fits a phone", async (name, colorScheme) => {
      const { page, close } = await open("operator", `#/${name}`, { colorScheme });
      await page
        .locator(name === "audit" ? '[data-chain="complete"]' : ".quota-row")
        .first()
        .waitFor();

      if (colorScheme === "light") expect(await violations(page)).toEqual([]);
      await page.setViewportSize(phone);
      await eventually(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      if (colorScheme === "dark") expect(await violations(page)).toEqual([]);
      for (const link of await page.getByRole("navigation").getByRole("link").all()) {
        const box = await link.boundingBox();
        expect(box !== null && box.x >= 0 && box.x + box.width <= phone.width).toBe(true);
      }
      await page.setViewportSize(desktop);
      await close();
    });
  });
}
