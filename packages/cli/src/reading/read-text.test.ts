import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createTemporaryFiles } from "../testing/temporary-files.ts";
import { readText } from "./read-text.ts";

const files = createTemporaryFiles();

describe("readText", () => {
  it("refuses what no string can hold, before and after unpacking", async () => {
    const plain = files.write("plain.txt", "twelve chars");
    const packed = files.write("packed.gz", gzipSync(" ".repeat(1_000_000)));
    const reason = "expected a file, got a file that is too large to read at once.";

    await expect(readText(plain, 11)).rejects.toMatchObject({ code: "file_unreadable" });
    await expect(readText(packed, 999_999)).rejects.toMatchObject({ summary: `${packed} cannot be read: ${reason}` });
    expect(await readText(plain, 12)).toBe("twelve chars");
    expect(await readText(packed, 1_000_000)).toHaveLength(1_000_000);
  });
});
