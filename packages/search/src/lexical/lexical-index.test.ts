import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../test/support/documents.ts";
import { LexicalIndex } from "./lexical-index.ts";
import { queryTerms } from "./query-terms.ts";

const words = ["create", "issue", "list", "send", "mail", "web", "page", "webpage", "file", "read", "git", "GitHub"];
const phrase = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(" "));
const change = fc.record({ tool: fc.nat(30), description: fc.option(phrase, { nil: undefined }) });

/** An index that assigns slots as a store does. */
class SlottedIndex {
  lexical = new LexicalIndex();
  readonly slots = new Map<number, number>();
  #next = 0;
  readonly #free: number[] = [];

  put(tool: number, description: string): void {
    this.remove(tool);
    const slot = this.#free.pop() ?? this.#next++;
    this.lexical.add(slot, documentOf({ name: `tool_${tool}`, description }));
    this.slots.set(tool, slot);
  }

  remove(tool: number): void {
    const slot = this.slots.get(tool);
    if (slot !== undefined) {
      this.#free.push(...this.lexical.remove(slot));
      this.slots.delete(tool);
    }
  }

  scores(query: string): Record<number, number> {
    const { scores } = this.lexical.score(queryTerms(query, this.lexical).all);
    return Object.fromEntries(
      [...this.slots].sort(([a], [b]) => a - b).map(([tool, slot]) => [tool, scores[slot] ?? 0]),
    );
  }
}

function freshOf(tools: ReadonlyMap<number, string>): SlottedIndex {
  const fresh = new SlottedIndex();
  for (const [tool, description] of tools) fresh.put(tool, description);
  return fresh;
}

describe("LexicalIndex", () => {
  it("scores after adding, replacing and removing exactly as a fresh index of what is left", () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 200, size: "max" }),
        fc.array(phrase, { minLength: 1, maxLength: 4 }),
        (changes, queries) => {
          const index = new SlottedIndex();
          const left = new Map<number, string>();
          for (const { tool, description } of changes) {
            // Lookups before a change must not be cached after it.
            index.scores(queries[tool % queries.length] as string);
            if (description === undefined) {
              index.remove(tool);
              left.delete(tool);
            } else {
              index.put(tool, description);
              left.set(tool, description);
            }
          }
          const fresh = freshOf(left);
          expect(index.lexical.documents).toBe(left.size);
          for (const query of queries) expect(index.scores(query)).toEqual(fresh.scores(query));
        },
      ),
    );
  });

  it("scores the same after a round trip, and can be changed afterwards", () => {
    const index = freshOf(new Map(words.map((word, tool) => [tool, `${word} ${words[tool + 1] ?? "file"}`])));
    index.remove(3);
    const before = index.scores("send mail file");
    index.lexical = LexicalIndex.fromArrays(index.lexical.toArrays());
    expect(index.scores("send mail file")).toEqual(before);
    for (let tool = 100; tool < 500; tool++) index.put(tool, `new word${tool}`);
    expect(index.scores("word321")[321]).toBeGreaterThan(0);
  });

  it("counts a term that no tool has as the rarest", () => {
    const index = freshOf(new Map([[0, "mail"]])).lexical;
    expect(index.look("xyzzy")).toMatchObject({ id: -1, rarity: index.rarityOf(-1) });
    expect(index.look("xyzzy").rarity).toBeGreaterThan(index.look("mail").rarity);
    expect(index.maxScoreOf(1)).toBeGreaterThan(1);
  });

  it("reports dead slots until they are swept", () => {
    const index = freshOf(new Map([[0, "mail"]])).lexical;
    expect(index.isDead(0)).toBe(false);
    expect(index.remove(0)).toEqual([]);
    expect(index.isDead(0)).toBe(true);
    expect(index.toArrays().freed).toEqual([0]);
    expect(index.isDead(0)).toBe(false);
  });

  it("lists the terms of a tool with fields and weights", () => {
    const index = new LexicalIndex();
    index.add(0, documentOf({ name: "mcp__post__send", description: "send a letter" }));
    const found = new Map<number, number>();
    index.eachTerm(0, (id, fields, worth) => {
      found.set(id, fields);
      expect(worth).toBeGreaterThan(0);
    });
    expect(found.get(index.look("send").id)).toBe(0b1010);
    expect(found.get(index.look("post").id)).toBe(0b1);
  });
});
