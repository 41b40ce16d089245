import type { LanguageReader } from "@toolcrib/search";
import { importOptional } from "../optional-packages/import-optional.ts";

/** A reader of other languages if it is asked for; what it knows is loaded with the first text that needs it. */
export async function loadLanguages(isEnabled: boolean | undefined): Promise<LanguageReader | undefined> {
  if (isEnabled !== true) {
    return undefined;
  }
  // Optional: it is larger than the table.
  const createLanguages = await importOptional(
    async () => (await import("@toolcrib/languages")).createLanguages,
    "@toolcrib/languages",
    "languages_not_installed",
  );
  return createLanguages();
}
