import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";

const binFile = fileURLToPath(new URL("../../bin/toolcrib.js", import.meta.url));

// A process takes a second where the machine is busy with other tests, and some tests start several.
vi.setConfig({ testTimeout: 30_000 });

/** How one run of the command ended. */
export interface CommandRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command in a process of its own, as a user does; `input` goes to its standard input. */
export function runToolcrib(commandLineArguments: readonly string[], input = ""): Promise<CommandRun> {
  const child = spawn(process.execPath, [binFile, ...commandLineArguments], { stdio: "pipe" });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  // A command that ends before it has read its input closes the pipe under us.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
