import { expect, it } from "vitest";
import { limitMemory } from "./limit-memory.ts";

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const exportSection = [7, 5, 1, 1, 0x6d, 2, 0];
// 200 pages take two bytes in LEB128.
const unlimited = Uint8Array.from([...header, 5, 4, 1, 0, 0xc8, 1, ...exportSection]);

it("keeps the memory of a module from growing beyond a number of pages", async () => {
  const { instance } = await WebAssembly.instantiate(limitMemory(unlimited, { maxPages: 300 }) as BufferSource);
  const memory = instance.exports["m"] as WebAssembly.Memory;

  expect(memory.grow(100)).toBe(200);
  expect(() => memory.grow(1)).toThrow(RangeError);
});

it("leaves modules of another form to the caller", () => {
  expect(limitMemory(Uint8Array.from(header), { maxPages: 300 })).toBeUndefined();
  expect(limitMemory(Uint8Array.from([...header, 5, 5, 1, 1, 1, 2, 3]), { maxPages: 300 })).toBeUndefined();
});
