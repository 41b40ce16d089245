import type { ProgramLanguage } from "@toolcrib/code";
import type { FrontPrograms } from "@toolcrib/mcp";
import { importOptional } from "../optional-packages/import-optional.ts";

/** Programs for a front, and what ends those that still run. */
export interface OpenPrograms {
  readonly programs?: FrontPrograms;
  readonly close: () => Promise<void>;
}

/** How long a program may take, calls included, before it is ended. */
type MaxSeconds = () => number | undefined;

/** Programs in a language, if it is set. Fails at once if the packages for it are not installed. */
export async function openPrograms(
  language: ProgramLanguage | undefined,
  maxSeconds: MaxSeconds = () => undefined,
): Promise<OpenPrograms> {
  if (language === undefined) {
    return { close: async () => {} };
  }
  const { createProgramTool, createPythonSandbox, createQuickJsSandbox, OwnerTurns } = await importOptional(
    async () => import("@toolcrib/code"),
    "@toolcrib/code",
    "programs_not_installed",
  );
  const sandbox = language === "python" ? createPythonSandbox() : createQuickJsSandbox();
  const turns = new OwnerTurns();
  return {
    programs: (catalogue) => {
      const tool = createProgramTool({ sandbox: turns.sandboxOf(catalogue.caller, sandbox), ...catalogue });
      return {
        ...tool,
        answer: (input, { signal }) => tool.answer(input, { signal: withTimeLimit(signal, maxSeconds()) }),
      };
    },
    close: async () => sandbox.close(),
  };
}

function withTimeLimit(signal: AbortSignal, seconds: number | undefined): AbortSignal {
  return seconds === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
}
