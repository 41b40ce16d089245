import { expect, it } from "vitest";
import { moveStack } from "./move-stack.ts";

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const exportSection = [7, 5, 1, 1, 0x67, 3, 0];
/** A module with one global, which is exported. */
const moduleOf = (global: readonly number[]) =>
  Uint8Array.from([...header, 6, global.length + 1, 1, ...global, ...exportSection]);
const stackPointer = moduleOf([0x7f, 1, 0x41, 0x80, 0x80, 0x20, 0x0b]);

it.each([1, 63, 64, 8191, 8192, 524_288, 18_874_368])("lets the stack of a module begin at %i", async (top) => {
  const { instance } = await WebAssembly.instantiate(moveStack(stackPointer, top) as BufferSource);

  expect((instance.exports["g"] as WebAssembly.Global).value).toBe(top);
});

it("leaves modules of another form to the caller", () => {
  expect(moveStack(Uint8Array.from(header), 1024)).toBeUndefined();
  expect(moveStack(moduleOf([0x7f, 0, 0x41, 0, 0x0b]), 1024)).toBeUndefined();
  expect(moveStack(moduleOf([0x7e, 1, 0x42, 0, 0x0b]), 1024)).toBeUndefined();
});
