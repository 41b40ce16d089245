import { Worker } from "node:worker_threads";
import { startTimer } from "@toolcrib/shared/timers";
import type { EngineAnswer } from "../steps/engine-answer.ts";
import type { EngineParts } from "./load-engine.ts";

/** One step of a program, as the thread gets it. */
export interface EngineJob {
  readonly entry: "start" | "settle";
  readonly input: string;
  /** The hash of the memory that the state is a difference to, and the state. */
  readonly base?: string;
  readonly state?: Uint8Array;
  /** Whether the answer has the state also if the program ended. */
  readonly keepsState: boolean;
  readonly now: number;
  readonly cpuMilliseconds: number;
  readonly memoryBytes: number;
}

/** A busy machine may take this long to notice that a program has used up its time. */
const graceMilliseconds = 1000;

const workerFile = new URL("../../guest/worker.mjs", import.meta.url);

/** A worker thread that runs one step at a time. A step that does not end is ended together with the thread. */
export class EngineThread {
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  #settle: ((answer: EngineAnswer) => void) | undefined;
  #failure: string | undefined;

  constructor(parts: EngineParts) {
    this.#worker = new Worker(workerFile, {
      name: "toolcrib-program",
      // The thread runs the engine alone: it needs no arguments, and no variables that may hold secrets.
      argv: [],
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      workerData: parts,
    });
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.once("message", () => resolve());
      this.#worker.once("error", reject);
    });
    this.#ready.then(
      () => this.#worker.on("message", (answer: EngineAnswer) => this.#settle?.(answer)),
      () => undefined,
    );
    this.#worker.on("error", (error) => this.#end(error.message));
    this.#worker.on("exit", () => this.#end("the thread ended"));
  }

  /** Whether the thread can run another step. */
  get isAlive(): boolean {
    return this.#failure === undefined;
  }

  /** Resolves when the thread can run steps; rejects if it cannot start. */
  ready(): Promise<void> {
    return this.#ready;
  }

  async run(job: EngineJob, signal?: AbortSignal): Promise<EngineAnswer> {
    if (signal?.aborted) return { failure: "cancelled", spent: 0 };
    const answered = new Promise<EngineAnswer>((resolve) => {
      this.#settle = resolve;
    });
    const kill = (failure: "cpu" | "cancelled") => {
      this.#settle?.({ failure, spent: job.cpuMilliseconds });
      this.close();
    };
    const cancel = () => kill("cancelled");
    const timer = startTimer(job.cpuMilliseconds + graceMilliseconds, () => kill("cpu"));
    signal?.addEventListener("abort", cancel, { once: true });
    this.#worker.ref();
    this.#worker.postMessage(job);
    try {
      return await answered;
    } finally {
      timer.stop();
      signal?.removeEventListener("abort", cancel);
      this.#settle = undefined;
      this.#worker.unref();
    }
  }

  close(): void {
    this.#failure ??= "closed";
    void this.#worker.terminate();
  }

  #end(reason: string): void {
    this.#failure ??= reason;
    this.#settle?.({ failure: "crash", text: reason, spent: 0 });
  }
}
