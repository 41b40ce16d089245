import { createApiKey, createGateway } from "@toolcrib/gateway";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { studioPages } from "../../src/index.ts";
import { eventually, type Scene } from "../support/scene.ts";
import { enter, pagesOf } from "./access-page.ts";
import { violations } from "./accessibility.ts";

const operator = createApiKey();

/** The MCP server of the gateway's own tests, with its authorization server. */
async function startProtectedServer(): Promise<{
  readonly url: string;
  readonly tokens: ReadonlySet<string>;
  close(): Promise<void>;
}> {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "info").mockImplementation(() => {});
  const file = new URL("../../../gateway/src/testing/protected-mcp-server.ts", import.meta.url);
  const { startProtectedMcpServer } = await import(file.href);
  return startProtectedMcpServer();
}

async function start({ stage }: Scene) {
  const crm = await startProtectedServer();
  onTestFinished(() => crm.close());
  const entry = (name: string) => ({
    name,
    source: "test",
    transport: "http" as const,
    url: crm.url,
    headers: {},
    disabled: false,
    alwaysLoad: false,
    policy: [],
    auth: { type: "oauth" as const, per: "user" as const },
  });
  const gateway = await createGateway(
    { keys: [{ name: "operator", sha256: operator.sha256, admin: true }] },
    { pages: studioPages({ folder: stage.pageFolder }), userServers: () => [entry("crm"), entry("ledger")] },
  );
  onTestFinished(() => gateway.close());
  const { url } = await gateway.listen({ port: 0 });
  const change = async (wanted: object): Promise<string> => {
    const body = JSON.stringify({ organisation: "acme", ...wanted });
    const init = { method: "POST", headers: { "toolcrib-key": operator.key }, body };
    return ((await (await fetch(`${url}/admin/access`, init)).json()) as { readonly secret?: string }).secret ?? "";
  };
  const keyFor = async (key: string, more: object = {}, organisation = "acme"): Promise<string> => {
    await change({ change: "set-user", organisation, user: key, ...more });
    return change({ change: "create-key", organisation, key, user: key, ...more });
  };
  for (const organisation of ["acme", "globex"]) await change({ change: "add-organisation", organisation });
  const keys = {
    ada: await keyFor("ada"),
    boss: await keyFor("boss", { role: "admin" }),
    rival: await keyFor("rival", { role: "admin" }, "globex"),
    machine: await change({ change: "create-key", key: "machine" }),
  };
  await change({ change: "add-grant", to: { kind: "user", name: "ada" }, rule: { action: "deny", server: "ledger" } });
  return { url, keys, tokens: crm.tokens };
}

/** Follows the link of the page to the server, logs in there, and comes back. */
async function logIn(page: Page, key: string): Promise<void> {
  // The authorization server would know the browser again.
  await page.context().clearCookies();
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Log in to crm" }).click();
  const tab = await opened;
  await tab.getByLabel("Your key").fill(key);
  await tab.getByRole("button", { name: "Continue to crm" }).click();
  await tab.locator("input[name=login]").fill("ada-at-crm");
  await tab.locator("input[name=password]").fill("any");
  await tab.getByRole("button", { name: /sign.?in/i }).click();
  await tab.getByRole("button", { name: "Continue" }).click();
  await tab.getByText("Connected to crm").waitFor();
  await tab.close();
}

export function describeLoginsPage(scene: () => Scene): void {
  describe("the page of logins", () => {
    it("lets users log in and end it, and shows administrators of their organisation who is connected", async () => {
      const { url, keys, tokens } = await start(scene());
      const open = async (key: string) => {
        const opened = await scene().stage.open(`${url}/studio#/logins`);
        await enter(opened.page, key);
        return opened;
      };
      const textOf = (page: Page) => page.locator("main").textContent();
      const own = (page: Page) => page.getByRole("table", { name: "Your logins" });
      const ofUsers = (page: Page) => page.getByRole("table", { name: "Logins of users" });

      const ada = await open(keys.ada);
      await eventually(() => own(ada.page).textContent()).toContain("not connected");
      expect(await pagesOf(ada.page)).toEqual(["Catalogue", "Search playground", "Logins"]);
      await logIn(ada.page, keys.ada);
      await ada.page.reload();
      await eventually(() => own(ada.page).textContent()).toMatch(/crmconnected/);
      expect(await textOf(ada.page)).not.toMatch(/ledger|Logins of users/);
      expect(await violations(ada.page)).toEqual([]);

      const boss = await open(keys.boss);
      await eventually(() => ofUsers(boss.page).textContent()).toMatch(/adacrm20\d\d-/);
      expect(await violations(boss.page)).toEqual([]);
      const rival = await open(keys.rival);
      await rival.page.getByText("Nobody is connected yet").waitFor();
      for (const { page } of [ada, boss, rival]) {
        const shown = await page.content();
        expect(tokens.size).toBeGreaterThan(0);
        for (const token of tokens) expect(shown).not.toContain(token);
      }

      await boss.page.getByRole("button", { name: "End login ada crm" }).click();
      await boss.page.getByRole("button", { name: "Really end it ada crm" }).click();
      await boss.page.getByText("Nobody is connected yet").waitFor();
      await ada.page.reload();
      await eventually(() => own(ada.page).textContent()).toContain("not connected");
      await logIn(ada.page, keys.ada);
      await ada.page.reload();
      await ada.page.getByRole("button", { name: "End login crm" }).click();
      await ada.page.getByRole("button", { name: "Keep it crm" }).click();
      await ada.page.getByRole("button", { name: "End login crm" }).click();
      await ada.page.getByRole("button", { name: "Really end it crm" }).click();
      await eventually(() => own(ada.page).textContent()).toContain("not connected");
      for (const { close } of [ada, boss, rival]) await close();
    });

    it("is not listed for keys of nobody, and the API refuses what is not theirs", async () => {
      const { url, keys } = await start(scene());
      const { page, close } = await scene().stage.open(`${url}/studio#/logins`);
      await enter(page, keys.machine);
      await eventually(() => pagesOf(page)).toEqual(["Catalogue", "Search playground"]);
      await close();
      const statusOf = async (key: string, path: string, method = "GET") =>
        (await fetch(`${url}/admin${path}`, { method, headers: { "toolcrib-key": key } })).status;

      expect(await statusOf(keys.ada, "/logins")).toBe(403);
      expect(await statusOf(keys.machine, "/logins")).toBe(403);
      expect(await statusOf(keys.rival, "/logins?organisation=acme")).toBe(403);
      expect(await statusOf(keys.boss, "/logins")).toBe(200);
      expect(await statusOf(operator.key, "/logins?organisation=acme")).toBe(200);
      expect(await statusOf(keys.ada, "/connections/crm?user=boss", "DELETE")).toBe(403);
      expect(await statusOf(keys.rival, "/connections/crm?user=ada&organisation=acme", "DELETE")).toBe(403);
      expect(await statusOf(keys.ada, "/connections/ledger", "DELETE")).toBe(404);
    });
  });
}
