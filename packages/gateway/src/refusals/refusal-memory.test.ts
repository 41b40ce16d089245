import { describe, expect, it } from "vitest";
import { RefusalMemory } from "./refusal-memory.ts";

const upstream = { name: "local", baseUrl: "http://model.test" };
const place = { upstream, model: "m" };
const field = (name: string) => ({ kind: "field", name }) as const;
const tenMinutes = 10 * 60_000;

describe("the memory of refusals (E2.5)", () => {
  it("applies to that upstream and model, for ten minutes", () => {
    let now = 0;
    const memory = new RefusalMemory(() => now);
    memory.learn(place, field("output_config"));
    now = 1_000;
    memory.learn(place, field("thinking.display"));

    expect(memory.of(place)).toEqual([field("output_config"), field("thinking.display")]);
    expect(memory.of({ upstream, model: "other" })).toEqual([]);
    expect(memory.of({ ...place, callerScope: "another" })).toEqual([]);
    expect(memory.of({ ...place, upstream: { ...upstream, baseUrl: "http://other.test" } })).toEqual([]);
    expect(memory.report(upstream)).toMatchObject([{ model: "m", name: "output_config", secondsLeft: 599 }, {}]);
    now = tenMinutes;
    expect(memory.of(place)).toEqual([field("thinking.display")]);
    now = tenMinutes + 1_000;
    expect(memory.of(place)).toEqual([]);
    expect(memory.report(upstream)).toEqual([]);
  });

  it("reports once what was refused of several callers' requests", () => {
    let now = 0;
    const memory = new RefusalMemory(() => now);
    for (now of [0, 1_000]) memory.learn({ ...place, callerScope: `caller ${now}` }, field("output_config"));

    expect(memory.report(upstream)).toEqual([{ model: "m", ...field("output_config"), secondsLeft: 600 }]);
  });

  it("is bounded, whatever models and fields there are: the oldest is dropped first", () => {
    const memory = new RefusalMemory(() => 0);
    for (let number = 0; number < 1_100; number++) memory.learn({ upstream, model: `m${number}` }, field("x"));
    for (let number = 0; number < 70; number++) memory.learn(place, field(`x${number}`));

    expect(memory.of({ upstream, model: "m0" })).toEqual([]);
    expect(memory.of({ upstream, model: "m1099" })).toHaveLength(1);
    expect(memory.of(place).map(({ name }) => name)).toEqual(
      Array.from({ length: 64 }, (_, number) => `x${number + 6}`),
    );
  });
});
