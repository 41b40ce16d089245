import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { rootFolder } from "../workspace.ts";

export interface CommandResult {
  readonly exitCode: number;
  readonly output: string;
}

/** Runs a command of the workspace in the root folder and collects what it prints. */
export function runCommand(
  command: string,
  commandArguments: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const child = spawn(command, commandArguments, {
    cwd: rootFolder,
    env: {
      ...process.env,
      PATH: [join(rootFolder, "node_modules", ".bin"), process.env["PATH"]].join(delimiter),
      NO_COLOR: "1",
      FORCE_COLOR: "0",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => {
      resolve({ exitCode: exitCode ?? 1, output: Buffer.concat(chunks).toString("utf8") });
    });
  });
}
