import type { Tool } from "@toolcrib/core";
import { MemoryStore, StoreError } from "@toolcrib/store";
import { describe, expect, it } from "vitest";
import type { GatewayConfig } from "../../config/gateway-config.ts";
import type { AnswerMessage } from "../../contracts/inner-form.ts";
import { createApiKey } from "../../identity/api-key.ts";
import { createGateway } from "../../server/create-gateway.ts";
import { startTestIssuer } from "../../testing/test-issuer.ts";
import { useClosers } from "../../testing/use-closers.ts";
import type { AdminApiAccess } from "./access-api.ts";

const closers = useClosers();
const root = createApiKey();
const schema = { type: "object" };
const tools: readonly Tool[] = [
  {
    name: "mcp__db__query",
    description: "Reads rows.",
    server: "db",
    input_schema: schema,
    annotations: { readOnlyHint: true },
  },
  { name: "mcp__db__drop", description: "Drops tables.", server: "db", input_schema: schema },
];
const question = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "Hi" }] };

async function start(more: Pick<GatewayConfig, "oidc"> = {}) {
  const gateway = await createGateway(
    { ...more, keys: [{ name: "root", sha256: root.sha256, admin: true }] },
    {
      admin: { tools: () => tools },
      createAnswerRequest: () => async () => ({ kind: "whole", message: {} as AnswerMessage }),
    },
  );
  closers.push(gateway);
  const ask = async (key: string, path: string, body?: unknown) => {
    const headers = { "toolcrib-key": key };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const response = await gateway.app.request(`http://localhost${path}`, init);
    return { status: response.status, body: (await response.json()) as never };
  };
  const change = async (key: string, change: object) => ask(key, "/admin/access", { organisation: "acme", ...change });
  const create = async (key: string, more: object = {}): Promise<string> => {
    const { body } = await change(root.key, { change: "create-key", key, ...more });
    return (body as { secret: string }).secret;
  };
  await change(root.key, { change: "add-organisation" });
  return { ask, change, create };
}

it.each([
  ["is down", new StoreError("store_unreachable", { reason: "connect to 10.0.0.7" })],
  ["can only be read", Object.assign(new Error("on 10.0.0.7"), { severity: "ERROR", code: "25006" })],
])("a change while the store %s is no mistake of the caller", async (_state, failure) => {
  const store = new MemoryStore(Date.now);
  const keys = [{ name: "root", sha256: root.sha256, admin: true }];
  const gateway = await createGateway({ keys }, { store, reportProblem: () => {} });
  closers.push(gateway);
  store.update = () => Promise.reject(failure);
  const body = JSON.stringify({ change: "add-organisation", organisation: "acme" });
  const init = { method: "POST", headers: { "toolcrib-key": root.key }, body };
  const response = await gateway.app.request("http://localhost/admin/access", init);

  expect([response.status, response.headers.get("retry-after")]).toEqual([529, "1"]);
  expect(await response.text()).not.toContain("10.0.0.7");
});

describe("keys of an organisation", () => {
  it("are created, used, rotated and revoked", async () => {
    const { ask, change, create } = await start();
    const first = await create("ci");
    const statusOf = async (key: string) => (await ask(key, "/v1/messages", question)).status;
    expect(await statusOf(first)).toBe(200);

    const { secret: second } = (await change(root.key, { change: "rotate-key", key: "ci" })).body as { secret: string };
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);

    await change(root.key, { change: "revoke-key", key: "ci" });
    expect(await statusOf(second)).toBe(401);
  });

  it("of an operator get no new secret from an administrator of their organisation", async () => {
    const { change, create } = await start();
    await create("ops", { role: "operator" });
    await create("ci");
    const boss = await create("boss", { role: "admin" });

    const refused = await change(boss, { change: "rotate-key", key: "ops" });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.not.stringContaining("tck_")]);
    expect((await change(boss, { change: "rotate-key", key: "ci" })).status).toBe(200);
    expect((await change(root.key, { change: "rotate-key", key: "ops" })).status).toBe(200);
  });

  it("of an operator cannot be revoked by an administrator, who cannot change the operator either", async () => {
    const { ask, change, create } = await start();
    await change(root.key, { change: "set-user", user: "olga", role: "operator" });
    await change(root.key, { change: "set-user", user: "mia" });
    const own = await create("olgas", { user: "olga", role: "operator" });
    const shared = await create("ops", { role: "operator" });
    const boss = await create("boss", { role: "admin" });
    await create("ci", { user: "mia" });
    const olga = { change: "set-user", user: "olga" };
    const refused = [
      { ...olga, isDisabled: true },
      { ...olga, role: "member" },
      { ...olga, teams: [] },
      { change: "remove-user", user: "olga" },
      { change: "create-key", key: "as-olga", user: "olga", role: "admin" },
      { change: "revoke-key", key: "olgas" },
      { change: "revoke-key", key: "ops" },
    ];

    for (const one of refused) expect([one, (await change(boss, one)).status]).toEqual([one, 403]);
    for (const key of [own, shared]) expect((await ask(key, "/admin/me")).body).toMatchObject({ role: "operator" });
    expect((await change(boss, { change: "revoke-key", key: "ci" })).status).toBe(200);
    expect((await change(boss, { change: "remove-user", user: "mia" })).status).toBe(200);
    expect((await change(root.key, { change: "remove-user", user: "olga" })).status).toBe(200);
  });

  it("are listed without anything that could be used", async () => {
    const { ask, create } = await start();
    const secret = await create("ci", { expiresInSeconds: 60 });
    const { body } = await ask(root.key, "/admin/access");

    expect((body as AdminApiAccess).organisations[0]?.keys).toMatchObject([
      { name: "ci", role: "member", secretCount: 1 },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/sha256|tck_/);
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  it("say who they are", async () => {
    const { ask, create } = await start();

    expect((await ask(await create("ci"), "/admin/me")).body).toEqual({
      name: "acme/ci",
      organisation: "acme",
      teams: [],
      key: "ci",
      role: "member",
      needsKeys: true,
      hasAudit: false,
      hasQuotas: false,
      hasLogins: false,
    });
  });
});

describe("roles", () => {
  it("a member sees its own tools, and nothing of anybody else's", async () => {
    const { ask, change, create } = await start();
    const member = await create("ci");
    await change(root.key, {
      change: "add-grant",
      to: { kind: "organisation" },
      rule: { action: "allow", annotation: "readOnlyHint" },
    });
    const paths = ["/admin/access", "/admin/traces", "/admin/health", "/admin/learning", "/metrics", "/admin/events"];

    expect((await ask(member, "/admin/catalogue")).body).toMatchObject({ tools: [{ name: "mcp__db__query" }] });
    const search = { query: "drop", tenant: "root" };
    expect((await ask(member, "/admin/search", search)).body).toMatchObject({ searched: 1, hits: [] });
    for (const path of paths) expect([path, (await ask(member, path)).status]).toEqual([path, 403]);
    expect((await change(member, { change: "add-team", team: "x" })).status).toBe(403);
  });

  it("an administrator manages its own organisation, and makes nobody an operator", async () => {
    const { ask, change, create } = await start();
    const admin = await create("boss", { role: "admin" });
    await change(root.key, { change: "add-organisation", organisation: "other" });

    expect((await change(admin, { change: "add-team", team: "data" })).status).toBe(200);
    expect(((await ask(admin, "/admin/access")).body as AdminApiAccess).organisations.map(({ name }) => name)).toEqual([
      "acme",
    ]);
    const refused = [
      { change: "add-team", organisation: "other", team: "data" },
      { change: "create-key", key: "root", role: "operator" },
      { change: "set-user", user: "ada", role: "operator" },
      { change: "remove-organisation" },
    ];
    for (const one of refused) expect([one.change, (await change(admin, one)).status]).toEqual([one.change, 403]);
    expect((await ask(admin, "/admin/access/visible?organisation=other&key=x")).status).toBe(403);
    expect((await ask(admin, "/admin/traces")).status).toBe(403);
  });

  it("an operator sees what a key sees", async () => {
    const { ask, change, create } = await start();
    await create("ci");
    await change(root.key, {
      change: "add-grant",
      to: { kind: "key", name: "ci" },
      rule: { action: "deny", name: "*drop" },
    });

    const visible = "/admin/access/visible?organisation=acme";
    expect((await ask(root.key, `${visible}&key=ci`)).body).toMatchObject({ tools: [{ name: "mcp__db__query" }] });
    expect((await ask(root.key, `${visible}&key=none`)).status).toBe(404);
    expect((await ask(root.key, "/admin/catalogue")).body).toMatchObject({ tools: [{}, {}] });
  });
});

describe("an operator that only the issuer knows", () => {
  it("is refused when an operator disables the user, and not when an administrator does", async () => {
    const issuer = await startTestIssuer();
    closers.push({ close: async () => issuer.close() });
    const oidc = { issuer: issuer.url, audience: "api", organisation: "acme", operators: ["platform"] };
    const { change, create, ask } = await start({ oidc });
    const boss = await create("boss", { role: "admin" });
    const [operator, member] = [await issuer.sign({ groups: ["platform"] }), await issuer.sign()];
    const statuses = async () =>
      Promise.all([operator, member].map(async (key) => (await ask(key, "/admin/me")).status));
    const disable = { change: "set-user", user: "ada@example.com", isDisabled: true };
    expect(await statuses()).toEqual([200, 200]);

    expect((await change(boss, disable)).status).toBe(200);
    expect(await statuses()).toEqual([200, 401]);
    expect((await change(root.key, disable)).status).toBe(200);
    expect(await statuses()).toEqual([401, 401]);
    expect((await change(boss, disable)).status).toBe(200);
    expect((await change(boss, { ...disable, isByAdmin: false })).status).toBe(400);
    expect(await statuses()).toEqual([401, 401]);
  });
});

describe("a gateway without keys", () => {
  it("is open until somebody makes the first key, which must be an operator's", async () => {
    const gateway = await createGateway({}, {});
    closers.push(gateway);
    const ask = (body: object, headers = {}) =>
      gateway.app.request("http://localhost/admin/access", { method: "POST", headers, body: JSON.stringify(body) });

    const create = { change: "create-key", organisation: "acme", key: "root" };

    expect((await ask({ change: "add-organisation", organisation: "acme" })).status).toBe(200);
    expect((await ask(create)).status).toBe(409);
    const created = await ask({ ...create, role: "operator" });
    const { secret } = (await created.json()) as { secret: string };
    const revoke = { change: "revoke-key", organisation: "acme", key: "root" };
    expect((await ask(revoke)).status).toBe(401);
    expect((await ask(revoke, { "toolcrib-key": secret })).status).toBe(200);
    expect((await ask({ change: "add-organisation", organisation: "other" })).status).toBe(401);
  });
});
