import { describe, expect, it } from "vitest";
import { call } from "../testing/answering/blocks.ts";
import { CallIds } from "./call-ids.ts";

describe("the ids of the calls in an answer", () => {
  const idsAfter = (...taken: readonly string[]) =>
    new CallIds(
      taken.map((id) => ({ role: "assistant", content: [call(id, "Bash")] })),
      () => "history",
      () => "suffix",
    );

  it("are the model's own, or numbered where the conversation has them already", () => {
    const ids = idsAfter("call_0", "call_0_2");

    expect(["call_0", "call_1", "call_0", "call_0_3", "call_1"].map((id) => ids.unique(id))).toEqual([
      "call_0_3",
      "call_1",
      "call_0_4",
      "call_0_3_2",
      "call_1_2",
    ]);
  });

  it("are found in linear time where a model gives all of its calls one id", () => {
    const ids = idsAfter();
    const made = Array.from({ length: 100_000 }, () => ids.unique("x"));

    expect(new Set(made).size).toBe(100_000);
    expect(made.at(-1)).toBe("x_100000");
  });
});
