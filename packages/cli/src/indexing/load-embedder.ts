import type { Embedder, EmbedderName } from "@toolcrib/search";
import { CommandError } from "../errors/command-error.ts";

/** Loads an embedder that a search index does not have by itself; undefined for the included table. */
export async function loadEmbedder(name: EmbedderName | undefined): Promise<Embedder | undefined> {
  if (name !== "encoder") {
    return undefined;
  }
  const loadEncoder = await importEncoder();
  return loadEncoder();
}

/** The package is optional: it has the size of all others together. */
async function importEncoder(): Promise<() => Promise<Embedder>> {
  try {
    const { loadEncoder } = await import("@toolcrib/encoder");
    return loadEncoder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") {
      throw new CommandError("encoder_not_installed", { package: "@toolcrib/encoder" });
    }
    throw error;
  }
}
