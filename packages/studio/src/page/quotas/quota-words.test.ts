import { expect, it } from "vitest";
import { describeLimits, describeScope } from "./quota-words.ts";

it("describes limits and what they are for", () => {
  const quota = { name: "q", window: "day", requests: 600, tokens: 5_000_000, cost: 20 } as const;

  expect(describeLimits(quota)).toBe("600 requests, 5M tokens and $20.00 per day");
  expect(describeScope(quota)).toBe("counted per key");
  expect(describeScope({ ...quota, key: "ci-*", model: "*-opus-*", per: [] })).toBe(
    "key ci-* and model *-opus-*, counted all together",
  );
});
