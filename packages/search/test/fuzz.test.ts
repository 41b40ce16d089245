import { isToolcribError, rankerNames, ToolIndex } from "@toolcrib/search";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCatalogue, anyQuery } from "./support/arbitraries.ts";
import { indexOf } from "./support/catalogue.ts";
import { createLetterPairEmbedder } from "./support/embedders.ts";

const options = fc.record({ ranker: fc.constantFrom(...rankerNames), limit: fc.integer({ min: 1, max: 10 }) });

describe("any query over any catalogue", () => {
  it("is answered with tools that exist, or refused with an error of this package", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCatalogue,
        fc.array(anyQuery, { minLength: 1, maxLength: 5 }),
        options,
        async (tools, queries, how) => {
          const index = await indexOf(tools, { embedder: createLetterPairEmbedder() });
          const names = new Set(tools.map(({ name }) => name));
          expect(index.embedderFailure).toBeUndefined();
          for (const query of queries) {
            const answer = await index.search(query, how).catch((error: unknown) => {
              if (isToolcribError(error)) return undefined;
              throw error;
            });
            if (answer === undefined) continue;
            const found = answer.hits.map(({ name }) => name);
            expect([...found, ...answer.nearest].filter((name) => !names.has(name))).toEqual([]);
            expect(new Set(found).size).toBe(found.length);
            expect(answer.hits.every(({ score }) => Number.isFinite(score))).toBe(true);
            expect(answer.searched).toBe(tools.length);
            expect(answer.cut).toBe(answer.matched - found.length);
            expect(answer.cut).toBeGreaterThanOrEqual(0);
            expect(answer.matched).toBeLessThanOrEqual(answer.searched);
          }
        },
      ),
      { numRuns: 300 },
    );
  }, 60_000);

  it("gets the same answer after a snapshot", async () => {
    await fc.assert(
      fc.asyncProperty(anyCatalogue, anyQuery, async (tools, query) => {
        const index = await indexOf(tools);
        const restored = ToolIndex.fromSnapshot(index.snapshot(), { embedder: null });
        const answerOf = (one: ToolIndex) => one.search(query).catch((error: unknown) => String(error));
        expect(restored.hash).toBe(index.hash);
        expect(await answerOf(restored)).toEqual(await answerOf(index));
      }),
    );
  }, 60_000);

  it("gets the same answer for any order of tools", async () => {
    await fc.assert(
      fc.asyncProperty(anyCatalogue, anyQuery, async (tools, query) => {
        const answerOf = (one: ToolIndex) => one.search(query).catch((error: unknown) => String(error));
        expect(await answerOf(await indexOf(tools.toReversed()))).toEqual(await answerOf(await indexOf(tools)));
      }),
    );
  }, 60_000);

  it("finds every tool by its full name", async () => {
    await fc.assert(
      fc.asyncProperty(anyCatalogue, async (tools) => {
        const index = await indexOf(tools);
        for (const { name } of tools.filter(({ name: one }) => !one.includes(",") && one.trim() === one)) {
          expect((await index.search(`select:${name}`)).hits.map((hit) => hit.name)).toContain(name);
        }
      }),
    );
  }, 60_000);
});
