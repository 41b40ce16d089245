import type { LanguageReader } from "@toolcrib/search";
import { CommandError } from "../errors/command-error.ts";

/** A reader of other languages if it is asked for; what it knows is loaded with the first text that needs it. */
export async function loadLanguages(isEnabled: boolean | undefined): Promise<LanguageReader | undefined> {
  if (isEnabled !== true) {
    return undefined;
  }
  // The package is optional: it is larger than the table.
  try {
    const { createLanguages } = await import("@toolcrib/languages");
    return createLanguages();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") {
      throw new CommandError("languages_not_installed", { package: "@toolcrib/languages" });
    }
    throw error;
  }
}
