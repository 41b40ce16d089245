import { type SearchableTool, ToolIndex } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { indexOf, namesOf, shuffled, workshopTools } from "./support/catalogue.ts";

const queries = ["send something to a channel", "issue", "mcp__slack", "select:ping,nope", "/list/", "weather in Rome"];

async function answersOf(index: ToolIndex): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const query of queries) answers.push(await index.search(query, { limit: 8 }));
  return answers;
}

describe("add", () => {
  it("reports what was added, replaced and unchanged", () => {
    const index = new ToolIndex({ embedder: null });
    expect(index.add([{ name: "a" }, { name: "b" }])).toEqual({ added: 2, replaced: 0, unchanged: 0 });
    const change = index.add([{ name: "a", description: "new" }, { name: "b", description: "" }, { name: "c" }]);
    expect(change).toEqual({ added: 1, replaced: 1, unchanged: 1 });
    expect(index.size).toBe(3);
    expect([...index.names()].toSorted()).toEqual(["a", "b", "c"]);
    expect([index.has("a"), index.has("A"), index.has("toString")]).toEqual([true, false, false]);
  });

  it("accepts one definition twice, and refuses two with one name", () => {
    const index = new ToolIndex({ embedder: null });
    expect(index.add([{ name: "a" }, { name: "a" }])).toEqual({ added: 1, replaced: 0, unchanged: 0 });
    expect(() => index.add([{ name: "b" }, { name: "b", description: "other" }])).toThrow(
      expect.objectContaining({ code: "duplicate_tool_name", details: { name: "b" } }) as Error,
    );
    expect(index.has("b")).toBe(false);
  });

  it.each<[string, unknown]>([
    ["no object", 7],
    ["no name", { description: "x" }],
    ["another of the same name", { name: "ping", description: "differs" }],
  ])("leaves the catalogue unchanged if one tool is invalid: %s", async (_, bad) => {
    const index = await indexOf(workshopTools);
    const { hash } = index;
    const before = await answersOf(index);
    const batch = [{ name: "new_tool" }, { name: "ping", description: "changed" }, bad] as SearchableTool[];
    expect(() => index.add(batch)).toThrow();
    expect(() => index.sync(batch)).toThrow();
    expect(index.hash).toBe(hash);
    expect(await answersOf(index)).toEqual(before);
  });

  it("accepts tools from any iterable", () => {
    const index = new ToolIndex({ embedder: null });
    expect(index.add(new Set([{ name: "a" }])).added).toBe(1);
    expect(index.remove(new Set(["a", "never there"]))).toBe(1);
  });
});

describe("sync", () => {
  it("makes the catalogue contain exactly these tools, and changes only what differs", async () => {
    const index = await indexOf(workshopTools);
    const wanted = [...workshopTools.slice(2), { name: "ping", description: "Ring." }, { name: "new_tool" }].filter(
      ({ name }, place, all) => all.findLastIndex((tool) => tool.name === name) === place,
    );
    expect(index.sync(wanted)).toEqual({ added: 1, replaced: 1, unchanged: workshopTools.length - 3, removed: 2 });
    expect(index.hash).toBe((await indexOf(wanted)).hash);
    expect(index.sync(wanted)).toMatchObject({ added: 0, replaced: 0, removed: 0 });
    expect(index.sync([])).toMatchObject({ removed: wanted.length });
    expect(index.size).toBe(0);
  });

  it("accepts an iterable that can be read only once", () => {
    const index = new ToolIndex({ embedder: null });
    function* once(): Generator<SearchableTool> {
      yield { name: "a" };
    }
    expect(index.sync(once())).toMatchObject({ added: 1, removed: 0 });
    expect(index.size).toBe(1);
  });
});

describe("hash", () => {
  it("is the same for any order of tools, and different if one differs", async () => {
    const { hash } = await indexOf(workshopTools);
    for (let seed = 1; seed < 6; seed++) expect((await indexOf(shuffled(workshopTools, seed))).hash).toBe(hash);
    expect((await indexOf(workshopTools.slice(1))).hash).not.toBe(hash);
    const index = await indexOf(workshopTools);
    index.add([{ name: "ping", description: "x" }]);
    expect(index.hash).not.toBe(hash);
    index.add([{ name: "ping" }]);
    expect(index.hash).toBe(hash);
  });
});

describe("churn", () => {
  it("answers after a thousand changes like a fresh index", async () => {
    const index = await indexOf(workshopTools);
    const left = new Map<string, SearchableTool>(workshopTools.map((tool) => [tool.name, tool]));
    const steps = shuffled(
      Array.from({ length: 1_000 }, (_, number) => number),
      42,
    );
    for (const number of steps) {
      const name = `mcp__s${number % 9}__send_${number % 211}`;
      if (number % 3 === 0) {
        expect(index.remove([name])).toBe(left.delete(name) ? 1 : 0);
      } else {
        const tool = { name, description: `Send message ${number % 17} to channel ${number % 23}.` };
        index.add([tool]);
        left.set(name, tool);
      }
    }
    const fresh = await indexOf(left.values());
    expect(index.size).toBe(left.size);
    expect(index.hash).toBe(fresh.hash);
    expect(await answersOf(index)).toEqual(await answersOf(fresh));
  });
});

describe("tools that were removed", () => {
  it("change no answer by meaning, however many they were", async () => {
    const fresh = await indexOf(workshopTools, {});
    const index = new ToolIndex();
    const removed = Array.from({ length: 1_000 }, (_, number) => ({
      name: `old_${number}`,
      description: "Water a plant.",
    }));
    index.add([...removed, ...workshopTools]);
    index.remove(removed.map(({ name }) => name));
    await index.ready();

    expect(await answersOf(index)).toEqual(await answersOf(fresh));
  });
});

describe("only", () => {
  it("lets one index serve two conversations", async () => {
    const index = await indexOf(workshopTools);
    const ofGithub = (name: string) => name.startsWith("mcp__github__");
    const others = (name: string) => !ofGithub(name);
    for (const query of ["create_issue", "select:create_issue", "mcp__git", "/issue/", "open a new issue"]) {
      const first = await index.search(query, { only: ofGithub });
      const second = await index.search(query, { only: others });
      expect(namesOf(first), query).toContain("mcp__github__create_issue");
      expect(namesOf(first).every(ofGithub), query).toBe(true);
      expect(namesOf(second), query).toContain("mcp__gitlab__create_issue");
      expect(namesOf(second).every(others), query).toBe(true);
      expect(first.searched + second.searched, query).toBe(workshopTools.length);
    }
  });

  it("names no hidden tool among the nearest", async () => {
    const index = await indexOf(workshopTools);
    const answer = await index.search("select:creat_issue", { only: (name) => !name.includes("create_issue") });
    expect(answer.notFound).toEqual(["creat_issue"]);
    expect(answer.nearest.filter((name) => name.includes("create_issue"))).toEqual([]);
  });
});

describe("searches that come at once", () => {
  it.each(["words", "/pattern|ping/", "select:ping"])("have a turn of the event loop each: %s", async (query) => {
    const index = await indexOf(workshopTools);
    const turns: number[] = [];
    let turn = 0;
    const count = (): void => {
      turn++;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const search = async (): Promise<void> => {
      await index.search(query);
      turns.push(turn);
    };
    await Promise.all(Array.from({ length: 20 }, search));
    clearImmediate(counting);

    expect(new Set(turns).size).toBe(20);
  });
});
