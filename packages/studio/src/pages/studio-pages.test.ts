import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StudioError, studioPages } from "../index.ts";

describe("studioPages", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "toolcrib-pages-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(name: string, text: string): void {
    mkdirSync(join(folder, "assets"), { recursive: true });
    writeFileSync(join(folder, name), text);
  }

  it("returns the page for its own address, with and without a slash", () => {
    write("index.html", "<!doctype html>");
    const findPage = studioPages({ folder });

    expect(["", "/", "/index.html"].map((path) => findPage(path)?.type)).toEqual(
      Array.from({ length: 3 }, () => "text/html; charset=utf-8"),
    );
    expect(Buffer.from(findPage("/")?.body ?? []).toString()).toBe("<!doctype html>");
  });

  it("returns scripts and styles with their types", () => {
    write("index.html", "");
    write("assets/a.js", "1");
    write("assets/a.css", "a{}");
    const findPage = studioPages({ folder });

    expect(findPage("/assets/a.js")?.type).toBe("text/javascript; charset=utf-8");
    expect(findPage("/assets/a.css")?.type).toBe("text/css; charset=utf-8");
  });

  it.each(["/../package.json", "/assets/../../x", "/%2e%2e/x", "/missing.js", "/assets"])(
    "finds nothing at %s",
    (path) => {
      write("index.html", "");

      expect(studioPages({ folder })(path)).toBeUndefined();
    },
  );

  it("says what to do if the page is not built", () => {
    expect(() => studioPages({ folder })).toThrow(StudioError);
    expect(() => studioPages({ folder })).toThrow(/npm run build/);
  });
});
