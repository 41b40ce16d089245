import { describe, expect, it } from "vitest";
import { type LearningSetup, openLearningGateway } from "../../testing/learning/learning-gateway.ts";
import { keyNamed, noteQuery, noteTools } from "../../testing/learning/note-tools.ts";
import { useClosers } from "../../testing/use-closers.ts";
import type { AdminApiLearnedHistory, AdminApiLearning } from "./admin-api.ts";

const closers = useClosers();
const keys = [keyNamed("root", { admin: true }), keyNamed("alice"), keyNamed("bob")];

async function open(setup: Partial<LearningSetup> = {}) {
  const opened = await openLearningGateway({ tools: noteTools, keys, adminKey: "root", ...setup });
  closers.push(opened.gateway);
  const get = async <Answer>(path: string): Promise<Answer> => {
    const response = await opened.admin(path);
    expect(response.status).toBe(200);
    return (await response.json()) as Answer;
  };
  const import_ = (tenant: string, body: unknown) =>
    opened.admin(`/import?tenant=${tenant}`, { method: "POST", body: JSON.stringify(body) });
  const before = await opened.shownFor(noteQuery, "alice");
  const [first, second] = before as [string, string];
  const use = async (name: string, times: number, key = "alice"): Promise<void> => {
    for (let time = 0; time < times; time++) await opened.ask({ query: noteQuery, calls: [name] }, key);
  };
  return { ...opened, get, import_, use, before, first, second };
}

describe("the admin API of learning", () => {
  it("lists what was learned for each key, and shows the words for each tool", async () => {
    const { get, use, second } = await open();
    await use(second, 4);

    expect(await get<AdminApiLearning>("")).toEqual({
      isOn: true,
      histories: [
        { tenant: "root", tools: 0, calls: 0 },
        { tenant: "alice", tools: 1, calls: expect.closeTo(4, 3) },
        { tenant: "bob", tools: 0, calls: 0 },
      ],
    });
    const { learned } = await get<AdminApiLearnedHistory>("/history?tenant=alice");
    expect(learned).toMatchObject([
      { name: second, words: expect.arrayContaining([{ word: "team", weight: expect.any(Number) }]) },
    ]);
  });

  it("resets one tool or everything, after which the ranking is exactly the one before", async () => {
    const { admin, get, use, shownFor, before, first, second } = await open();
    await use(second, 4);
    await use(first, 1);
    await use(second, 1);
    const afterOne = await admin(`/history?tenant=alice&tool=${first}`, { method: "DELETE" });
    expect(((await afterOne.json()) as AdminApiLearnedHistory).learned.map(({ name }) => name)).toEqual([second]);
    expect((await shownFor(noteQuery, "alice"))[0]).toBe(second);
    await admin("/history?tenant=alice", { method: "DELETE" });

    expect(await shownFor(noteQuery, "alice")).toEqual(before);
    expect(await get<AdminApiLearnedHistory>("/history?tenant=alice")).toMatchObject({ tools: 0, learned: [] });
  });

  it("moves what was learned to another gateway", async () => {
    const one = await open();
    await one.use(one.second, 4);
    const exported = await one.get("/export?tenant=alice");
    const other = await open();
    const imported = await other.import_("alice", exported);

    expect(imported.status).toBe(200);
    expect((await other.shownFor(noteQuery, "alice"))[0]).toBe(one.second);
    expect((await other.shownFor(noteQuery, "bob"))[0]).toBe(one.first);
  });

  it("refuses a forged history, and keeps what it has", async () => {
    const { import_, use, shownFor, second } = await open();
    await use(second, 4);
    const tool = { name: "a", hash: "b", calls: 1, updatedAt: 0, words: [["note", 99]] };
    for (const forged of [null, {}, { version: 2, tools: [] }, { version: 1, tools: [tool] }]) {
      const response = await import_("alice", forged);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { message: expect.stringContaining("The usage history cannot be read: expected") },
      });
    }
    expect((await shownFor(noteQuery, "alice"))[0]).toBe(second);
  });

  it("is for administrators only", async () => {
    const { gateway } = await open();
    for (const [path, method] of [
      ["", "GET"],
      ["/history?tenant=alice", "GET"],
      ["/history?tenant=alice", "DELETE"],
      ["/export?tenant=alice", "GET"],
      ["/import?tenant=alice", "POST"],
    ] as const) {
      const statuses = await Promise.all(
        ["alice", undefined].map(async (key) => {
          const headers = { host: "localhost", ...(key === undefined ? {} : { "x-api-key": key }) };
          return (await gateway.app.request(`/admin/learning${path}`, { method, headers })).status;
        }),
      );
      expect([path, method, ...statuses]).toEqual([path, method, 403, 401]);
    }
  });

  it("says what is wrong with a tenant, and with a gateway that does not learn", async () => {
    const { admin } = await open();
    expect((await admin("/history?tenant=carol")).status).toBe(404);
    expect((await admin("/history")).status).toBe(400);
    const off = await open({ config: { search: {} } });
    expect(await off.get<AdminApiLearning>("")).toEqual({ isOn: false, histories: [] });
    const refused = await off.admin("/history?tenant=alice");
    expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining("does not learn from calls")]);
  });

  it("names callers by an id if there are no keys", async () => {
    const { get, use, second } = await open({ keys: [] });
    await use(second, 2);
    const { histories } = await get<AdminApiLearning>("");
    expect(histories).toMatchObject([{ tenant: expect.stringMatching(/^[\w-]{16}$/), tools: 1 }]);
    const tenant = encodeURIComponent(histories[0]?.tenant as string);
    expect(await get<AdminApiLearnedHistory>(`/history?tenant=${tenant}`)).toMatchObject({
      learned: [{ name: second }],
    });
  });

  it("searches as a tenant would, which teaches nothing", async () => {
    const { gateway, get, use, first, second } = await open();
    await use(second, 4);
    const search = async (tenant?: string) => {
      const body = JSON.stringify({ query: noteQuery, tenant });
      const headers = { host: "localhost", "x-api-key": "root" };
      const response = await gateway.app.request("/admin/search", { method: "POST", headers, body });
      return (await response.json()) as { hits: { name: string; reasons: { feature: string }[] }[] };
    };
    // Weights fade with time.
    const exported = async () =>
      JSON.stringify(await get("/export?tenant=alice")).replaceAll(/\d+(?:\.\d+)?(?:e-\d+)?/g, "n");
    const before = await exported();

    expect((await search()).hits[0]?.name).toBe(first);
    const [hit] = (await search("alice")).hits;
    expect(hit?.name).toBe(second);
    expect(hit?.reasons.map(({ feature }) => feature)).toContain("earlier calls");
    expect(await exported()).toBe(before);
  });
});
