import { describe, expect, it } from "vitest";
import { addPart, endOf } from "./chain-state.ts";

const part = {
  lines: 10,
  first: 1,
  last: 10,
  lastHash: "a",
  signedCheckpoints: 1,
  unsignedLines: 4,
  lostCalls: 0,
  problems: [],
  next: "10:a",
};
const following = { ...part, first: 11, last: 20, lastHash: "b", signedCheckpoints: 0, unsignedLines: 10, next: null };

describe("the state of the chain", () => {
  it("is put together from parts", () => {
    const state = addPart(addPart(undefined, part), { ...following, lostCalls: 2 });

    expect(state).toMatchObject({ lines: 20, first: 1, last: 20, lostCalls: 2, isAtEnd: true });
    expect(endOf(state)).toBe("20:b");
    expect(endOf(undefined)).toBeUndefined();
  });

  it("counts unsigned lines from the last signature", () => {
    const state = addPart(addPart(undefined, part), following);

    expect(state.unsignedLines).toBe(14);
    expect(addPart(state, { ...following, signedCheckpoints: 1, unsignedLines: 3 }).unsignedLines).toBe(3);
  });

  it("keeps what did not fit", () => {
    const problems = [{ sequence: 3, problem: "Line 3 is wrong." }];

    expect(addPart(addPart(undefined, { ...part, problems }), following).problems).toEqual(problems);
  });
});
