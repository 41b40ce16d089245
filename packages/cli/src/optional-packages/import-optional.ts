import { CommandError } from "../errors/command-error.ts";

/** The errors for optional packages that are missing. */
type MissingPackage =
  | "demo_not_installed"
  | "encoder_not_installed"
  | "languages_not_installed"
  | "programs_not_installed";

/** Imports an optional package; explains how to install it if it is missing. */
export async function importOptional<Module>(
  importPackage: () => Promise<Module>,
  name: string,
  code: MissingPackage,
): Promise<Module> {
  try {
    return await importPackage();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") {
      throw new CommandError(code, { package: name });
    }
    throw error;
  }
}
