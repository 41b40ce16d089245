import type { ProgramLanguage } from "@toolcrib/code";
import type { FrontPrograms } from "@toolcrib/mcp";
import { importOptional } from "../optional-packages/import-optional.ts";

/** Programs for a front, and what ends those that still run. */
export interface OpenPrograms {
  readonly programs?: FrontPrograms;
  readonly close: () => Promise<void>;
}

/** Programs in a language, if it is set. Fails at once if the packages for it are not installed. */
export async function openPrograms(language: ProgramLanguage | undefined): Promise<OpenPrograms> {
  if (language === undefined) {
    return { close: async () => {} };
  }
  const { createProgramTool, createPythonSandbox, createQuickJsSandbox } = await importOptional(
    async () => import("@toolcrib/code"),
    "@toolcrib/code",
    "programs_not_installed",
  );
  const sandbox = language === "python" ? createPythonSandbox() : createQuickJsSandbox();
  return {
    programs: (catalogue) => createProgramTool({ sandbox, ...catalogue }),
    close: async () => sandbox.close(),
  };
}
