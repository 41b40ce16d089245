import type { Ranker } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { indexOf, namesOf } from "./support/catalogue.ts";

const tools = [{ name: "mcp__a__list" }, { name: "list_files" }, { name: "list_users" }];

/** Finds everything, in the order of names. */
const everything: Ranker = {
  specificationVersion: "v1",
  name: "everything",
  rank({ limit, catalogue }) {
    const names = Array.from({ length: catalogue.slots }, (_, slot) => catalogue.documentAt(slot).name).toSorted();
    const why = [{ feature: "all", value: 1, contribution: 1 }];
    const hits = names.slice(0, limit).map((name) => ({ name, score: 1, why }));
    return { hits, matched: names.length, nearMisses: [], semantic: "not needed" };
  },
};

describe("the number of tools that matched", () => {
  it("counts a tool that is named and found by words once", async () => {
    const answer = await (await indexOf(tools)).search("list", { ranker: everything, limit: 3 });
    expect(namesOf(answer)).toEqual(["mcp__a__list", "list_files", "list_users"]);
    expect(answer).toMatchObject({ matched: 3, cut: 0 });
  });

  it("counts it once if the limit cuts it off among the words", async () => {
    const answer = await (await indexOf(tools)).search("list", { ranker: everything, limit: 1 });
    expect(namesOf(answer)).toEqual(["mcp__a__list"]);
    expect(answer).toMatchObject({ matched: 3, cut: 2 });
  });
});
