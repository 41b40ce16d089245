import { link, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkResultFile } from "./write-result-file.ts";

const check = (file: string, ...others: readonly string[]): Promise<void> =>
  checkResultFile(
    { option: "--html", file },
    others.map((other) => ({ option: "--tools", file: other })),
  );

describe("checkResultFile", () => {
  it("takes a new file, and one that is none of the others", async () => {
    const folder = await mkdtemp(join(tmpdir(), "result-file-"));
    await writeFile(join(folder, "tools.jsonl"), "{}");
    await writeFile(join(folder, "old.html"), "");
    await check(join(folder, "new.html"), join(folder, "tools.jsonl"), join(folder, "missing.jsonl"));
    await check(join(folder, "old.html"), join(folder, "tools.jsonl"));
  });

  it("refuses a file that is read, also by another name: a link would let the result replace it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "result-file-"));
    const tools = join(folder, "tools.jsonl");
    await writeFile(tools, "{}");
    await symlink(tools, join(folder, "symbolic"));
    await link(tools, join(folder, "hard"));
    for (const name of [tools, join(folder, "symbolic"), join(folder, "hard"), join(folder, ".", "tools.jsonl")]) {
      await expect(check(name, tools)).rejects.toMatchObject({ code: "file_in_use" });
      await expect(check(tools, name)).rejects.toMatchObject({ code: "file_in_use" });
    }
    await expect(check(join(folder, "new"), join(folder, "new"))).rejects.toMatchObject({ code: "file_in_use" });
  });
});
