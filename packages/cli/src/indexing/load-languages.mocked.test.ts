import { afterEach, expect, it, vi } from "vitest";
import { loadLanguages } from "./load-languages.ts";

afterEach(() => {
  vi.doUnmock("@toolcrib/languages");
  vi.resetModules();
});

it("creates a reader if it is asked for, and imports nothing otherwise", async () => {
  const imported = vi.fn();
  vi.doMock("@toolcrib/languages", () => {
    imported();
    return { createLanguages: () => "the reader" };
  });

  expect([await loadLanguages(undefined), await loadLanguages(false)]).toEqual([undefined, undefined]);
  expect(imported).not.toHaveBeenCalled();
  expect(await loadLanguages(true)).toBe("the reader");
});

it("says how to install the package where it is missing", async () => {
  // Vitest wraps errors of a factory, so the missing package is played by an export that cannot be read.
  vi.doMock("@toolcrib/languages", () => ({
    get createLanguages(): never {
      throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    },
  }));

  await expect(loadLanguages(true)).rejects.toMatchObject({ code: "languages_not_installed" });
});
