import { afterEach, expect, it, vi } from "vitest";
import { loadEmbedder } from "./load-embedder.ts";

afterEach(() => {
  vi.doUnmock("@toolcrib/encoder");
  vi.resetModules();
});

it("loads the encoder by its name, and for the table imports nothing", async () => {
  const imported = vi.fn();
  vi.doMock("@toolcrib/encoder", () => {
    imported();
    return { loadEncoder: async () => "the encoder" };
  });

  expect([await loadEmbedder("table"), await loadEmbedder(undefined)]).toEqual([undefined, undefined]);
  expect(imported).not.toHaveBeenCalled();
  expect(await loadEmbedder("encoder")).toBe("the encoder");
});

it("says how to install the encoder where it is missing", async () => {
  // Vitest wraps errors of a factory, so the missing package is played by an export that cannot be read.
  vi.doMock("@toolcrib/encoder", () => ({
    get loadEncoder(): never {
      throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    },
  }));

  await expect(loadEmbedder("encoder")).rejects.toMatchObject({ code: "encoder_not_installed" });
});
