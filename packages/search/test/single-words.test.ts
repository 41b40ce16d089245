import { expect, it } from "vitest";
import { readCatalogue } from "./ranking-sets/ranking-set.ts";
import { indexOf } from "./support/catalogue.ts";

it("names what else a request may mean that has a single word of the catalogue", async () => {
  const index = await indexOf(readCatalogue("sample"), {});

  const { hits, candidates } = await index.search("bill Globex for October");

  expect(hits.map(({ name }) => name)).toContain("mcp__stripe__create_subscription");
  expect(candidates.map(({ name }) => name)).toContain("mcp__stripe__create_invoice");
});

it.each(["subscription", "cancel subscription"])("names nothing that has nothing to do with %j", async (query) => {
  const index = await indexOf(readCatalogue("sample"), {});

  const { hits, candidates } = await index.search(query);

  expect(hits[0]?.name).toMatch(/_subscription$/);
  expect(candidates.length).toBeLessThan(8);
});
