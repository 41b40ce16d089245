import { ToolIndex } from "@toolcrib/search";
import { describe, expect, it, vi } from "vitest";
import type { PooledTool } from "../lists/pooled-tool.ts";
import { VisibleIndexes } from "./visible-indexes.ts";

const pooled = (name: string): PooledTool => ({
  name: `mcp__a__${name}`,
  server: "a",
  definition: { name, description: name, inputSchema: {} },
  hash: name,
  alwaysLoad: false,
});
const [one, two, three] = ["one", "two", "three"].map(pooled) as [PooledTool, PooledTool, PooledTool];
const wordsOnly = (): ToolIndex => new ToolIndex({ embedder: null });

describe("indexes of what callers see", () => {
  it("are shared by callers who see the same, and hold nothing else", async () => {
    const indexes = new VisibleIndexes(wordsOnly);
    const index = await indexes.of([one, two]);

    expect([...index.names()]).toEqual(["mcp__a__one", "mcp__a__two"]);
    expect(await indexes.of([one, two])).toBe(index);
    expect(await indexes.of([one])).not.toBe(index);
    expect(await indexes.of([one, pooled("two")])).not.toBe(index);
  });

  it("are dropped when they hold too many tools, those unused for longest first", async () => {
    const indexes = new VisibleIndexes(wordsOnly, 4);
    const [first, second] = [await indexes.of([one, two]), await indexes.of([two, three])];
    await indexes.of([one, two]);
    await indexes.of([three]);

    expect(indexes.size).toBe(2);
    expect(await indexes.of([one, two])).toBe(first);
    expect(await indexes.of([two, three])).not.toBe(second);
  });

  it("are built again after a failure", async () => {
    const create = vi.fn(wordsOnly).mockImplementationOnce(() => {
      throw new Error("no memory");
    });
    const indexes = new VisibleIndexes(create);

    await expect(indexes.of([one])).rejects.toThrow("no memory");
    expect((await indexes.of([one])).size).toBe(1);
  });
});
