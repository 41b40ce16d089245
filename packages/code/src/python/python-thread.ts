import { MessageChannel, Worker } from "node:worker_threads";
import { startTimer } from "@toolcrib/shared/timers";
import type { EngineAnswer } from "../steps/engine-answer.ts";
import type { PythonParts } from "./load-python.ts";

/** What the interpreter reads next: the program, or results of its calls. */
export interface PythonInput {
  readonly line: string;
  readonly seconds: number;
  /** Of the random numbers; with the program only. */
  readonly seed?: number;
}

export interface StepLimits {
  readonly milliseconds: number;
  /** Characters of the report. */
  readonly maxLine: number;
}

type Answer = Omit<EngineAnswer, "spent"> & { readonly ready?: boolean };

const graceMilliseconds = 1000;
const stackSizeMb = 16;
const workerFile = new URL("../../guest/python-worker.mjs", import.meta.url);

/** A thread with an interpreter that runs a program, and those that continue with its state. */
export class PythonThread {
  readonly #worker: Worker;
  readonly #channel = new MessageChannel();
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));
  #settle: ((answer: Answer) => void) | undefined;
  #early: Answer | undefined;
  #isClosed = false;

  constructor({ module, script, stackBytes }: PythonParts) {
    this.#worker = new Worker(workerFile, {
      name: "toolcrib-python",
      argv: [],
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      // As much recursion as CPython allows itself.
      resourceLimits: { stackSizeMb },
      workerData: { module, script, stackBytes, signal: this.#signal, port: this.#channel.port2 },
      transferList: [this.#channel.port2],
    });
    this.#channel.port1.unref();
    this.#worker.unref();
    this.#worker.on("message", (answer: Answer) => this.#answer(answer));
    this.#worker.on("error", (error) => this.#end(error.message));
    this.#worker.on("exit", () => this.#end("the thread ended"));
  }

  get isAlive(): boolean {
    return !this.#isClosed;
  }

  /** Waits until the interpreter has started. */
  async ready(): Promise<void> {
    const { failure, text } = await this.#next();
    if (failure !== undefined) throw new Error(text ?? "the interpreter did not start");
  }

  /** Gives the interpreter its next input, and waits until it reports. It is ended if that takes too long. */
  async run(input: PythonInput, { milliseconds, maxLine }: StepLimits, signal?: AbortSignal): Promise<EngineAnswer> {
    if (signal?.aborted) return { failure: "cancelled", spent: 0 };
    const began = performance.now();
    const kill = (failure: "cpu" | "cancelled") => {
      this.#answer({ failure });
      this.close();
    };
    const cancel = () => kill("cancelled");
    const timer = startTimer(milliseconds + graceMilliseconds, () => kill("cpu"));
    signal?.addEventListener("abort", cancel, { once: true });
    this.#channel.port1.postMessage({ ...input, maxLine });
    Atomics.add(this.#signal, 0, 1);
    Atomics.notify(this.#signal, 0);
    try {
      const answer = await this.#next();
      return { ...answer, spent: performance.now() - began };
    } finally {
      timer.stop();
      signal?.removeEventListener("abort", cancel);
    }
  }

  close(): void {
    // No answers will come: reject those who wait for one.
    this.#answer({ failure: "crash", text: "the thread ended" });
    this.#isClosed = true;
    this.#channel.port1.close();
    void this.#worker.terminate();
  }

  #next(): Promise<Answer> {
    const early = this.#early;
    this.#early = undefined;
    if (early !== undefined) return Promise.resolve(early);
    this.#worker.ref();
    return new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  #answer(answer: Answer): void {
    this.#worker.unref();
    const settle = this.#settle;
    this.#settle = undefined;
    if (settle === undefined) this.#early ??= answer;
    else settle(answer);
  }

  #end(text: string): void {
    if (!this.#isClosed) this.#answer({ failure: "crash", text });
    this.#isClosed = true;
  }
}
