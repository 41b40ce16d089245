import { expect, it } from "vitest";
import { type Ranker, ToolIndex } from "../src/index.ts";

/** The line of a tool that is only named. */
async function lineOf(description: string): Promise<string | undefined> {
  const index = new ToolIndex({ embedder: null });
  const ranker: Ranker = {
    specificationVersion: "v1",
    name: "names-all",
    rank: () => ({ hits: [], matched: 0, candidates: ["tool"], nearMisses: [], semantic: "not needed" }),
  };
  index.add([{ name: "tool", description }]);
  const { candidates } = await index.search("anything", { ranker });
  return candidates[0]?.description;
}

it("says what a tool does, also where a label stands in front of the description", async () => {
  expect(await lineOf("Read-only. Lists body measurements; results are paginated. Use it first.")).toBe(
    "Read-only. Lists body measurements; results are paginated.",
  );
  expect(await lineOf(". Important! Deletes a file for good. Be careful.")).toBe(
    ". Important! Deletes a file for good.",
  );
  expect(await lineOf("Read-only.")).toBe("Read-only.");
  expect(await lineOf("Reads a text file. Fails for folders.")).toBe("Reads a text file.");
  expect(await lineOf("查询余票。返回列表。")).toBe("查询余票。");
});
