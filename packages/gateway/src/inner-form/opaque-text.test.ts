import { expect, it } from "vitest";
import { decodeOpaque, encodeOpaque } from "./opaque-text.ts";

it("gives back the value that was written with the same prefix", () => {
  const text = encodeOpaque("x.", { name: "grün", list: [1] });

  expect(text).toMatch(/^x\.[\w-]+$/);
  expect(decodeOpaque("x.", text)).toEqual({ name: "grün", list: [1] });
});

it.each([["y.e30"], ["x."], ["x.%%%"], [undefined], [{ text: "x.e30" }]])("reads nothing in %j", (text) => {
  expect(decodeOpaque("x.", text)).toBeUndefined();
});
