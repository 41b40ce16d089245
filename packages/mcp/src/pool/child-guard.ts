import { type ChildProcess, spawn } from "node:child_process";

/**
 * Reads `+ pid` and `- pid` until its input ends, which happens whenever the parent process is gone, for any reason;
 * then it kills the remaining groups. A shell, because it takes one megabyte and another Node would take forty.
 */
const script = `
pids=""
while read -r sign pid; do
  if [ "$sign" = "+" ]; then pids="$pids $pid"; continue; fi
  left=""
  for other in $pids; do [ "$other" = "$pid" ] || left="$left $other"; done
  pids="$left"
done
[ -z "$pids" ] && exit 0
for pid in $pids; do kill -TERM "-$pid" 2>/dev/null; done
sleep 1
for pid in $pids; do kill -KILL "-$pid" 2>/dev/null; done
`;

/**
 * Kills child processes when this process dies, even by SIGKILL. Children usually exit when their input ends; some do
 * not.
 * Not available on Windows, where process groups work differently.
 */
export class ChildGuard {
  #shell: ChildProcess | undefined;

  /** From now on the process group of this child is killed with this process. */
  watch(processId: number): void {
    this.#shell ??= startShell();
    this.#shell?.stdin?.write(`+ ${processId}\n`);
  }

  /** The child has exited; its process id may be reused. */
  forget(processId: number): void {
    this.#shell?.stdin?.write(`- ${processId}\n`);
  }

  close(): void {
    this.#shell?.stdin?.end();
    this.#shell = undefined;
  }
}

function startShell(): ChildProcess | undefined {
  if (process.platform === "win32") return undefined;
  const shell = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  // Without a shell there is no guard; `close` still ends children.
  shell.on("error", () => {});
  shell.stdin.on("error", () => {});
  shell.unref();
  (shell.stdin as unknown as { unref?: () => void }).unref?.();
  return shell;
}
