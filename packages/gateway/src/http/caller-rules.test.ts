import { expect, it } from "vitest";
import { resolveConfig } from "../config/resolve-config.ts";
import { identifyCaller } from "./access.ts";

it("gives callers without rules the same list every time, by which their catalogue is known again", () => {
  const config = resolveConfig({});
  const [first, second] = [identifyCaller({}, config), identifyCaller({}, config)];
  expect(second.policy).toBe(first.policy);
});
