import { ToolIndex } from "@toolcrib/search";
import { titlesOfFailedChecks } from "@toolcrib/shared/suites";
import { describe, expect, it } from "vitest";
import { catalogueIndexSuite } from "../../suites/index.ts";
import { WordIndex } from "../../testing/word-index.ts";
import type { CatalogueIndex, CreateIndex } from "./catalogue-index.ts";

describe.each<[string, CreateIndex]>([
  ["ToolIndex", () => new ToolIndex({ embedder: null })],
  ["ToolIndex with an embedder", () => new ToolIndex()],
  ["an index of words", () => new WordIndex()],
])("%s as the index of a session", (_name, create) => {
  it.each(catalogueIndexSuite(create))("P2 $title", ({ run }) => run());
});

describe("catalogueIndexSuite", () => {
  it.each<[string, (index: WordIndex) => Partial<CatalogueIndex>, string]>([
    [
      "adds tools and never removes one",
      (index) => {
        const tools = new Map<string, Parameters<CatalogueIndex["sync"]>[0][number]>();
        return {
          sync(added) {
            for (const tool of added) tools.set(tool.name, tool);
            index.sync([...tools.values()]);
          },
        };
      },
      "searches the tools of the last sync and no others",
    ],
    [
      "ignores `only`",
      (index) => ({ search: (query, options) => index.search(query, { ...options, only: () => true }) }),
      "returns, counts and suggests no tool that `only` excludes",
    ],
    [
      "ignores the limit",
      (index) => ({ search: (query, options) => index.search(query, { ...options, limit: 100 }) }),
      "returns no more than the limit, and counts the rest",
    ],
    [
      "limits selected names",
      (index) => ({
        search(query, options) {
          const answer = index.search(query, options);
          return { ...answer, hits: answer.hits.slice(0, options.limit) };
        },
      }),
      "finds the tools that `select:` names, whatever the limit, and reports those that are missing",
    ],
    [
      "treats required words like any others",
      (index) => ({ search: (query, options) => index.search(query.replaceAll("+", ""), options) }),
      "returns only tools that have the words with a `+`",
    ],
    [
      "depends on the order of the tools",
      (index) => {
        let isReversed = false;
        return {
          sync(tools) {
            isReversed = tools[0]?.name === "ping";
            index.sync(tools);
          },
          search(query, options) {
            const answer = index.search(query, options);
            return isReversed ? { ...answer, hits: answer.hits.toReversed() } : answer;
          },
        };
      },
      "gives the same answer each time, whatever the order of the tools",
    ],
  ])("P2 detects an index that %s", async (_what, change, title) => {
    const checks = catalogueIndexSuite(() => {
      const index = new WordIndex();
      return {
        specificationVersion: "v1",
        sync: (tools) => index.sync(tools),
        search: (query, options) => index.search(query, options),
        ...change(index),
      };
    });

    expect(await titlesOfFailedChecks(checks)).toEqual([title]);
  });
});
