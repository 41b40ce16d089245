import { appendFileSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedder } from "@toolcrib/search";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SetResult, SystemResult } from "./benchmark-result.ts";
import { mergeSets } from "./merge-sets.ts";
import { keepVectors } from "./tiers/kept-vectors.ts";

describe("figures of an earlier run", () => {
  const quality = { recallAt1: 0.5 } as unknown as SystemResult["quality"];
  const better = { recallAt1: 0.6 } as unknown as SystemResult["quality"];
  const latency = { p50: 1 } as unknown as SystemResult["latency"];
  const system = (name: string, measured: Partial<SystemResult>): SystemResult => ({
    name,
    isOwn: name === "hybrid",
    quality: null,
    latency: null,
    ...measured,
  });
  const set = (name: string, tools: number, systems: readonly SystemResult[]): SetResult => ({
    name,
    tools,
    systems,
    engines: [],
  });
  const earlier = [
    set("a", 10, [system("hybrid", { quality, latency }), system("minisearch", { quality })]),
    set("b", 20, [system("hybrid", { quality })]),
  ];

  it("stay where a run measures something else: other peers, other sets, quality or time", () => {
    expect(mergeSets(earlier, [set("a", 10, [system("hybrid", { quality: better })])])).toEqual([
      set("a", 10, [system("hybrid", { quality: better, latency }), system("minisearch", { quality })]),
      set("b", 20, [system("hybrid", { quality })]),
    ]);
  });

  it("do not mix with those of a catalogue that has changed", () => {
    const changed = set("a", 11, [system("hybrid", { quality: better })]);
    expect(mergeSets(earlier, [changed])).toEqual([changed, earlier[1]]);
  });
});

describe("vectors of an earlier run", () => {
  const embed = vi.fn((texts: readonly string[]) => texts.map((text) => Float32Array.of(text.length, 1)));
  const encoder: Embedder = { specificationVersion: "v1", id: "encoder-1", embed };
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "kept-vectors-"));
    embed.mockClear();
  });
  const file = (): string => join(folder, readdirSync(folder)[0] as string);

  it("are read instead of computed, those of tools apart from those of queries", async () => {
    await keepVectors(encoder, "set", folder).embed(["read", "write"], "tool");
    expect(embed).toHaveBeenCalledTimes(1);
    const again = keepVectors(encoder, "set", folder);
    expect(await again.embed(["write", "read", "write"], "tool")).toEqual([
      Float32Array.of(5, 1),
      Float32Array.of(4, 1),
      Float32Array.of(5, 1),
    ]);
    expect(embed).toHaveBeenCalledTimes(1);
    await again.embed(["read"], "query");
    expect(embed).toHaveBeenCalledTimes(2);
  });

  it("are not those of another encoder", async () => {
    await keepVectors(encoder, "set", folder).embed(["read"], "tool");
    await keepVectors({ ...encoder, id: "encoder-2" }, "set", folder).embed(["read"], "tool");
    expect(embed).toHaveBeenCalledTimes(2);
  });

  it("are whole, although the run was stopped while it wrote one", async () => {
    await keepVectors(encoder, "set", folder).embed(["read"], "tool");
    const whole = readFileSync(file());
    appendFileSync(file(), whole.subarray(4, 14));
    await keepVectors(encoder, "set", folder).embed(["write"], "tool");
    expect(readFileSync(file()).subarray(0, whole.length)).toEqual(whole);
    expect(await keepVectors(encoder, "set", folder).embed(["read", "write"], "tool")).toEqual([
      Float32Array.of(4, 1),
      Float32Array.of(5, 1),
    ]);
    expect(embed).toHaveBeenCalledTimes(2);
  });
});
