import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { inspect } from "node:util";
import { catalogueIndexSuite } from "@toolcrib/core/suites";
import { type SearchAnswer, type SearchableTool, ToolIndex } from "@toolcrib/search";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Database } from "../sql/database.ts";
import { comparable } from "../testing/comparable-answer.ts";
import { openServer } from "../testing/open-databases.ts";
import { sampleQueries, sampleTools } from "../testing/sample-catalogue.ts";
import type { SqlToolIndex } from "./sql-tool-index.ts";
import { placeOf, ToolCatalogues } from "./tool-catalogues.ts";

let tenants = 0;
const newTenant = (): string => `tenant ${++tenants}`;
const namesIn = ({ hits, candidates, nearest }: SearchAnswer): readonly string[] => [
  ...hits.flatMap(({ name, sameAs = [] }) => [name, ...sameAs]),
  ...candidates.flatMap(({ name, sameAs = [] }) => [name, ...sameAs]),
  ...nearest,
];

describe("catalogues in PostgreSQL", () => {
  let database: Database & { readonly url: string };
  let words: ToolCatalogues;
  let meanings: ToolCatalogues;
  let sample: SqlToolIndex;
  // Starting takes seconds, so all tests share a database, each with tenants of its own.
  beforeAll(async () => {
    database = await openServer();
    const shared = { ...database, close: async () => {} };
    words = new ToolCatalogues(placeOf(shared), { embedder: null });
    meanings = new ToolCatalogues(placeOf(shared));
    sample = meanings.of("sample");
    await sample.add(sampleTools);
  });
  afterAll(async () => {
    await words.close();
    await meanings.close();
    await database.close();
  });

  describe("pass the suite of indexes", () => {
    it.each(catalogueIndexSuite(() => words.of(newTenant())))("$title", ({ run }) => run());
  });

  describe("answer as an index in memory does", () => {
    const memory = { words: new ToolIndex({ embedder: null }), meaning: new ToolIndex() };
    beforeAll(async () => {
      memory.words.add(sampleTools);
      memory.meaning.add(sampleTools);
      await memory.meaning.ready();
      await words.of("sample").add(sampleTools);
    });

    it.each(sampleQueries)("%j by words", async (query) => {
      expect(comparable(await words.of("sample").search(query))).toEqual(comparable(await memory.words.search(query)));
    });

    it.each(sampleQueries)("%j by meaning", async (query) => {
      const answer = await sample.search(query);

      expect(comparable(answer)).toEqual(comparable(await memory.meaning.search(query)));
    });

    it.each(["bm25", "keyword", "regex", "semantic"] as const)("with the ranker %s", async (ranker) => {
      const options = { ranker, limit: 3 };

      expect(comparable(await sample.search("create issue", options)).hits).toEqual(
        comparable(await memory.meaning.search("create issue", options)).hits,
      );
    });

    it("for tools that a function or patterns allow, which are counted alone", async () => {
      const only = (name: string): boolean => !name.startsWith("mcp__office");
      const { kind, hits, searched } = comparable(await memory.meaning.search("send a message", { only }));
      const visible = { allow: ["*"], deny: ["MCP__office*"] };

      for (const options of [{ only }, { visible }]) {
        expect(comparable(await sample.search("send a message", options))).toMatchObject({ kind, hits, searched });
      }
    });
  });

  it("count what changed, and change nothing for the same tools", async () => {
    const index = words.of(newTenant());
    const tools = sampleTools.slice(0, 5);

    expect(await index.add(tools)).toEqual({ added: 5, replaced: 0, unchanged: 0 });
    expect(await index.add(tools)).toEqual({ added: 0, replaced: 0, unchanged: 5 });
    const changed = { ...(tools[0] as SearchableTool), description: "Brews coffee." };
    expect(await index.add([changed])).toEqual({ added: 0, replaced: 1, unchanged: 0 });
    expect((await index.search("brew coffee")).hits.map(({ name }) => name)).toEqual([changed.name]);
    expect(await index.remove([changed.name, "no_such_tool"])).toBe(1);
    expect(await index.size()).toBe(4);
    expect(await index.sync(tools.slice(1, 3))).toEqual({ added: 0, replaced: 0, unchanged: 2, removed: 2 });
  });

  it("show changes to others at once", async () => {
    const tenant = newTenant();
    const [writer, reader] = [words.of(tenant), words.of(tenant)];
    await writer.add([{ name: "brew_coffee" }]);
    expect((await reader.search("coffee")).hits).toHaveLength(1);
    await writer.remove(["brew_coffee"]);
    expect(await reader.search("coffee")).toMatchObject({ hits: [], searched: 0 });
  });

  it("keep the frequencies of words as they would be if the tools were added once", async () => {
    const [changed, once] = [words.of(newTenant()), words.of(newTenant())];
    await changed.add(sampleTools.slice(0, 60));
    await changed.remove(sampleTools.slice(0, 20).map(({ name }) => name));
    await changed.add(sampleTools.slice(20, 40).map((tool) => ({ ...tool, description: "Something else." })));
    await changed.sync(sampleTools.slice(30, 80));
    await once.add(sampleTools.slice(30, 80));

    const frequencies = async (tenant: number): Promise<readonly unknown[]> =>
      database.query(
        `SELECT term, tools::text, describing::text, prominent::text FROM toolcrib_tool_terms
         WHERE catalogue = (SELECT number FROM toolcrib_catalogues WHERE tenant = $1) ORDER BY term`,
        [`tenant ${tenant}`],
      );
    expect(await frequencies(tenants - 1)).toEqual(await frequencies(tenants));
  });

  it("write the same tools from several places at once, once", async () => {
    const tenant = newTenant();
    const changes = await Promise.all([1, 2, 3].map(() => words.of(tenant).add(sampleTools.slice(0, 50))));

    expect(await words.of(tenant).size()).toBe(50);
    expect(changes.reduce((sum, { added }) => sum + added, 0)).toBe(50);
  });

  it("never show a tenant anything of another", async () => {
    const other = meanings.of(newTenant());
    await other.add([{ name: "mcp__github__secret_tool", description: "Create an issue nobody knows about." }]);
    for (const query of [...sampleQueries, "mcp__github__secret_tool", "secret tool", "select:secret_tool"]) {
      const [answer, ofOther] = [await sample.search(query), await other.search(query)];
      expect(namesIn(answer)).not.toContain("mcp__github__secret_tool");
      expect(namesIn(ofOther).filter((name) => name !== "mcp__github__secret_tool")).toEqual([]);
      expect([answer.searched, ofOther.searched]).toEqual([sampleTools.length, 1]);
    }
    expect((await meanings.of(newTenant()).search("create issue")).searched).toBe(0);
  });

  it("show, count and suggest nothing that a search excludes", async () => {
    const isHidden = (name: string): boolean => /github|send/.test(name);
    const without = new ToolIndex();
    without.add(sampleTools.filter(({ name }) => !isHidden(name)));
    await without.ready();
    const ways = [{ only: (name: string) => !isHidden(name) }, { visible: { deny: ["*github*", "*send*"] } }];
    for (const query of [...sampleQueries, "mcp__github__create_issue", "send_email"]) {
      const expected = await without.search(query);
      for (const options of ways) {
        const answer = await sample.search(query, options);
        expect(namesIn(answer).filter(isHidden), query).toEqual([]);
        expect([answer.searched, answer.notFound], query).toEqual([expected.searched, expected.notFound]);
        if (expected.kind === "prefix") expect(answer.matched).toBe(expected.matched);
      }
    }
  });

  it("take names, descriptions and queries of any characters", async () => {
    const odd = [
      "'; DROP TABLE toolcrib_tools; --",
      "a\\'b",
      "a\u0000b",
      "\ud800x",
      "%_*?",
      "é漢🦜",
      "& | ! <-> :*",
      "x".repeat(512),
    ];
    const index = meanings.of("'; DROP TABLE toolcrib_catalogues; -- \u0000\ud800");
    await index.add(odd.map((name) => ({ name, description: `${name} ${"y".repeat(3_000)} 'w':1A \u0000` })));

    expect(await index.size()).toBe(odd.length);
    for (const name of odd) {
      expect((await index.search(`select:${name}`)).hits.map((hit) => hit.name)).toContain(
        name.includes(",") ? "" : name,
      );
    }
    const queries = [...odd, "a' & 'b | c:*", "+a' b", "mcp__'%", "/a'b/", "' OR 1=1 --", "z ".repeat(4_000)];
    for (const query of queries) await expect(index.search(query)).resolves.toBeDefined();
    expect(await index.remove(odd)).toBe(odd.length);
    expect((await sample.search("create an issue")).hits).not.toEqual([]);
  });

  it("reject what an index in memory rejects", async () => {
    await expect(sample.add([{ name: "" }])).rejects.toMatchObject({ code: "invalid_tool" });
    await expect(sample.search("x", { limit: 0 })).rejects.toMatchObject({ code: "invalid_limit" });
    await expect(sample.search("x".repeat(8_001))).rejects.toMatchObject({ code: "query_too_long" });
    await expect(sample.search("/(/")).rejects.toMatchObject({ code: "invalid_pattern" });
    expect(() => meanings.of("")).toThrow(expect.objectContaining({ code: "invalid_tenant" }));
  });

  it("do what the example in docs/catalogues.md shows", async () => {
    const page = readFileSync(new URL("../../../../docs/catalogues.md", import.meta.url), "utf8");
    const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
    const [, printed] = /console\.log\(.*\); \/\/ (.*)/.exec(code) ?? [];
    const file = new URL("./example.generated.mjs", import.meta.url);
    onTestFinished(() => rmSync(file));
    const here = code.replace("@toolcrib/store/search", "./index.ts").replace(/postgres:[^"]*/, database.url);
    writeFileSync(file, here.replace(/console\.log\((.*)\);/, "export const shown = [$1];"));

    const { shown } = (await import(file.href)) as { shown: readonly unknown[] };

    expect(shown.map((each) => inspect(each)).join(" ")).toBe(printed);
  });

  it("create no index of vectors without pgvector", async () => {
    expect(await sample.createVectorIndex()).toBe(false);
  });

  it("delete catalogues that were not used for their time, and those of a tenant that is deleted", async () => {
    const time = { now: 1_000 };
    let cleanUp = (): void => {};
    const startTimer = (_milliseconds: number, onEnd: () => void) => {
      cleanUp = onEnd;
      return { restart() {}, stop() {} };
    };
    const place = placeOf({ ...database, close: async () => {} });
    const expiring = new ToolCatalogues(place, {
      embedder: null,
      retentionMilliseconds: 100,
      now: () => time.now,
      startTimer,
    });
    const [used, unused, kept] = [expiring.of(newTenant()), expiring.of(newTenant()), words.of(newTenant())];
    for (const index of [used, unused, kept]) await index.add([{ name: "ping" }]);
    time.now += 60;
    await used.search("ping");
    // No search waits until its catalogue is kept for longer.
    const renewed = () => database.query("SELECT 1 FROM toolcrib_catalogues WHERE expires_at = $1::bigint", [1_160]);
    await expect.poll(async () => (await renewed()).length).toBe(1);
    time.now += 60;
    cleanUp();

    await expect.poll(() => unused.size()).toBe(0);
    expect([await used.size(), await kept.size()]).toEqual([1, 1]);
    expect([await words.delete("tenant none"), await words.delete(`tenant ${tenants}`)]).toEqual([false, true]);
    expect((await kept.search("ping")).searched).toBe(0);
  });
});
