import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const benchFolder = fileURLToPath(new URL("..", import.meta.url));

/** What a process of its own reported, or why it did not. */
export type ChildOutcome<Report> =
  | { readonly report: Report; readonly failure?: never }
  | { readonly failure: string; readonly report?: never };

export interface ChildLimits {
  readonly heapMegabytes: number;
  readonly seconds: number;
}

/** Runs a file of this folder in a process of its own and waits for the one message that it sends. */
export function runChild<Report>(
  fileName: string,
  input: unknown,
  { heapMegabytes, seconds }: ChildLimits,
): Promise<ChildOutcome<Report>> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL(fileName, import.meta.url)), [JSON.stringify(input)], {
      cwd: benchFolder,
      execArgv: ["--import", "tsx", "--expose-gc", `--max-old-space-size=${heapMegabytes}`],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let lastError = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      resolve({ failure: `not done within ${seconds} s` });
    }, seconds * 1000);
    child.stderr?.on("data", (chunk: Buffer) => {
      lastError = (lastError + chunk.toString()).slice(-20_000);
    });
    child.once("message", (report) => {
      clearTimeout(timer);
      child.kill();
      resolve({ report: report as Report });
    });
    child.once("exit", () => {
      clearTimeout(timer);
      resolve({ failure: explainFailure(lastError, heapMegabytes) });
    });
  });
}

/** What the child was asked to do. */
export function readChildInput<Input>(): Input {
  return JSON.parse(process.argv[2] ?? "null") as Input;
}

export function sendReport(report: unknown): void {
  process.send?.(report);
}

function explainFailure(errorText: string, heapMegabytes: number): string {
  if (/heap out of memory|Reached heap limit|allocation failed/i.test(errorText)) {
    return `out of memory with a heap of ${heapMegabytes / 1024} GB`;
  }
  const message = errorText.split("\n").find((line) => /^\w*Error\b/.test(line));
  return message ?? "ended without a report";
}
