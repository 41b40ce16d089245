import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EncoderError } from "../src/errors/encoder-error.ts";
import { parseWeights } from "../src/weights/weights-file.ts";
import { tinyVocabulary, tinyWeights } from "./support/tiny-model.ts";

const file = tinyWeights();

function codeOf(bytes: Uint8Array): string {
  try {
    parseWeights(bytes);
  } catch (error) {
    if (error instanceof EncoderError) return error.code;
    throw error;
  }
  return "parsed";
}

/** The file with another header, and a checksum and length that fit it. */
function withHeader(header: unknown): Uint8Array {
  const before = new DataView(file.buffer).getUint32(8, true);
  const text = JSON.stringify(header);
  const padded = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 16) * 16));
  const bytes = Buffer.concat([file.subarray(0, 48), padded, file.subarray(48 + before)]);
  bytes.writeUInt32LE(padded.length, 8);
  bytes.writeUInt32LE(bytes.length, 12);
  createHash("sha256").update(bytes.subarray(48)).digest().copy(bytes, 16);
  return bytes;
}

const header = {
  model: "tiny",
  layers: 2,
  width: 64,
  innerWidth: 128,
  vocabulary: tinyVocabulary.length,
  positions: 24,
};

describe("parseWeights", () => {
  it("reads what the packer wrote", () => {
    const { shape, vocabulary, id } = parseWeights(file);
    expect({ ...shape, vocabulary }).toEqual({ ...header, model: undefined, vocabulary: tinyVocabulary });
    expect(id).toMatch(/^toolcrib-encoder-tiny-[0-9a-f]{16}$/);
    expect(codeOf(withHeader(header))).toBe("parsed");
  });

  it("names other weights otherwise, so that their vectors are never mixed", () => {
    expect(parseWeights(tinyWeights(2)).id).not.toBe(parseWeights(file).id);
  });

  it("refuses a truncated file of any length", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: file.length - 1 }), (length) => {
        expect(codeOf(file.subarray(0, length))).toBe("invalid_encoder_weights");
      }),
    );
  });

  it("refuses a file with one changed byte, wherever it is", () => {
    const anyChange = fc.tuple(fc.integer({ min: 0, max: file.length - 1 }), fc.integer({ min: 1, max: 255 }));
    const headChange = fc.tuple(fc.integer({ min: 0, max: 160 }), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(fc.oneof(anyChange, headChange), ([at, change]) => {
        const bytes = file.slice();
        bytes[at] = (bytes[at] as number) ^ change;
        const isVersion = at >= 4 && at < 8;
        expect(codeOf(bytes)).toBe(isVersion ? "unsupported_encoder_weights" : "invalid_encoder_weights");
      }),
    );
  });

  it("refuses another version, and says which", () => {
    const bytes = file.slice();
    bytes[4] = 9;
    expect(() => parseWeights(bytes)).toThrow("expected version 1, got version 9");
  });

  it("refuses any other bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(codeOf(bytes)).toBe("invalid_encoder_weights");
      }),
    );
  });

  it("refuses impossible headers even with a checksum that fits", () => {
    const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -32, 1e9, 33, 2 ** 31), fc.jsonValue());
    const field = fc.constantFrom("layers", "width", "innerWidth", "vocabulary", "positions");
    fc.assert(
      fc.property(field, anyNumber, (name, value) => {
        fc.pre(value !== header[name as keyof typeof header]);
        expect(codeOf(withHeader({ ...header, [name]: value }))).toBe("invalid_encoder_weights");
      }),
    );
    for (const other of [null, [], "text", {}, { ...header, model: "../../etc" }, { ...header, model: 5 }]) {
      expect(codeOf(withHeader(other))).toBe("invalid_encoder_weights");
    }
  });
});
