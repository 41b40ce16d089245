import { createApiKey, createGateway, type Gateway } from "@toolcrib/gateway";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { studioPages } from "../../src/index.ts";
import { eventually, type Scene } from "../support/scene.ts";
import { violations } from "./accessibility.ts";

const schema = { type: "object" };
const tools = ["query", "drop"].map((name) => ({
  name: `mcp__db__${name}`,
  description: `Does ${name}.`,
  server: "db",
  input_schema: schema,
}));
const operator = createApiKey();

/** The issuer of the gateway's own tests, which are not part of this package's types. */
async function startIssuer(redirectUri: string): Promise<{ readonly url: string; close(): void }> {
  const file = new URL("../../../gateway/src/testing/oidc-provider.ts", import.meta.url);
  const { startOidcProvider } = await import(file.href);
  return startOidcProvider([redirectUri]);
}

async function start({ stage }: Scene): Promise<{ readonly gateway: Gateway; readonly url: string }> {
  const gateway = await createGateway(
    { keys: [{ name: "operator", sha256: operator.sha256, admin: true }] },
    { pages: studioPages({ folder: stage.pageFolder }), admin: { tools: () => tools } },
  );
  onTestFinished(() => gateway.close());
  return { gateway, url: (await gateway.listen({ port: 0 })).url };
}

export async function enter(page: Page, key: string): Promise<void> {
  await page.getByLabel("A key that may use the admin API").fill(key);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("status").getByText("live").waitFor();
}

export const pagesOf = (page: Page): Promise<string[]> =>
  page
    .getByRole("navigation")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("aria-label") ?? ""));

export function describeAccessPage(scene: () => Scene): void {
  describe("the access page", () => {
    it("makes a team, a key and a grant, and shows what the key sees", async () => {
      const { url } = await start(scene());
      const { page, close } = await scene().stage.open(`${url}/studio#/access`);
      await enter(page, operator.key);
      const add = async (label: string, value: string, button: string): Promise<void> => {
        await page.getByLabel(label, { exact: true }).fill(value);
        await page.getByRole("button", { name: button }).click();
      };

      await add("New organisation", "acme", "Add organisation");
      await add("New team", "data", "Add team");
      await page.getByRole("list", { name: "Teams" }).getByText("data").waitFor();
      await page.getByLabel("Team of the key").selectOption("data");
      await add("New key", "ci", "Create key");
      const secret = await page.locator(".new-key code").textContent();
      await page.getByLabel("Given to").selectOption("team:data");
      await page.getByLabel("Action").selectOption("deny");
      await add("Tool", "*drop", "Add grant");
      await page.getByRole("table", { name: "Grants" }).getByText("tool *drop").first().waitFor();
      await page.getByRole("button", { name: "What does it see? ci" }).click();

      await eventually(() => page.getByRole("list", { name: "Tools that ci sees" }).textContent()).toContain("query");
      expect(await page.getByRole("list", { name: "Tools that ci sees" }).textContent()).not.toContain("drop");
      expect(await page.locator(".new-key").count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      const asKey = { headers: { "toolcrib-key": secret ?? "" } };
      expect((await fetch(`${url}/admin/me`, asKey)).status).toBe(200);
      await page.getByRole("button", { name: "Revoke ci" }).click();
      await eventually(async () => (await fetch(`${url}/admin/me`, asKey)).status).toBe(401);
      await add("New team", "data", "Add team");
      await page.getByRole("alert").getByText("it exists already").waitFor();
      await close();
    });

    it("shows members and administrators only what is theirs", async () => {
      const { url } = await start(scene());
      const change = async (wanted: object): Promise<string> => {
        const headers = { "toolcrib-key": operator.key };
        const body = JSON.stringify({ organisation: "acme", ...wanted });
        const response = await fetch(`${url}/admin/access`, { method: "POST", headers, body });
        return ((await response.json()) as { readonly secret?: string }).secret ?? "";
      };
      await change({ change: "add-organisation" });
      await change({ change: "add-grant", to: { kind: "organisation" }, rule: { action: "deny", name: "*drop" } });
      const keys = {
        admin: await change({ change: "create-key", key: "boss", role: "admin" }),
        member: await change({ change: "create-key", key: "ci" }),
      };
      const shown = { admin: ["Catalogue", "Search playground", "Access"], member: ["Catalogue", "Search playground"] };

      for (const role of ["admin", "member"] as const) {
        const { page, close } = await scene().stage.open(`${url}/studio#/overview`);
        await enter(page, keys[role]);
        await eventually(() => pagesOf(page)).toEqual(shown[role]);
        await page.getByText("mcp__db__query").first().waitFor();
        expect(await page.getByText("drop").count()).toBe(0);
        await close();
      }
    });
  });

  describe("signing in", () => {
    it("leads to a real issuer and back, and ends with signing out", async () => {
      vi.spyOn(console, "warn").mockImplementation(() => {});
      vi.spyOn(console, "info").mockImplementation(() => {});
      const { gateway, url } = await start(scene());
      const provider = await startIssuer(`${url}/auth/callback`);
      onTestFinished(() => provider.close());
      const oidc = { issuer: provider.url, clientId: "studio", organisation: "acme", admins: ["data"] };
      await gateway.reload({ oidc });
      const { page, close } = await scene().stage.open(`${url}/studio`);

      await page.getByRole("link", { name: "Sign in" }).click();
      await page.locator("input[name=login]").fill("ada");
      await page.locator("input[name=password]").fill("any");
      await page.getByRole("button", { name: /sign.?in/i }).click();
      await page.getByRole("button", { name: "Continue" }).click();

      await eventually(() => pagesOf(page)).toEqual(["Catalogue", "Search playground", "Access"]);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("link", { name: "Sign in" }).waitFor();
      await close();
    });
  });
}
