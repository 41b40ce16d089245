import { afterEach, describe, expect, it, vi } from "vitest";
import { openLearningGateway } from "../testing/learning/learning-gateway.ts";
import { noteQuery, noteTools } from "../testing/learning/note-tools.ts";

const loads = vi.hoisted(() => ({ count: 0 }));
vi.mock("../learning/create-learning.ts", async (load) => {
  loads.count += 1;
  return load();
});
vi.mock("@toolcrib/search", async (load) => {
  const search = await load<typeof import("@toolcrib/search")>();
  return { ...search, UsageHistory: vi.fn(search.UsageHistory) };
});

afterEach(() => vi.clearAllMocks());

describe("a gateway that does not learn", () => {
  it("neither loads the module nor makes a history, and its requests have nothing to learn with", async () => {
    const { UsageHistory } = await import("@toolcrib/search");
    const { gateway, ask, shownFor } = await openLearningGateway({ tools: noteTools, config: { search: {} } });
    const [, second] = await shownFor(noteQuery);
    await ask({ query: noteQuery, calls: [second as string] });

    expect(loads.count).toBe(0);
    expect(UsageHistory).not.toHaveBeenCalled();
    await gateway.close();
  });

  it("does both when it is to learn", async () => {
    const { UsageHistory } = await import("@toolcrib/search");
    const { gateway, shownFor } = await openLearningGateway({ tools: noteTools });
    expect([loads.count, vi.mocked(UsageHistory).mock.calls.length]).toEqual([1, 0]);
    await shownFor(noteQuery);
    expect(UsageHistory).toHaveBeenCalledTimes(1);
    await gateway.close();
  });
});
