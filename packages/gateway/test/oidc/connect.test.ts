import type { UserServerEntry } from "@toolcrib/mcp/config";
import { expect, it, onTestFinished, vi } from "vitest";
import { createGateway } from "../../src/server/create-gateway.ts";
import { FormBrowser } from "../../src/testing/form-browser.ts";
import { startOidcProvider } from "../../src/testing/oidc-provider.ts";
import { startProtectedMcpServer } from "../../src/testing/protected-mcp-server.ts";

vi.setConfig({ testTimeout: 60_000 });
vi.spyOn(console, "warn").mockImplementation(() => {});
vi.spyOn(console, "info").mockImplementation(() => {});

it("somebody who is signed in needs no key to log in at an MCP server", async () => {
  const crm = await startProtectedMcpServer();
  const entry: UserServerEntry = {
    name: "crm",
    source: "test",
    transport: "http",
    url: crm.url,
    headers: {},
    disabled: false,
    alwaysLoad: false,
    policy: [],
    auth: { type: "oauth", per: "user" },
  };
  const gateway = await createGateway({}, { userServers: () => [entry] });
  const { url } = await gateway.listen({ port: 0 });
  const issuer = await startOidcProvider([`${url}/auth/callback`]);
  onTestFinished(async () => {
    issuer.close();
    await gateway.close();
    await crm.close();
  });
  await gateway.reload({ oidc: { issuer: issuer.url, clientId: "studio", organisation: "acme" } });
  const browser = new FormBrowser();

  const before = await browser.get(`${url}/connect?server=crm`);
  const [, signIn = ""] = /href="([^"]+)"/.exec(await before.clone().text()) ?? [];
  expect((await browser.submit(before, {})).status).toBe(401);
  const consent = await browser.submit(await browser.get(url + signIn), { login: "ada", password: "any" });
  const page = await browser.submit(consent, {});
  expect(page.url).toBe(`${url}/connect?server=crm`);
  const consentOfCrm = await browser.submit(await browser.submit(page, {}), { login: "ada-at-crm", password: "any" });
  const last = await browser.submit(consentOfCrm, {});

  expect(await last.text()).toContain("Connected to crm");
  const token = await gateway.userTokens?.token({ organisation: "acme", name: "ada@example.com" }, entry);
  expect(crm.tokens.has(token ?? "")).toBe(true);
});
