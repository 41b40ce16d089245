import type * as Code from "@toolcrib/code";
import type { OwnerTurns, Sandbox } from "@toolcrib/code";
import { isToolcribError } from "@toolcrib/shared/errors";
import type { Store } from "@toolcrib/store";
import type { ReportProblem } from "../contracts/report-problem.ts";
import { Containers } from "./containers.ts";
import type { OpenProgramRuntime, ProgramRuntime } from "./with-programs.ts";

export interface ProgramRuntimesOptions {
  /** Sandboxes to use instead of the packages that are installed. */
  readonly sandboxes?: readonly Sandbox[] | undefined;
  /** Keeps suspended programs and states that are too large for the id of a container. Without one, they stay in this process. */
  readonly store?: Store | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly reportProblem: ReportProblem;
}

/** Undefined if the package is missing: the published command does not contain it. */
async function importCode(): Promise<typeof Code | undefined> {
  try {
    return await import("@toolcrib/code");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** The runtimes of a gateway, by language. */
export interface ProgramRuntimes {
  readonly open: OpenProgramRuntime;
  close(): Promise<void>;
}

/** Nothing is loaded before the first program. */
export function createProgramRuntimes(options: ProgramRuntimesOptions): ProgramRuntimes {
  const { sandboxes = [], store, now, reportProblem } = options;
  const opened = new Map<string, Promise<ProgramRuntime | undefined>>();
  const own: Sandbox[] = [];
  let turns: OwnerTurns | undefined;
  let containers: Containers | undefined;
  async function openRuntime(language: "javascript" | "python"): Promise<ProgramRuntime | undefined> {
    const code = await importCode();
    if (code === undefined) return undefined;
    try {
      const given = sandboxes.find((sandbox) => sandbox.language === language);
      const sandbox = given ?? (language === "python" ? code.createPythonSandbox() : code.createQuickJsSandbox());
      if (given === undefined) own.push(sandbox);
      containers ??= new Containers({ store, now, reportProblem, seal: code.createSnapshotSeal({ now }) });
      turns ??= new code.OwnerTurns();
      return { code, sandbox, containers, turns };
    } catch (error) {
      if (isToolcribError(error) && error.code === "engine_not_installed") return undefined;
      throw error;
    }
  }
  return {
    open: (language) => {
      const known = opened.get(language) ?? openRuntime(language);
      opened.set(language, known);
      return known;
    },
    close: async () => {
      await Promise.all(own.splice(0).map((sandbox) => sandbox.close()));
    },
  };
}
