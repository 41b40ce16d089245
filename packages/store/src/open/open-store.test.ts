import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { lockFolder } from "../folder/folder-lock.ts";
import { openStore } from "./open-store.ts";
import { parsePlace } from "./parse-place.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-place-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const key = { namespace: "n", owner: "o", id: "i" };

describe("the place of a store", () => {
  it.each([
    ["memory", { kind: "memory" }],
    ["./data", { kind: "folder", folder: "./data" }],
    ["C:\\data", { kind: "folder", folder: "C:\\data" }],
    ["postgres://a:b@c/d", { kind: "postgres", url: "postgres://a:b@c/d" }],
    ["postgresql://c/d", { kind: "postgres", url: "postgresql://c/d" }],
  ])("is read from %s", (place, parsed) => {
    expect(parsePlace(place)).toEqual(parsed);
  });

  it.each(["", " ", "mysql://root:secret@host/db", "postgres://user:secret@host:port", "a\0b"])(
    "is rejected without showing a password: %j",
    (place) => {
      expect(() => parsePlace(place)).toThrow(expect.objectContaining({ code: "invalid_store" }));
      expect(() => parsePlace(place)).not.toThrow(/secret/);
    },
  );
});

describe("a store in PostgreSQL that is not there", () => {
  it("opens, and says so when it is used, without the password", async () => {
    const store = await openStore("postgres://user:secret@127.0.0.1:1/none");
    onTestFinished(() => store.close());

    const failure: unknown = await store.get([key]).catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: "store_unreachable" });
    expect(String(failure)).not.toContain("secret");
  });
});

describe("a store in a folder", () => {
  it("is refused while another process uses the folder, and taken over from one that was killed", () => {
    const folder = temporaryFolder();
    const lock = join(folder, "toolcrib.lock");
    writeFileSync(lock, String(process.ppid));
    expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: "store_folder_in_use" }));

    for (const left of ["999999999", "", "garbage"]) {
      writeFileSync(lock, left);
      lockFolder(folder)();
    }
  });

  it("is refused if the folder cannot be made", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");

    await expect(openStore(join(folder, "file"))).rejects.toMatchObject({ code: "store_folder_unusable" });
  });
});
