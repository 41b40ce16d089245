import { expect, it } from "vitest";
import { decodeOpaque, encodeOpaque } from "./opaque-text.ts";

it("gives back the value that was written with the same prefix", () => {
  const text = encodeOpaque("r1.", { name: "grün", list: [1] });

  expect(text).toMatch(/^r1\.[\w-]+$/);
  expect(decodeOpaque("r1.", text)).toEqual({ name: "grün", list: [1] });
});

it.each([["y.e30"], ["r1."], ["r1.%%%"], [undefined], [{ text: "r1.e30" }]])("reads nothing in %j", (text) => {
  expect(decodeOpaque("r1.", text)).toBeUndefined();
});
