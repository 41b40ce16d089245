import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createGateway } from "../../src/server/create-gateway.ts";
import { FormBrowser } from "../../src/testing/form-browser.ts";
import { startOidcProvider } from "../../src/testing/oidc-provider.ts";

vi.setConfig({ testTimeout: 60_000 });
vi.spyOn(console, "warn").mockImplementation(() => {});
vi.spyOn(console, "info").mockImplementation(() => {});

/** Two gateways, as behind one address, and a real issuer. */
async function start() {
  // The issuer must know where gateways are, and they must know their issuer.
  const places = await Promise.all([createGateway(), createGateway()]);
  const urls: string[] = [];
  for (const gateway of places) urls.push((await gateway.listen({ port: 0 })).url);
  const provider = await startOidcProvider(urls.map((url) => `${url}/auth/callback`));
  const oidc = { issuer: provider.url, clientId: "studio", organisation: "acme", admins: ["data"] };
  for (const gateway of places) await gateway.reload({ oidc });
  onTestFinished(async () => {
    provider.close();
    for (const gateway of places) await gateway.close();
  });
  return { provider, urls: urls as [string, string] };
}

async function signIn(browser: FormBrowser, url: string, name: string): Promise<Response> {
  const login = await browser.get(`${url}/auth/sign-in`);
  const consent = await browser.submit(login, { login: name, password: "any" });
  return browser.submit(consent, {});
}

describe("signing in with a real issuer", () => {
  it("gives a browser a session that any gateway accepts, until it signs out", async () => {
    const { urls } = await start();
    const browser = new FormBrowser();
    const back = await signIn(browser, urls[0], "ada");
    expect(new URL(back.url).pathname).toBe("/studio/");

    const cookie = browser.cookie(urls[0]);
    for (const url of urls) {
      const response = await fetch(`${url}/admin/me`, { headers: { cookie } });
      expect(await response.json()).toMatchObject({ organisation: "acme", user: "ada@example.com", role: "admin" });
    }
    const token = cookie.replace(/^toolcrib-session=/, "");
    const asBearer = await fetch(`${urls[1]}/admin/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(asBearer.status).toBe(200);
    const signedOut = await fetch(`${urls[0]}/auth/sign-out`, { method: "POST", headers: { cookie } });
    expect(signedOut.headers.get("set-cookie")).toMatch(/^toolcrib-session=; Max-Age=0/);
  });

  it("lets only the gateway's own page change something with the session", async () => {
    const { urls } = await start();
    const browser = new FormBrowser();
    await signIn(browser, urls[0], "ada");
    const statusFrom = async (origin?: string): Promise<number> => {
      const headers = { cookie: browser.cookie(urls[0]), ...(origin !== undefined && { origin }) };
      const body = JSON.stringify({ change: "add-team", organisation: "acme", team: crypto.randomUUID() });
      return (await fetch(`${urls[0]}/admin/access`, { method: "POST", headers, body })).status;
    };

    expect(await statusFrom(urls[0])).toBe(200);
    expect(await statusFrom(urls[1])).toBe(401);
    expect(await statusFrom("https://evil.example")).toBe(403);
    expect(await statusFrom()).toBe(401);
  });

  it("refuses an answer that this browser did not ask for", async () => {
    const { urls } = await start();
    const [victim, attacker] = [new FormBrowser(), new FormBrowser()];
    const login = await attacker.get(`${urls[0]}/auth/sign-in`);
    const consent = await attacker.submit(login, { login: "mallory", password: "any" });
    expect(consent.status).toBe(200);
    await victim.get(`${urls[0]}/auth/sign-in`);

    for (const query of ["code=abc&state=forged", "error=access_denied", ""]) {
      expect((await victim.get(`${urls[0]}/auth/callback?${query}`)).status).toBe(400);
    }
    expect(victim.cookie(urls[0])).not.toContain("toolcrib-session");
  });
});
