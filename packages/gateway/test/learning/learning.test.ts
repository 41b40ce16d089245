import type { Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { createJsonStore } from "../../src/testing/json-store.ts";
import { type LearningSetup, openLearningGateway } from "../../src/testing/learning/learning-gateway.ts";
import { keyNamed, noteQuery, noteTools } from "../../src/testing/learning/note-tools.ts";
import { useClosers } from "../../src/testing/use-closers.ts";

const closers = useClosers();

async function open(setup: Partial<LearningSetup> = {}) {
  const opened = await openLearningGateway({ tools: noteTools, keys: [keyNamed("alice"), keyNamed("bob")], ...setup });
  closers.push(opened.gateway);
  return opened;
}

/** Uses the tool that comes second four times, and returns the order before that. */
async function learnSecond({ ask, shownFor }: Awaited<ReturnType<typeof open>>): Promise<readonly string[]> {
  const before = await shownFor(noteQuery, "alice");
  for (let time = 0; time < 4; time++) await ask({ query: noteQuery, calls: [before[1] as string] }, "alice");
  return before;
}

describe("a gateway that learns", () => {
  it("puts the tool first that was called after such searches, and no other key sees a difference", async () => {
    const opened = await open();
    const { shownFor } = opened;
    const [first, second] = await learnSecond(opened);

    expect((await shownFor(noteQuery, "alice"))[0]).toBe(second);
    expect((await shownFor("a team note", "alice"))[0]).toBe(second);
    expect((await shownFor(noteQuery, "bob"))[0]).toBe(first);
    expect((await shownFor("read the file", "alice"))[0]).toBe("mcp__files__read");
    expect(opened.problems).toEqual([]);
  });

  it("learns nothing unless the config says so", async () => {
    const opened = await open({ config: { search: { learn: false } } });
    const before = await learnSecond(opened);

    expect(await opened.shownFor(noteQuery, "alice")).toEqual(before);
  });

  it("tells callers apart by their credentials if it has no keys", async () => {
    const opened = await open({ keys: [] });
    const [first, second] = await learnSecond(opened);

    expect((await opened.shownFor(noteQuery, "alice"))[0]).toBe(second);
    expect((await opened.shownFor(noteQuery, "bob"))[0]).toBe(first);
  });

  it("learns in the API's own search if that ranks by hybrid, and not otherwise", async () => {
    const search = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };
    const tools = [search, ...noteTools.map((tool) => ({ ...tool, defer_loading: true }))];
    for (const serverSearch of ["hybrid", "as-named"] as const) {
      const opened = await open({ tools, config: { search: { learn: true }, inject: "off", serverSearch } });
      const [first, second] = await learnSecond(opened);
      expect((await opened.shownFor(noteQuery, "alice"))[0]).toBe(serverSearch === "hybrid" ? second : first);
    }
  });

  it("counts a call once, although the conversation is sent again with every turn", async () => {
    const { ask, send, shownFor, gateway, admin } = await open({
      keys: [keyNamed("alice", { admin: true })],
      adminKey: "alice",
    });
    const [, second] = (await shownFor(noteQuery, "alice")) as [string, string];
    let { messages } = await ask({ query: noteQuery, calls: [second, second] }, "alice");
    messages = (await send(messages, "alice")).messages;
    for (let turn = 0; turn < 3; turn++) {
      const next: Message = { role: "user", content: JSON.stringify({ query: `something else ${turn}` }) };
      messages = (await send([...messages, next], "alice")).messages;
    }
    const history = (await (await admin("/history?tenant=alice")).json()) as { learned: object[] };

    expect(history.learned).toMatchObject([{ name: second, calls: expect.closeTo(1, 3) }]);
    await gateway.close();
  });

  it("counts a call of a later turn for the search of an earlier one", async () => {
    const { ask, send, shownFor, admin } = await open({
      keys: [keyNamed("alice", { admin: true })],
      adminKey: "alice",
    });
    const [first, second] = (await shownFor(noteQuery, "alice")) as [string, string];
    const { messages } = await ask({ query: noteQuery, calls: [first, second] }, "alice");
    await send(messages, "alice");
    const { learned } = (await (await admin("/history?tenant=alice")).json()) as { learned: { name: string }[] };

    expect(learned.map(({ name }) => name).toSorted()).toEqual([first, second].toSorted());
  });

  it("changes nothing that was sent before: what was found stays, and the prefix is the same", async () => {
    const opened = await open();
    const { ask, send, model } = opened;
    const started = await ask({ query: noteQuery }, "alice");
    const before = model.bodies.at(-1);
    await learnSecond(opened);
    await send([...started.messages, { role: "user", content: JSON.stringify({ query: noteQuery }) }], "alice");
    const after = model.bodies.at(-2);

    expect(after?.tools).toEqual(before?.tools);
    expect(after?.messages.slice(0, before?.messages.length)).toEqual(before?.messages);
  });
});

describe("what a gateway learns", () => {
  it("is kept in its store and outlives it", async () => {
    const store = createJsonStore();
    const opened = await open({ store });
    const [first, second] = await learnSecond(opened);
    await opened.gateway.close();
    const next = await open({ store });

    expect((await next.shownFor(noteQuery, "alice"))[0]).toBe(second);
    expect((await next.shownFor(noteQuery, "bob"))[0]).toBe(first);
    const [[key, value] = []] = [...store.texts].filter(([place]) => place.startsWith('["learning"'));
    expect(value).toContain('"team"');
    expect(value).not.toContain(noteQuery);
    expect(key).not.toContain("alice");
  });

  it.each([
    ["of another form", { usage: [] }],
    [
      "with weights beyond the limits",
      { usage: { version: 1, tools: [{ name: "a", hash: "b", calls: 1, updatedAt: 0, words: [["note", 99]] }] } },
    ],
    ["of another version", { usage: { version: 9, tools: [] } }],
  ])("is not trusted if the store returns a history %s", async (_what, forged) => {
    const store = createJsonStore();
    const opened = await open({ store });
    const before = await learnSecond(opened);
    await opened.gateway.close();
    for (const key of store.texts.keys()) {
      if (key.startsWith('["learning"')) store.texts.set(key, JSON.stringify({ revision: "r", ...forged }));
    }
    const next = await open({ store });

    expect(await next.shownFor(noteQuery, "alice")).toEqual(before);
    expect(next.problems).toEqual([expect.stringContaining("The usage history cannot be read: expected")]);
  });

  it("is not needed for an answer: searches work while the store is down", async () => {
    const down = () => Promise.reject(new Error("down"));
    const store = {
      specificationVersion: "v1",
      get: down,
      set: down,
      update: down,
      delete: down,
      close: async () => {},
    } as const;
    const opened = await open({ store });
    const [, second] = await learnSecond(opened);

    expect((await opened.shownFor(noteQuery, "alice"))[0]).toBe(second);
    expect(opened.problems.join()).toContain("What was learned cannot be read. down");
  });

  it.each([
    ["a minute ago", 61_000],
    ["before the clock was set back", -5 * 3_600_000],
  ])("is taken from another gateway that has reset it %s", async (_when, milliseconds) => {
    const store = createJsonStore();
    const keys = [keyNamed("alice", { admin: true })];
    let now = Date.now();
    const [one, other] = [
      await open({ store, keys, adminKey: "alice", now: () => now }),
      await open({ store, keys, adminKey: "alice", now: () => now }),
    ];
    const before = await learnSecond(one);
    await one.gateway.close();
    expect((await other.shownFor(noteQuery, "alice"))[0]).toBe(before[1]);
    await other.admin("/history?tenant=alice", { method: "DELETE" });
    now += milliseconds;
    await one.shownFor(noteQuery, "alice");

    expect(await one.shownFor(noteQuery, "alice")).toEqual(before);
  });
});
