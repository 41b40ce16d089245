import type { Embedder, EmbedderName } from "@toolcrib/search";
import { importOptional } from "../optional-packages/import-optional.ts";

/** Loads an embedder that a search index does not have by itself; undefined for the included table. */
export async function loadEmbedder(name: EmbedderName | undefined): Promise<Embedder | undefined> {
  if (name !== "encoder") {
    return undefined;
  }
  // Optional: it has the size of all other packages together.
  const loadEncoder = await importOptional(
    async () => (await import("@toolcrib/encoder")).loadEncoder,
    "@toolcrib/encoder",
    "encoder_not_installed",
  );
  return loadEncoder();
}
