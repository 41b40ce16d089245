import { errorMessage } from "@toolcrib/shared/errors";
import { startBackgroundTimer, type Timer } from "@toolcrib/shared/timers";
import { CodeError } from "../errors/code-error.ts";
import { loadPython } from "./load-python.ts";
import { PythonThread } from "./python-thread.ts";

interface WarmInterpreter {
  readonly memoryBytes: number;
  readonly thread: Promise<PythonThread>;
}

/** Keeps one interpreter started ahead of the next program, because starting one takes long. */
export class WarmInterpreters {
  readonly #idleMilliseconds: number;
  #warm: WarmInterpreter | undefined;
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(idleMilliseconds: number) {
    this.#idleMilliseconds = idleMilliseconds;
  }

  /** An interpreter for one program. The next one starts meanwhile. */
  async take(memoryBytes: number): Promise<PythonThread> {
    const warm = this.#warm;
    const isUsable = warm?.memoryBytes === memoryBytes;
    this.#warm = undefined;
    this.#timer?.stop();
    if (!isUsable) close(warm);
    const thread = await (isUsable ? warm.thread : startInterpreter(memoryBytes));
    this.prepare(memoryBytes);
    return thread;
  }

  /** Starts an interpreter ahead of time. */
  prepare(memoryBytes: number): void {
    if (this.#isClosed || this.#warm !== undefined) return;
    const thread = startInterpreter(memoryBytes);
    // Who takes it learns of the failure.
    thread.catch(() => undefined);
    this.#warm = { memoryBytes, thread };
    this.#timer = startBackgroundTimer(this.#idleMilliseconds, () => {
      close(this.#warm);
      this.#warm = undefined;
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.stop();
    close(this.#warm);
    this.#warm = undefined;
  }
}

function close(warm: WarmInterpreter | undefined): void {
  warm?.thread.then(
    (thread) => thread.close(),
    () => undefined,
  );
}

async function startInterpreter(memoryBytes: number): Promise<PythonThread> {
  const thread = new PythonThread(await loadPython(memoryBytes));
  try {
    await thread.ready();
    return thread;
  } catch (cause) {
    thread.close();
    throw new CodeError("engine_failed", { reason: errorMessage(cause) }, { cause });
  }
}
