import { describe, expect, it } from "vitest";
import { createTemporaryFiles } from "../testing/temporary-files.ts";
import { readQueries } from "./read-queries.ts";

const files = createTemporaryFiles();

describe("readQueries", () => {
  it("accepts one name for each gold tool", async () => {
    const file = files.writeGzippedLines("queries.jsonl", [{ id: 1, query: "mail", gold: ["send", "reply"] }]);

    expect(await readQueries(file)).toEqual([{ id: "1", query: "mail", gold: [["send"], ["reply"]] }]);
  });

  it("accepts every name in gold_any if present", async () => {
    const file = files.writeLines("any.jsonl", [
      { query: "mail", gold: ["send"], gold_any: [["send", "send_mail"]] },
      { query: "mail", gold: ["send"], gold_any: null },
      { query: "mail", gold: ["send"], gold_any: [] },
    ]);

    expect((await readQueries(file)).map(({ gold }) => gold)).toEqual([
      [["send", "send_mail"]],
      [["send"]],
      [["send"]],
    ]);
  });

  it("reads gold_any without gold, and the kind of a query", async () => {
    const file = files.writeLines("kinds.jsonl", [
      { query: "mail", gold_any: [["send", "send_mail"]], kind: "everyday" },
      { query: "mail", gold: ["send"], kind: null },
    ]);

    expect(await readQueries(file)).toEqual([
      { query: "mail", kind: "everyday", gold: [["send", "send_mail"]] },
      { query: "mail", gold: [["send"]] },
    ]);
  });

  it("reads gold_any where gold is empty", async () => {
    const file = files.writeLines("empty-gold.jsonl", [{ query: "mail", gold: [], gold_any: [["send", "send_mail"]] }]);

    expect(await readQueries(file)).toEqual([{ query: "mail", gold: [["send", "send_mail"]] }]);
  });

  it("keeps an empty gold empty: no tool answers", async () => {
    const file = files.writeLines("none.jsonl", [{ query: "bake bread", gold: [] }]);

    expect(await readQueries(file)).toEqual([{ query: "bake bread", gold: [] }]);
  });

  it.each([
    [{ gold: [] }, "expected query to be a text, got nothing"],
    [{ query: "mail" }, "expected gold to be a list of tool names, got nothing"],
    [{ query: "mail", gold: [], kind: 5 }, "expected kind to be a text that is not empty, got 5"],
    [{ query: "mail", gold: "send" }, 'expected gold to be a list of tool names, got "send"'],
    [{ query: "mail", gold: [1] }, "expected gold to be a list of tool names, got an array of length 1"],
    [
      { query: "mail", gold: ["send"], gold_any: ["send"] },
      "expected gold_any to be a list of lists of tool names, got an array of length 1",
    ],
    [
      { query: "mail", gold: ["send", "reply"], gold_any: [["send"], []] },
      "expected every list in gold_any to have a tool name, got an array of length 2",
    ],
  ])("refuses %j with the line", async (line, part) => {
    const file = files.writeLines("invalid.jsonl", [line]);

    await expect(readQueries(file)).rejects.toMatchObject({
      code: "query_invalid",
      summary: `${file}:1 is not a query: ${part}.`,
    });
  });

  it("refuses a file without queries", async () => {
    await expect(readQueries(files.write("empty.jsonl", ""))).rejects.toMatchObject({ code: "file_empty" });
  });
});
