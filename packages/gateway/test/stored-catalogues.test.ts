import { openStore } from "@toolcrib/store";
import { expect, it } from "vitest";
import { startPostgres } from "../../store/src/testing/postgres-server.ts";
import { runStatements } from "../../store/src/testing/run-statements.ts";
import { createGateway } from "../src/index.ts";
import { openLearningGateway } from "../src/testing/learning/learning-gateway.ts";
import { noteQuery, noteTools } from "../src/testing/learning/note-tools.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

it("searches the tools of requests in the store's database, and what another gateway wrote there", async () => {
  const server = await startPostgres();
  closers.push(() => server.close());
  const url = await server.createDatabase();
  const store = await openStore(url);
  closers.push(() => store.close());
  const inMemory = await openLearningGateway({ tools: noteTools });
  const expected = await inMemory.shownFor(noteQuery);
  await inMemory.gateway.close();

  for (const _gateway of [1, 2]) {
    const { gateway, shownFor, problems } = await openLearningGateway({
      tools: noteTools,
      config: { search: { index: "store" } },
      store,
    });
    expect(await shownFor(noteQuery)).toEqual(expected);
    expect(problems).toEqual([]);
    await gateway.close();
  }

  expect(await runStatements(url, "SELECT tools FROM toolcrib_catalogues")).toEqual([{ tools: noteTools.length }]);
});

it("searches in memory while the database is down", async () => {
  const { gateway, shownFor, problems } = await openLearningGateway({
    tools: noteTools,
    config: { store: "postgres://nobody@127.0.0.1:1/none", search: { index: "store" } },
  });
  closers.push(() => gateway.close());

  expect(await shownFor(noteQuery)).toContain("mcp__chat__post");
  expect(problems.join()).toContain("searched in memory");
});

it("refuses to search in a store that is in memory", async () => {
  await expect(createGateway({ search: { index: "store" } })).rejects.toMatchObject({ code: "index_needs_store" });
});
