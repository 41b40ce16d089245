import { isToolcribError } from "@toolcrib/shared/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packSections, unpackSections } from "./snapshot-container.ts";

const packed = packSections({ a: new Uint8Array([1, 2, 3]), empty: new Uint8Array(), b: new Uint8Array([4]) }, 7);
const invalid = expect.objectContaining({ code: "invalid_snapshot" }) as Error;

/** Bytes with this text as the directory. */
function withDirectory(text: string): Uint8Array {
  const directory = new TextEncoder().encode(text);
  const bytes = new Uint8Array(12 + directory.length);
  bytes.set(packed.subarray(0, 8));
  new DataView(bytes.buffer).setUint32(8, directory.length, true);
  bytes.set(directory, 12);
  return bytes;
}

describe("the snapshot container", () => {
  it("returns what was stored", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), fc.uint8Array()), (sections) => {
        const read = unpackSections(packSections(sections, 1), 1);
        expect(Object.keys(read).toSorted()).toEqual(Object.keys(sections).toSorted());
        for (const [name, bytes] of Object.entries(sections)) expect([...(read[name] ?? [])]).toEqual([...bytes]);
      }),
    );
  });

  it("reads bytes inside a larger buffer", () => {
    const larger = new Uint8Array(packed.length + 9);
    larger.set(packed, 5);
    expect([...(unpackSections(larger.subarray(5, 5 + packed.length), 7)["a"] ?? [])]).toEqual([1, 2, 3]);
  });

  it("refuses truncated bytes and trailing bytes", () => {
    for (let length = 0; length < packed.length; length++) {
      expect(() => unpackSections(packed.subarray(0, length), 7), String(length)).toThrow(invalid);
    }
    expect(() => unpackSections(new Uint8Array([...packed, 0]), 7)).toThrow(invalid);
  });

  it("refuses another version, another kind of file, and other values", () => {
    expect(() => unpackSections(packed, 8)).toThrow(
      expect.objectContaining({ details: { expected: "version 8", received: "version 7" } }) as Error,
    );
    expect(() =>
      unpackSections(
        packed.map((byte, index) => (index === 0 ? 0 : byte)),
        7,
      ),
    ).toThrow(invalid);
    expect(() => unpackSections("TCIX and more" as unknown as Uint8Array, 7)).toThrow(invalid);
  });

  it.each(["null", "{}", "7", "[1]", '[["a"]]', '[["a",-1],["b",1]]', "[[1,0]]", '[["a",0.5]]', "[", ""])(
    "refuses an invalid directory: %s",
    (directory) => {
      expect(() => unpackSections(withDirectory(directory), 7)).toThrow(invalid);
    },
  );

  it("fails on changed bytes only with its own error", () => {
    fc.assert(
      fc.property(fc.nat(packed.length - 1), fc.integer({ min: 0, max: 255 }), (place, byte) => {
        const changed = packed.slice();
        changed[place] = byte;
        try {
          unpackSections(changed, 7);
        } catch (error) {
          expect(isToolcribError(error)).toBe(true);
        }
      }),
    );
  });
});
