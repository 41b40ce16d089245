import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInProcess } from "./run-in-process.ts";
import type { CommandRun } from "./run-toolcrib.ts";
import { createTemporaryFiles } from "./temporary-files.ts";

/** A machine with a home and a project of its own. */
export interface Machine {
  /** Holds `home` and `project`. */
  readonly root: string;
  readonly run: (...options: string[]) => Promise<CommandRun>;
  /** In another folder than the project. */
  readonly runIn: (folder: string, ...options: string[]) => Promise<CommandRun>;
  readonly read: (path: string) => string;
  readonly exists: (path: string) => boolean;
}

/** Makes machines with these files on which one command runs. They are removed after the tests of the calling file. */
export function createMachines(
  command: string,
): (configs: Readonly<Record<string, string | Uint8Array>>, variables?: Readonly<Record<string, string>>) => Machine {
  const files = createTemporaryFiles();
  let machines = 0;
  return (configs, variables = {}) => {
    const root = join(files.folder, `machine-${++machines}`);
    const home = join(root, "home");
    const project = join(root, "project");
    mkdirSync(home, { recursive: true });
    mkdirSync(project, { recursive: true });
    for (const [path, content] of Object.entries(configs)) {
      files.write(join(`machine-${machines}`, path), content);
    }
    const folders = Object.fromEntries(Object.entries(variables).map(([name, path]) => [name, join(root, path)]));
    const environment = {
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_DATA_HOME: join(home, ".share"),
      CODEX_HOME: undefined,
      ...folders,
    };
    return {
      root,
      run: (...options) => runInProcess([command, ...options], { environment, folder: project }),
      runIn: (folder, ...options) => runInProcess([command, ...options], { environment, folder: join(root, folder) }),
      read: (path) => readFileSync(join(root, path), "utf8"),
      exists: (path) => existsSync(join(root, path)),
    };
  };
}
