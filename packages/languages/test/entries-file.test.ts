import { readFileSync } from "node:fs";
import { createLanguages, isToolcribError } from "@toolcrib/languages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tinyEntries } from "./support/tiny-entries.ts";

const codeOf = (entries: unknown): string | undefined => {
  try {
    createLanguages({ entries: entries as Uint8Array });
    return undefined;
  } catch (error) {
    return isToolcribError(error) ? error.code : `not coded: ${String(error)}`;
  }
};
const texts = ["Dateien komprimieren", "壓縮文件", "ضغط الملف", "파일을 압축", "tin nhắn mới", "größere"];

describe("a file of entries", () => {
  const bytes = tinyEntries();

  it("is rejected if it is cut anywhere", () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(codeOf(bytes.subarray(0, length)), `${length} bytes`).toBe("invalid_language_entries");
    }
  });

  it("is rejected if something follows it", () => {
    expect(codeOf(Uint8Array.from([...bytes, 0]))).toBe("invalid_language_entries");
  });

  it.each<[string, unknown]>([
    ["a version from the future", 2],
    ["a version that is no number", "1"],
    ["no version", null],
  ])("is rejected with %s", (_what, version) => {
    expect(codeOf(tinyEntries({ header: { version } }))).toBe("unsupported_language_entries");
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["more entries than there are", { entries: 14 }],
    ["fewer entries than there are", { entries: 12 }],
    ["a negative count", { entries: -1 }],
    ["a count that is no number", { atoms: "12" }],
    ["too many English words", { atoms: 99 }],
    ["a huge count", { bodyBytes: 2 ** 53 }],
  ])("is rejected if its header names %s", (_what, header) => {
    expect(codeOf(tinyEntries({ header }))).toBe("invalid_language_entries");
  });

  it.each<[string, unknown]>([
    ["nothing", new Uint8Array()],
    ["text", new TextEncoder().encode("MLEX is not enough")],
    ["the embedding table", readFileSync(new URL("../../search/table/embedding-table.bin", import.meta.url))],
    ["no bytes at all", "entries.bin"],
    ["half a pair of Han characters", tinyEntries({ pairs: "檔" })],
  ])("is rejected if it is %s", (_what, foreign) => {
    expect(codeOf(foreign)).toBe("invalid_language_entries");
  });

  it("says what is wrong with it", () => {
    expect(() => createLanguages({ entries: bytes.subarray(0, 100) })).toThrow(
      /expected \d+ bytes, as its header says/,
    );
  });

  it("is either rejected or readable after any change of its bytes", async () => {
    const change = fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const changed = Uint8Array.from(bytes);
        for (const { at, byte } of changes) changed[at] = byte;
        const code = codeOf(changed);
        if (code === undefined) {
          const languages = createLanguages({ entries: changed });
          for (const text of texts) await languages.read(text);
        } else {
          expect(code).toMatch(/^(?:invalid|unsupported)_language_entries$/);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
