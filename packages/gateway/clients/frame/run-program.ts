import { spawn } from "node:child_process";

const maxTurnMilliseconds = 180_000;

export interface ProgramOptions {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What the program reads from its standard input. */
  readonly input?: string;
}

/** What a program printed, and how it ended. */
export interface ProgramResult {
  readonly stdout: string;
  readonly stderr: string;
  /** The exit status, or the signal that ended it. */
  readonly status: number | NodeJS.Signals | null;
}

/** Runs a program to its end. It is stopped after three minutes. */
export function runProgram(
  command: string,
  commandArguments: readonly string[],
  { folder, environment, input = "" }: ProgramOptions,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, { cwd: folder, env: environment, timeout: maxTurnMilliseconds });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({ stdout: String(Buffer.concat(stdout)), stderr: String(Buffer.concat(stderr)), status: code ?? signal });
    });
    // A program that does not read its input is not an error.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
