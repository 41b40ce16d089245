import { describe, expect, it } from "vitest";
import { RefusalMemory } from "./refusal-memory.ts";

const upstream = { name: "local", baseUrl: "http://model.test" };
const field = (name: string) => ({ kind: "field", name }) as const;
const tenMinutes = 10 * 60_000;

describe("the memory of refusals (E2.5)", () => {
  it("applies to that upstream and model, for ten minutes", () => {
    let now = 0;
    const memory = new RefusalMemory(() => now);
    memory.learn(upstream, "m", field("output_config"));
    now = 1_000;
    memory.learn(upstream, "m", field("thinking.display"));

    expect(memory.of(upstream, "m")).toEqual([field("output_config"), field("thinking.display")]);
    expect(memory.of(upstream, "other")).toEqual([]);
    expect(memory.of({ ...upstream, baseUrl: "http://other.test" }, "m")).toEqual([]);
    expect(memory.report(upstream)).toMatchObject([{ model: "m", name: "output_config", secondsLeft: 599 }, {}]);
    now = tenMinutes;
    expect(memory.of(upstream, "m")).toEqual([field("thinking.display")]);
    now = tenMinutes + 1_000;
    expect(memory.of(upstream, "m")).toEqual([]);
    expect(memory.report(upstream)).toEqual([]);
  });

  it("is bounded, whatever models and fields there are: the oldest is dropped first", () => {
    const memory = new RefusalMemory(() => 0);
    for (let number = 0; number < 1_100; number++) memory.learn(upstream, `m${number}`, field("x"));
    for (let number = 0; number < 70; number++) memory.learn(upstream, "m", field(`x${number}`));

    expect(memory.of(upstream, "m0")).toEqual([]);
    expect(memory.of(upstream, "m1099")).toHaveLength(1);
    expect(memory.of(upstream, "m").map(({ name }) => name)).toEqual(
      Array.from({ length: 64 }, (_, number) => `x${number + 6}`),
    );
  });
});
