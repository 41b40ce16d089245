import type { ToolIndex } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { bm25Entry } from "../../testing/answering/blocks.ts";
import { serverSearchTool } from "./server-search-tool.ts";

function answer(index: Promise<ToolIndex>, maxSearchMilliseconds?: number) {
  const misses: (string | undefined)[] = [];
  const trace = { search: ({ miss }: { miss?: string }) => void misses.push(miss), flow: () => {} };
  const tool = serverSearchTool({
    entry: bm25Entry,
    catalogue: () => ({ tools: [], index }),
    ranker: "as-named",
    trace: trace as never,
    now: () => 0,
    maxSearchMilliseconds,
  });
  const answered = tool.answer({ id: "toolu_1", input: { query: "weather" } }, new AbortController().signal);
  return answered.then(({ shown, result }) => ({ shown, result, misses }));
}

describe("a search that cannot be made", () => {
  it("W-M15, F68: is unavailable if the index fails", async () => {
    const { shown, result, misses } = await answer(Promise.reject(new Error("broken")));

    expect(shown).toMatchObject({ content: { error_code: "unavailable" } });
    expect(result).toMatchObject({ is_error: true });
    expect(misses).toEqual(["unavailable"]);
  });

  it("W-M15: ends if it takes too long", async () => {
    const { shown } = await answer(new Promise<ToolIndex>(() => {}), 1);

    expect(shown).toMatchObject({ content: { error_code: "execution_time_exceeded" } });
  });
});
