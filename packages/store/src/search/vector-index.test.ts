import { catalogueIndexSuite } from "@toolcrib/core/suites";
import { ToolIndex } from "@toolcrib/search";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../sql/database.ts";
import { comparable } from "../testing/comparable-answer.ts";
import { openWithVectors } from "../testing/open-databases.ts";
import { sampleQueries, sampleTools } from "../testing/sample-catalogue.ts";
import { placeOf, ToolCatalogues } from "./tool-catalogues.ts";

describe("catalogues in PGlite with pgvector", () => {
  let database: Database;
  let catalogues: ToolCatalogues;
  let tenants = 0;
  beforeAll(async () => {
    database = await openWithVectors();
    catalogues = new ToolCatalogues(placeOf(database));
  });
  afterAll(() => catalogues.close());

  it.each(catalogueIndexSuite(() => catalogues.of(`tenant ${++tenants}`)))("$title", ({ run }) => run());

  it("answer by an index of vectors as an index in memory does", async () => {
    const [index, memory] = [catalogues.of("sample"), new ToolIndex()];
    await index.add(sampleTools);
    memory.add(sampleTools);
    await memory.ready();

    expect(await index.createVectorIndex()).toBe(true);
    expect(await index.createVectorIndex()).toBe(true);
    // Few tools are compared faster without the index.
    await database.query("SET enable_sort = off");
    for (const query of sampleQueries) {
      expect(comparable(await index.search(query)), query).toEqual(comparable(await memory.search(query)));
    }
    const [{ number } = {}] = await database.query(
      "SELECT number::text FROM toolcrib_catalogues WHERE tenant = 'sample'",
    );
    const plan = await database.query(
      `EXPLAIN SELECT code.number FROM toolcrib_tool_codes code WHERE code.catalogue = ${number}
       ORDER BY code.code::bit(256) <~> $1::bit(256) LIMIT 10`,
      ["01".repeat(128)],
    );
    expect(JSON.stringify(plan)).toContain(`toolcrib_tool_codes_of_${number}`);
    await index.add([{ name: "brew_coffee", description: "Brew a cup of coffee." }]);
    expect((await index.search("something hot to drink, such as an espresso")).candidates).not.toEqual([]);
  });
});
