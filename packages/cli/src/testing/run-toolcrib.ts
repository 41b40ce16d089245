import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";

const tested = process.env["TOOLCRIB_TESTED_ENTRY"] ?? "bin/toolcrib.js";

/** The command that tests start: `npm test` names a bundle like the published one; otherwise it is the build of this checkout. */
export const binFile = fileURLToPath(new URL(`../../${tested}`, import.meta.url));

// A process takes a second where the machine is busy with other tests, and some tests start several.
vi.setConfig({ testTimeout: 120_000 });

/** How one run of the command ended. */
export interface CommandRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and with what the command runs. */
export interface RunOptions {
  /** Goes to its standard input. */
  readonly input?: string;
  /** Variables in addition to those of the tests; undefined removes one. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The current folder. */
  readonly folder?: string;
}

/** A command that goes on until it is stopped. */
export interface RunningCommand {
  /** Resolves when standard output, or standard error, holds this. */
  saw(pattern: RegExp): Promise<RegExpExecArray>;
  write(text: string): void;
  signal(signal: NodeJS.Signals): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<CommandRun>;
}

/** Runs the built command in a process of its own, as a user does. */
export function runToolcrib(
  commandLineArguments: readonly string[],
  given: string | RunOptions = {},
): Promise<CommandRun> {
  const options = typeof given === "string" ? { input: given } : given;
  return startToolcrib(commandLineArguments, { input: "", ...options }).ended;
}

/** Starts the built command; without `input`, its standard input stays open. */
export function startToolcrib(commandLineArguments: readonly string[], options: RunOptions = {}): RunningCommand {
  const child = spawn(process.execPath, [binFile, ...commandLineArguments], {
    stdio: "pipe",
    cwd: options.folder,
    env: { ...process.env, ...options.environment },
  });
  let stdout = "";
  let stderr = "";
  const watchers = new Set<() => void>();
  const note = (): void => {
    for (const watcher of watchers) watcher();
  };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
    note();
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
    note();
  });
  // A command that ends before it has read its input closes the pipe under us.
  child.stdin.on("error", () => {});
  if (options.input !== undefined) {
    child.stdin.end(options.input);
  }
  const ended = new Promise<CommandRun>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
  return {
    ended,
    write: (text) => void child.stdin.write(text),
    signal: (signal) => void child.kill(signal),
    saw: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(stdout) ?? pattern.exec(stderr);
          if (found !== null) {
            watchers.delete(look);
            resolve(found);
          }
        };
        watchers.add(look);
        look();
        void ended.then(() => reject(new Error(`It ended before ${pattern}:\n${stdout}\n${stderr}`)));
      }),
  };
}
