import { type JournalEntry, MemoryStore, type Store } from "@toolcrib/store";
import { describe, expect, it } from "vitest";
import { chainRecords } from "../../audit/audit-chain.ts";
import { createAuditKeys } from "../../audit/audit-keys.ts";
import type { GatewayConfig } from "../../config/gateway-config.ts";
import type { AuditRecord } from "../../contracts/audit.ts";
import type { AnswerMessage } from "../../contracts/inner-form.ts";
import { createApiKey } from "../../identity/api-key.ts";
import { createGateway } from "../../server/create-gateway.ts";
import { createClockFromNoon } from "../../testing/clock-from-noon.ts";
import { useClosers } from "../../testing/use-closers.ts";
import type { AdminApiAudit, AdminApiAuditVerification, AdminApiQuotas } from "./call-control-routes.ts";

const closers = useClosers();
const root = createApiKey();
const signing = createAuditKeys();

async function start(config: GatewayConfig = {}, store: Store = new MemoryStore(Date.now)) {
  const gateway = await createGateway(
    { keys: [{ name: "root", sha256: root.sha256, admin: true }], audit: {}, ...config },
    {
      store,
      now: createClockFromNoon(),
      environment: { TOOLCRIB_AUDIT_KEY: signing.privateKey },
      createAnswerRequest: () => async () => ({ kind: "whole", message: {} as AnswerMessage }),
    },
  );
  closers.push(gateway);
  const ask = async <Body>(key: string, path: string, body?: unknown): Promise<{ status: number; body: Body }> => {
    const headers = { "toolcrib-key": key };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const response = await gateway.app.request(`http://localhost${path}`, init);
    return { status: response.status, body: (await response.json()) as Body };
  };
  const change = async (key: string, wanted: object) =>
    ask<{ secret?: string }>(key, "/admin/access", { organisation: "acme", ...wanted });
  const create = async (key: string, more: object = {}): Promise<string> =>
    (await change(root.key, { change: "create-key", key, ...more })).body.secret ?? "";
  /** The lines, once so many are written. */
  const lines = async (count: number, query = ""): Promise<readonly AuditRecord[]> => {
    const read = async () => (await ask<AdminApiAudit>(root.key, `/admin/audit?${query}`)).body.lines;
    await expect.poll(async () => (await read()).length).toBe(count);
    return (await read()).map((line) => JSON.parse(line) as AuditRecord);
  };
  return { ask, change, create, lines };
}

describe("changes of access in the audit log", () => {
  it("are there, made and refused, with who made them, and without secrets", async () => {
    const { change, create, lines } = await start();
    await change(root.key, { change: "add-organisation" });
    await change(root.key, { change: "add-organisation", organisation: "other" });
    const boss = await create("boss", { role: "admin" });
    await change(boss, { change: "add-grant", to: { kind: "organisation" }, rule: { action: "deny", name: "*drop" } });
    await change(boss, { change: "add-team", organisation: "other", team: "data" });
    await change(boss, { change: "rotate-key", key: "boss" });
    await change(root.key, { change: "no-such-change" });

    const common = { kind: "change", door: "admin", outcome: "ok" };
    const found = await lines(6);
    expect(found).toMatchObject([
      { ...common, organisation: "acme", key: "root", change: { change: "add-organisation" } },
      { ...common, organisation: "other", key: "root" },
      { ...common, key: "root", change: { change: "create-key", key: "boss", role: "admin" } },
      { ...common, key: "boss", change: { change: "add-grant", rule: { action: "deny", name: "*drop" } } },
      { ...common, organisation: "other", key: "acme/boss", outcome: "refused", refusal: "forbidden_organisation" },
      { ...common, key: "boss", change: { change: "rotate-key" } },
    ]);
    expect(JSON.stringify(found)).not.toMatch(/tck_|sha256/);
    expect(await lines(1, "kind=change&outcome=refused")).toHaveLength(1);
  });
});

describe("the audit log for roles", () => {
  it("has an administrator's own organisation, and nothing for members", async () => {
    const { ask, change, create, lines } = await start();
    for (const organisation of ["acme", "other"]) await change(root.key, { change: "add-organisation", organisation });
    const boss = await create("boss", { role: "admin" });
    const member = await create("ci");
    await lines(4);

    const { body } = await ask<AdminApiAudit>(boss, "/admin/audit?organisation=other");
    expect(body.lines.map((line) => (JSON.parse(line) as { organisation: string }).organisation)).toEqual(
      Array(3).fill("acme"),
    );
    expect((await ask(boss, "/admin/audit/verification")).status).toBe(403);
    for (const path of ["/admin/audit", "/admin/quotas"]) expect((await ask(member, path)).status).toBe(403);
  });
});

describe("the verification of the audit log", () => {
  const contents = Array.from({ length: 5_002 }, (_, number) => ({
    kind: "lost" as const,
    record: String(number),
    at: new Date().toISOString(),
    count: 1,
  }));

  /** A store whose log has more lines than one part, the third of which reads like this. */
  async function storeWith(third: (entry: JournalEntry) => JournalEntry): Promise<Store> {
    const store = new MemoryStore(Date.now);
    const { journal } = store;
    await journal.append("audit", (last) => chainRecords(last, contents));
    return Object.assign(store, {
      journal: {
        append: journal.append.bind(journal),
        deleteBefore: journal.deleteBefore.bind(journal),
        read: async (...query: Parameters<typeof journal.read>) =>
          (await journal.read(...query)).map((entry) => (entry.sequence === 3 ? third(entry) : entry)),
      },
    });
  }
  const verify = async (third: (entry: JournalEntry) => JournalEntry) => {
    const { ask } = await start({}, await storeWith(third));
    const read = async (query: string) =>
      (await ask<AdminApiAuditVerification>(root.key, `/admin/audit/verification?${query}`)).body;
    const first = await read("");
    return { ask, first, second: await read(`after=${first.next}`) };
  };

  it("goes on where the part before ended", async () => {
    const { ask, first, second } = await verify((entry) => entry);

    expect(first).toMatchObject({ lines: 5_000, first: 1, last: 5_000, lostCalls: 5_000, problems: [] });
    expect(second).toMatchObject({ lines: 2, first: 5_001, last: 5_002, problems: [], next: null });
    expect((await ask(root.key, "/admin/audit/verification?after=7")).status).toBe(400);
    const wrong = `after=5000:${"0".repeat(64)}`;
    expect((await ask<AdminApiAuditVerification>(root.key, `/admin/audit/verification?${wrong}`)).body).toMatchObject({
      problems: [{ sequence: 5_001 }],
    });
  });

  it("says which line was changed", async () => {
    const { first, second } = await verify((entry) => ({
      ...entry,
      text: entry.text.replace('"count":1', '"count":2'),
    }));

    expect(first.problems).toEqual([
      { sequence: 4, problem: "Line 4 does not continue line 3, which was changed or replaced." },
    ]);
    expect(second.problems).toEqual([]);
  });

  it.each([
    ["labels", { labels: { kind: "call" } }],
    ["no labels", { labels: {} }],
    ["more labels", { labels: { kind: "lost", user: "ada" } }],
    ["another time", { at: 0 }],
  ])("says which line filters no longer find: %s", async (_title, changed) => {
    const { first } = await verify((entry) => ({ ...entry, ...changed }));

    expect(first.problems).toEqual([
      {
        sequence: 3,
        problem: "Line 3 is missing from filtered lists, or in the wrong ones: its labels or its time were changed.",
      },
    ]);
  });
});

describe("quotas of an organisation's keys", () => {
  const question = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "Hi" }] };

  it("match a key by its own name, and count it with its organisation", async () => {
    const { ask, change, create } = await start({
      quotas: [
        { name: "ci", key: "ci", window: "day", requests: 1 },
        { name: "everybody", window: "day", per: [], requests: 100 },
        { name: "other's", key: "other/*", window: "day", requests: 100 },
      ],
    });
    for (const organisation of ["acme", "other"]) await change(root.key, { change: "add-organisation", organisation });
    const boss = await create("boss", { role: "admin" });
    const [ci, others] = [await create("ci"), await create("ci", { organisation: "other" })];
    const statuses = [ci, ci, others].map(async (key) => (await ask(key, "/v1/messages", question)).status);
    expect((await Promise.all(statuses)).toSorted((left, right) => left - right)).toEqual([200, 200, 429]);

    const used = async (key: string) => {
      const { quotas, usage } = (await ask<AdminApiQuotas>(key, "/admin/quotas")).body;
      return { quotas: quotas.map(({ name, key }) => [name, key]), of: usage.map(({ name, of }) => [name, of]) };
    };
    await expect
      .poll(() => used(root.key))
      .toMatchObject({
        of: [
          ["ci", { key: "acme/ci" }],
          ["ci", { key: "other/ci" }],
          ["everybody", {}],
          ["other's", { key: "other/ci" }],
        ],
      });
    // Patterns may name other organisations, so only an operator sees them.
    expect(await used(boss)).toEqual({ quotas: [["ci", undefined]], of: [["ci", { key: "acme/ci" }]] });
  });
});
