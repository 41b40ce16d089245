import { type ChildProcess, spawn } from "node:child_process";

/**
 * Reads `+ pid` and `- pid` until its input ends, which it does whenever the process at the other end is gone, however that came about;
 * then it ends the groups that are left. A shell, because it takes a megabyte where another Node would take forty.
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
 * Ends child processes when this process dies, even by SIGKILL. Children usually end themselves when their input does; some do not.
 * There is none on Windows, where process groups are another matter.
 */
export class ChildGuard {
  #shell: ChildProcess | undefined;

  /** From now on the process group of this child goes down with us. */
  watch(processId: number): void {
    this.#shell ??= startShell();
    this.#shell?.stdin?.write(`+ ${processId}\n`);
  }

  /** The child has ended; its number may become another's. */
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
  // Without a shell there is no guard, and children are still ended by `close`.
  shell.on("error", () => {});
  shell.stdin.on("error", () => {});
  shell.unref();
  (shell.stdin as unknown as { unref?: () => void }).unref?.();
  return shell;
}
