import type { Client } from "@modelcontextprotocol/client";
import { createSecretKey } from "@toolcrib/store";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FormBrowser } from "../../../gateway/src/testing/form-browser.ts";
import { type ProtectedMcpServer, startProtectedMcpServer } from "../../../gateway/src/testing/protected-mcp-server.ts";
import { type PostgresServer, queryDatabase, startPostgres } from "../../../store/src/testing/postgres-server.ts";
import type { Serving } from "../../src/serving/start-serving.ts";
import { type RoundRobin, startRoundRobin } from "../../src/testing/round-robin.ts";
import { runInProcess } from "../../src/testing/run-in-process.ts";
import { createTemporaryFiles } from "../../src/testing/temporary-files.ts";
import { startPuppetModel } from "../policy/model.ts";
import { call, connect, logIn, makeUsers, openAccess, openGateway, printed, textOf } from "./two-gateways.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
vi.spyOn(console, "warn").mockImplementation(() => {});
vi.spyOn(console, "info").mockImplementation(() => {});

const files = createTemporaryFiles();
const firstKey = createSecretKey();
let postgres: PostgresServer;
let store: string;
let crm: ProtectedMcpServer;
let proxy: RoundRobin;
let model: Awaited<ReturnType<typeof startPuppetModel>>;
let gateways: Serving[];
let urls: readonly [string, string];
let keys: Readonly<Record<string, string>>;
const clients: Client[] = [];

const keyOf = (name: string): string => keys[`acme ${name}`] ?? "";
const start = (): Promise<Serving> =>
  openGateway(
    {
      store,
      requireKeys: true,
      publicUrl: proxy.url,
      audit: { arguments: "none" },
      upstreams: { test: { dialect: "anthropic", url: model.url } },
    },
    { crm: crm.url },
  );
const open = async (url: string, key: string): Promise<Client> => {
  const client = await connect(url, key);
  clients.push(client);
  return client;
};
const waitFor = (check: () => Promise<boolean>) => vi.waitUntil(check, { timeout: 20_000, interval: 100 });

beforeAll(async () => {
  vi.stubEnv("TOOLCRIB_SECRET_KEYS", firstKey);
  [postgres, crm, proxy, model] = await Promise.all([
    startPostgres(),
    startProtectedMcpServer(),
    startRoundRobin(),
    startPuppetModel(),
  ]);
  store = await postgres.createDatabase();
  keys = await makeUsers(store, [
    { organisation: "acme", key: "ada", user: "ada" },
    { organisation: "acme", key: "ada-2", user: "ada" },
    { organisation: "acme", key: "bob", user: "bob" },
    { organisation: "acme", key: "boss", user: "boss", role: "admin" },
    { organisation: "acme", key: "machine" },
    { organisation: "other", key: "ada", user: "ada" },
    { organisation: "other", key: "boss", user: "boss", role: "admin" },
  ]);
  gateways = await Promise.all([start(), start()]);
  urls = gateways.map(({ address }) => address.url) as [string, string];
  for (const url of urls) proxy.servers.add(url);
  await waitFor(async () => (await fetch(`${proxy.url}/readyz`)).ok);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all(gateways.map((gateway) => gateway.close()));
  proxy.close();
  await Promise.all([crm.close(), model.close()]);
  await postgres.close();
});

/** What the store has, as somebody with access to the database sees it. */
async function stored(namespace: string): Promise<readonly { key: string; owner: string; value: string }[]> {
  const sql = "SELECT key, owner, value FROM toolcrib_values WHERE namespace = $1 ORDER BY owner";
  return queryDatabase(store, sql, [namespace]);
}

async function connections(url: string, key: string, query = ""): Promise<Response> {
  return fetch(`${url}/admin/connections${query}`, { headers: { "toolcrib-key": key } });
}

async function ask(url: string, key: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: {
      "x-api-key": key,
      "anthropic-version": "2023-06-01",
      "anthropic-beta": "mcp-client-2025-11-20",
      ...headers,
    },
    body: JSON.stringify({
      model: "m",
      max_tokens: 100,
      messages: [{ role: "user", content: "Who am I?" }],
      tools: [{ type: "mcp_toolset", mcp_server_name: "crm" }],
    }),
  });
}

describe("before a user has logged in", () => {
  it("every way to the server answers with the page to open, and nothing is called", async () => {
    const page = `${proxy.url}/connect?server=crm`;
    const client = await open(urls[0], keyOf("ada"));
    const found = await client.callTool({ name: "search_tools", arguments: { query: "whose account is used" } });
    expect(textOf(found)).toContain(page);
    expect(await call(client, "mcp__crm__whoami")).toContain(page);
    model.play("Hello.");
    const response = await ask(urls[0], keyOf("ada"));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining(page), details: { error_code: "mcp_login_required" } },
    });
    expect(await (await connections(urls[1], keyOf("ada"))).json()).toEqual({
      organisation: "acme",
      user: "ada",
      connections: [{ server: "crm", isConnected: false, url: page }],
    });
    expect(crm.calls).toEqual([]);
  });

  it("a key that belongs to nobody gets an error that says so", async () => {
    const client = await open(urls[0], keyOf("machine"));
    expect(await call(client, "mcp__crm__whoami")).toContain("this caller is not a user");
    expect(await (await ask(urls[0], keyOf("machine"))).text()).toContain("this caller is not a user");
    expect((await connections(urls[0], keyOf("machine"))).status).toBe(403);
    const page = await logIn(proxy.url, "crm", { key: keyOf("machine"), account: "ada" });
    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining("belong to users")]);
  });

  it("the page tells nobody which servers there are, and takes no wrong key", async () => {
    const browser = new FormBrowser();
    const texts = await Promise.all(
      ["crm", "nothing"].map(async (server) => (await browser.get(`${urls[0]}/connect?server=${server}`)).text()),
    );
    expect(texts[0]?.replaceAll("crm", "nothing")).toBe(texts[1]);
    const evil = await browser.get(`${urls[0]}/connect?server=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(await evil.text()).not.toContain("<script");
    expect(evil.headers.get("content-security-policy")).toContain("default-src 'none'");
    // A page of another origin cannot let its visitors log in for a user of its choice.
    for (const origin of ["http://localhost:3000", "https://evil.example", "null", undefined]) {
      const headers = { "content-type": "application/x-www-form-urlencoded", ...(origin !== undefined && { origin }) };
      const body = new URLSearchParams({ server: "crm", key: keyOf("ada") }).toString();
      const response = await fetch(`${proxy.url}/connect`, { method: "POST", headers, body, redirect: "manual" });
      expect([origin, response.status, response.headers.get("location")]).toEqual([origin, 403, null]);
    }
    expect((await logIn(proxy.url, "crm", { key: "tck_wrong", account: "ada" })).status).toBe(401);
    expect((await logIn(proxy.url, "nothing", { key: keyOf("ada"), account: "ada" })).status).toBe(404);
  });
});

describe("logging in", () => {
  it("works for each user, at whatever gateway the browser comes back to", async () => {
    for (const name of ["ada", "bob"]) {
      const page = await logIn(proxy.url, "crm", { key: keyOf(name), account: name });
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Connected to crm")]);
    }
    expect(crm.exchanges).toEqual(["authorization_code", "authorization_code"]);
    expect(await (await connections(urls[0], keyOf("ada-2"))).json()).toMatchObject({
      user: "ada",
      connections: [{ server: "crm", isConnected: true }],
    });
  });

  it("is finished by a gateway that was not running when it started", async () => {
    const browser = new FormBrowser();
    const page = await browser.get(`${proxy.url}/connect?server=crm`);
    const login = await browser.submit(page, { key: keyOf("bob") });
    const third = await start();
    gateways.push(third);
    const isReady = async (url: string) => (await fetch(`${proxy.url}/healthz`)).ok && proxy.isReady(url);
    for (const url of urls) proxy.servers.delete(url);
    proxy.servers.add(third.address.url);
    await waitFor(async () => (await isReady(third.address.url)) && !proxy.isReady(urls[0]) && !proxy.isReady(urls[1]));
    const last = await browser.submit(await browser.submit(login, { login: "bob", password: "any" }), {});
    expect([last.status, await last.text()]).toEqual([200, expect.stringContaining("Connected to crm")]);
    for (const url of urls) proxy.servers.add(url);
    proxy.servers.delete(third.address.url);
    await waitFor(async () => !proxy.isReady(third.address.url) && proxy.isReady(urls[0]) && proxy.isReady(urls[1]));
  });

  it("leaves no token and no verifier readable in the database", async () => {
    const rows = await queryDatabase<{ text: string }>(store, "SELECT v::text AS text FROM toolcrib_values v");
    const text = rows.map((row) => row.text).join("\n");
    expect(crm.tokens.size).toBeGreaterThanOrEqual(6);
    for (const token of crm.tokens) expect(text).not.toContain(token);
    expect(text).not.toMatch(/access_token|refresh_token|codeVerifier/);
    expect((await stored("mcp-login-flows")).length).toBe(0);
  });

  it("ends with an error if it is repeated, comes from another browser, or names no login", async () => {
    const [ada, bob] = [new FormBrowser(), new FormBrowser()];
    const before = await stored("mcp-logins");
    // Ada's browser stops before it goes back to the gateway.
    const page = await ada.get(`${proxy.url}/connect?server=crm`);
    const consent = await ada.submit(await ada.submit(page, { key: keyOf("ada") }), { login: "ada", password: "any" });
    const back = await ada.submitUntil(consent, {}, (url) => url.startsWith(`${proxy.url}/connect/callback`));
    // Whoever gets that address cannot use it, neither with a login of their own in progress nor without.
    await bob.submit(await bob.get(`${proxy.url}/connect?server=crm`), { key: keyOf("bob") });
    const stolen = await bob.get(back);
    expect([stolen.status, await stolen.text()]).toEqual([400, expect.stringContaining("another browser")]);
    const late = await ada.get(back);
    expect([late.status, await late.text()]).toEqual([400, expect.stringContaining("finished already")]);
    for (const query of ["", "?code=x", "?code=x&state=forged", "?error=access_denied&state=forged"]) {
      expect((await ada.get(`${proxy.url}/connect/callback${query}`)).status).toBe(400);
    }
    expect(await stored("mcp-logins")).toEqual(before);
  });
});

describe("two users at the same time (context-forge#1078)", () => {
  it("hundreds of calls of both, at both gateways, are each made with the caller's own token", async () => {
    const users = await Promise.all(
      urls.flatMap((url) => ["ada", "bob"].map(async (name) => ({ name, client: await open(url, keyOf(name)) }))),
    );
    crm.calls.length = 0;
    const numbers = Array.from({ length: 200 }, (_, number) => number);
    const answers = await Promise.all(
      numbers.map(async (number) => {
        const { name, client } = users[number % users.length] as (typeof users)[number];
        return [name, await call(client, "mcp__crm__whoami", { said: name, number })] as const;
      }),
    );
    for (const [name, answer] of answers) expect(answer).toBe(`account ${name}`);
    expect(crm.calls).toHaveLength(200);
    for (const { account, input } of crm.calls) expect(account).toBe(input["said"]);
  });

  it("is the same for toolsets of requests, with equal idempotency keys", async () => {
    for (const [name, expected] of [
      ["ada", "account ada"],
      ["bob", "account bob"],
      ["ada", "account ada"],
    ] as const) {
      model.play([{ name: "crm_whoami", input: { said: name } }], "Done.");
      const response = await ask(urls[0], keyOf(name), { "idempotency-key": "same" });
      expect(await response.text()).toContain(expected);
    }
    expect(crm.calls.filter(({ account, input }) => input["said"] !== account)).toEqual([]);
  });

  it("does not mistake users of the same name in two organisations, nor keys", async () => {
    const stranger = await open(urls[0], keys["other ada"] ?? "");
    expect(await call(stranger, "mcp__crm__whoami")).toContain("needs your own login");
    model.play([{ name: "crm_whoami", input: { said: "ada" } }], "Done.");
    const response = await ask(urls[0], keys["other ada"] ?? "", { "idempotency-key": "same" });
    expect(await response.text()).toContain("needs your own login");
  });

  it("shows each user the tools that the server lists for that user", async () => {
    for (const [name, other] of [
      ["ada", "bob"],
      ["bob", "ada"],
    ] as const) {
      const client = await open(urls[1], keyOf(name));
      for (const query of ["read a private diary", `select:mcp__crm__diary_of_${other}`, `diary_of_${other}`]) {
        const text = textOf(await client.callTool({ name: "search_tools", arguments: { query } }));
        expect(text.replaceAll(query, "")).not.toContain(`diary_of_${other}`);
        if (query === "read a private diary") expect(text).toContain(`mcp__crm__diary_of_${name}`);
      }
      expect(await call(client, `mcp__crm__diary_of_${other}`)).toContain("There is no tool");
      expect(JSON.stringify(await client.listTools())).not.toContain(`diary_of_${other}`);
    }
    expect(crm.calls.filter(({ tool }) => tool.startsWith("diary"))).toEqual([]);
  });
});

it("does not exist for a user to whom a grant denies the server", async () => {
  const access = await openAccess(store);
  const rule = { action: "deny", server: "crm" };
  const { grant } = await access.change({
    change: "add-grant",
    organisation: "acme",
    to: { kind: "user", name: "bob" },
    rule,
  });
  const client = await open(urls[0], keyOf("bob"));
  await waitFor(async () => (await call(client, "mcp__crm__whoami")).startsWith("There is no tool"));
  const found = await client.callTool({ name: "search_tools", arguments: { query: "whose account is used" } });
  expect(textOf(found)).not.toMatch(/crm|whoami/);
  expect(await (await connections(urls[0], keyOf("bob"))).json()).toMatchObject({ connections: [] });
  expect((await logIn(urls[0], "crm", { key: keyOf("bob"), account: "bob" })).status).toBe(404);
  await access.change({ change: "remove-grant", organisation: "acme", grant });
  await access.close();
  await waitFor(async () => (await call(client, "mcp__crm__whoami")) === "account bob");
});

describe("renewing tokens", () => {
  it("is done once for all calls at all gateways, and rotated refresh tokens are not lost", async () => {
    const users = await Promise.all(
      urls.flatMap((url) => ["ada", "bob"].map(async (name) => ({ name, client: await open(url, keyOf(name)) }))),
    );
    for (let round = 1; round <= 2; round++) {
      crm.expireTokens();
      crm.exchanges.length = 0;
      const answers = await Promise.all(
        Array.from({ length: 24 }, async (_, number) => {
          const { name, client } = users[number % users.length] as (typeof users)[number];
          return (await call(client, "mcp__crm__whoami", { said: name })) === `account ${name}`;
        }),
      );
      expect(answers).not.toContain(false);
      // One for each user: a refresh token that is used twice would have ended the login.
      expect(crm.exchanges).toEqual(["refresh_token", "refresh_token"]);
    }
  });
});

describe("what is in the database", () => {
  it("does not work for another user, and does not work once it is changed", async () => {
    const rows = await stored("mcp-logins");
    const [ada, bob] = rows as [(typeof rows)[number], (typeof rows)[number]];
    expect([ada.owner, bob.owner]).toEqual([expect.stringContaining("ada"), expect.stringContaining("bob")]);
    const write = (key: string, value: string) =>
      queryDatabase(store, "UPDATE toolcrib_values SET value = $2 WHERE key = $1", [key, value]);
    const client = await open(urls[0], keyOf("bob"));
    const broken = JSON.parse(bob.value) as { sealed: string };
    const changed = { ...broken, sealed: `${broken.sealed.slice(0, -4)}AAAA` };
    for (const value of [ada.value, JSON.stringify(changed)]) {
      await write(bob.key, value);
      crm.calls.length = 0;
      await waitFor(async () => (await call(client, "mcp__crm__whoami")).includes("cannot be decrypted"));
      expect(crm.calls.filter(({ account }) => account !== "bob")).toEqual([]);
      await write(bob.key, bob.value);
      await waitFor(async () => (await call(client, "mcp__crm__whoami")) === "account bob");
    }
  });

  it("is encrypted again with a new key, and a gateway with that key alone goes on", async () => {
    const nextKey = createSecretKey();
    const run = (environment: Readonly<Record<string, string>>) =>
      runInProcess(["secrets", "rotate", "--store", store, "--json"], { environment, folder: files.folder });
    const wrong = await run({ TOOLCRIB_SECRET_KEYS: nextKey });
    expect([wrong.exitCode, JSON.parse(wrong.stdout)]).toEqual([1, expect.objectContaining({ reencrypted: 0 })]);
    const right = await run({ TOOLCRIB_SECRET_KEYS: `${nextKey},${firstKey}` });
    expect([right.exitCode, JSON.parse(right.stdout)]).toEqual([
      0,
      expect.objectContaining({ current: 0, failed: {} }),
    ]);
    vi.stubEnv("TOOLCRIB_SECRET_KEYS", nextKey);
    const third = await start();
    gateways.push(third);
    const client = await open(third.address.url, keyOf("ada"));
    expect(await call(client, "mcp__crm__whoami")).toBe("account ada");
    // Gateways that have only the old key refuse, and say why.
    const old = await open(urls[0], keyOf("ada"));
    await waitFor(async () => (await call(old, "mcp__crm__whoami")).includes("TOOLCRIB_SECRET_KEYS"));
    await run({ TOOLCRIB_SECRET_KEYS: `${firstKey},${nextKey}` });
    vi.stubEnv("TOOLCRIB_SECRET_KEYS", firstKey);
    await waitFor(async () => (await call(old, "mcp__crm__whoami")) === "account ada");
  });
});

describe("ending a login", () => {
  it("is in force at all gateways within a second or so; administrators end those of their organisation only", async () => {
    const end = async (key: string, query = ""): Promise<Response> =>
      fetch(`${urls[0]}/admin/connections/crm${query}`, { method: "DELETE", headers: { "toolcrib-key": key } });
    expect((await end(keyOf("bob"), "?user=ada")).status).toBe(403);
    expect((await end(keys["other boss"] ?? "", "?user=ada&organisation=acme")).status).toBe(403);
    const [here, there] = await Promise.all(urls.map((url) => open(url, keyOf("ada"))));
    expect(await call(there as Client, "mcp__crm__whoami")).toBe("account ada");
    expect(await (await end(keyOf("boss"), "?user=ada")).json()).toEqual({ server: "crm", wasConnected: true });
    expect(await call(here as Client, "mcp__crm__whoami")).toContain("needs your own login");
    await waitFor(async () => (await call(there as Client, "mcp__crm__whoami")).includes("needs your own login"));
    expect(await (await end(keyOf("ada"))).json()).toEqual({ server: "crm", wasConnected: false });
    expect(await call(await open(urls[0], keyOf("bob")), "mcp__crm__whoami")).toBe("account bob");
  });

  it("comes with the end of its user; until then it is in the list of who is connected where", async () => {
    const change = async (body: object): Promise<{ readonly secret?: string }> => {
      const headers = { "toolcrib-key": keyOf("boss"), "content-type": "application/json" };
      const response = await fetch(`${urls[0]}/admin/access`, { method: "POST", headers, body: JSON.stringify(body) });
      expect(response.status).toBe(200);
      return (await response.json()) as { readonly secret?: string };
    };
    const listed = async (): Promise<readonly string[]> => {
      const response = await fetch(`${urls[1]}/admin/logins`, { headers: { "toolcrib-key": keyOf("boss") } });
      const { logins } = (await response.json()) as { readonly logins: readonly { readonly user: string }[] };
      return logins.map(({ user }) => user).toSorted();
    };
    await change({ change: "set-user", organisation: "acme", user: "eve" });
    const { secret = "" } = await change({ change: "create-key", organisation: "acme", key: "eve", user: "eve" });
    await waitFor(async () => (await fetch(`${urls[1]}/admin/me`, { headers: { "toolcrib-key": secret } })).ok);
    expect((await logIn(proxy.url, "crm", { key: secret, account: "eve" })).status).toBe(200);
    expect(await listed()).toEqual(["bob", "eve"]);

    await change({ change: "remove-user", organisation: "acme", user: "eve" });

    expect(await listed()).toEqual(["bob"]);
    expect(await stored("mcp-logins")).toHaveLength(1);
  });

  it("happens by itself when the authorization server does not renew it any more", async () => {
    crm.expireTokens();
    crm.endGrants();
    const bob = await open(urls[1], keyOf("bob"));
    expect(await call(bob, "mcp__crm__whoami")).toContain(`${proxy.url}/connect?server=crm`);
    expect(await stored("mcp-logins")).toEqual([]);
  });
});

it("the audit log has logins that were made and ended, and nothing shows a token", async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
  const rows = await queryDatabase<{ value: string }>(store, "SELECT value FROM toolcrib_journal ORDER BY sequence");
  // Two gateways write in turns: lines are in the order in which they were written.
  const changes = rows
    .map(({ value }) => JSON.parse(value) as { at: string; user?: string; change?: Record<string, string> })
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .flatMap(({ user, change }) =>
      change?.["server"] === "crm" ? [`${user} ${change["change"]} of ${change["user"]}`] : [],
    );
  expect(changes).toEqual([
    "ada connect-server of ada",
    "bob connect-server of bob",
    "bob connect-server of bob",
    "boss disconnect-server of ada",
    "eve connect-server of eve",
    "undefined expire-server of bob",
  ]);
  const everything = rows.map(({ value }) => value).join("\n") + printed.join("\n");
  for (const token of crm.tokens) expect(everything).not.toContain(token);
});
