import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { rootFolder } from "../../workspace.ts";

/** A command as people type it, with what it printed. */
export interface Recording {
  readonly command: string;
  /** With ANSI colours. */
  readonly lines: readonly string[];
}

/** Where the recording is kept. The pictures are drawn from it, and a test compares it with the command. */
export const recordingFile: string = join(rootFolder, "scripts/pictures/recording/demo.json");

export const demoArguments: readonly string[] = ["demo", "--serve", "--once", "--no-open"];

const eraseLine = "\u001b[2K";

/** Runs the demo in a pseudo-terminal, so that it prints what people see. Needs `script` of util-linux. */
export async function recordDemo(): Promise<Recording> {
  const command = `${process.execPath} ${join(rootFolder, "packages/cli/bin/toolcrib.js")} ${demoArguments.join(" ")}`;
  const { ANTHROPIC_API_KEY: _, NO_COLOR: __, ...environment } = process.env;
  const { stdout } = await promisify(execFile)("script", ["-qec", command, "/dev/null"], {
    env: { ...environment, TERM: "xterm-256color" },
  });
  // A progress bar erases its line before it draws the next state: only what comes behind stays.
  const lines = stdout
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(eraseLine).at(-1) ?? "");
  return { command: "npm run demo", lines: withoutTimes(lines) };
}

/** Durations depend on the machine, so they are not shown. */
export function withoutTimes(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/ in [\d.]+ ms/, ""));
}
