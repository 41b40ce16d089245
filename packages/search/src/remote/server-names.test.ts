import { describe, expect, it } from "vitest";
import type { SearchAnswer } from "../answer/search-answer.ts";
import { toDocument } from "../tool/document.ts";
import type { FoundTool } from "./remote-tools.ts";
import { ServerNames } from "./server-names.ts";

const found = ["a", "b", "c", "d"].map(
  (server): FoundTool => ({
    document: toDocument({ name: `mcp__${server}__run`, server }),
    hash: "",
    terms: "",
    vectors: undefined,
  }),
);

/** Ranks so that each ranking asks for the names of some servers, and shows the tool of `b`. */
async function settle(...asked: readonly (readonly string[])[]) {
  const fetched: (readonly string[])[] = [];
  const names = new ServerNames({
    namesOf: async (servers) => {
      fetched.push(servers);
      return new Map(servers.filter((server) => server !== "gone").map((server) => [server, new Set(["run"])]));
    },
  });
  const known: (readonly (number | undefined)[])[] = [];
  await names.settle(found, async () => {
    known.push((asked[known.length] ?? []).map((server) => names.namesOf(server)?.size));
    return { hits: [], candidates: [{ name: "mcp__b__run" }] } as unknown as SearchAnswer;
  });
  return { fetched, known };
}

describe("the names of servers", () => {
  it("are not fetched if a ranking needs none", async () => {
    expect(await settle([])).toEqual({ fetched: [], known: [[]] });
  });

  it("are fetched once, with those of the tools that are shown, and the tools are ranked again", async () => {
    expect(await settle(["a"], ["a", "b"])).toEqual({ fetched: [["a", "b"]], known: [[undefined], [1, 1]] });
  });

  it("are fetched for all tools if the second ranking needs more, and then no more", async () => {
    expect(await settle(["a"], ["c"], ["c", "d", "elsewhere"])).toEqual({
      fetched: [
        ["a", "b"],
        ["c", "d"],
      ],
      known: [[undefined], [undefined], [1, 1, undefined]],
    });
  });

  it("are not fetched again for a server that has none", async () => {
    expect(await settle(["gone"], ["gone"])).toEqual({ fetched: [["gone", "b"]], known: [[undefined], [undefined]] });
  });
});
