import type { ChildProcessWithoutNullStreams, SpawnOptionsWithoutStdio } from "node:child_process";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import { writeExactly } from "@toolcrib/shared/json";
import type { StartTimer, Timer } from "@toolcrib/shared/timers";
import type { StdioServerEntry } from "../config/server-entry.ts";
import { LineReader } from "../wire/line-reader.ts";
import { isMessage } from "../wire/message.ts";
import { repairResult } from "../wire/repair-result.ts";
import type { ChildGuard } from "./child-guard.ts";
import type { StderrRing } from "./stderr-ring.ts";

/** Starts a child process, like Node's `spawn`. */
export type SpawnProcess = (
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio,
) => ChildProcessWithoutNullStreams;

/** What a server process needs from its pool. */
export interface StdioTransportOptions {
  readonly spawn: SpawnProcess;
  readonly startTimer: StartTimer;
  readonly guard: ChildGuard;
  readonly stderr: StderrRing;
  /** Called for harmless problems of the server. */
  readonly warn: (message: string) => void;
  /** How long a server may take to exit by itself, and again after a signal. */
  readonly endMilliseconds: number;
}

/**
 * A server as a child process in its own process group, so that its children (`npx` starts a shell, which starts a
 * server) end with it.
 * Messages are only parsed here; their contents are validated where they are used.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #entry: StdioServerEntry;
  readonly #options: StdioTransportOptions;
  #child: ChildProcessWithoutNullStreams | undefined;
  #ended: Promise<void> = Promise.resolve();
  #version: string | undefined;
  #lines: LineReader | undefined;
  constructor(entry: StdioServerEntry, options: StdioTransportOptions) {
    this.#entry = entry;
    this.#options = options;
  }

  /** The SDK recognises a process by these two: one that does not report its protocol counts as legacy. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  get stderr(): null {
    return null;
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#entry;
    const child = this.#options.spawn(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...getDefaultEnvironment(), ...env },
      detached: true,
    });
    this.#child = child;
    this.#lines = new LineReader(child.stdout, {
      onValue: (value) => this.#take(value),
      // Many servers print a greeting to standard output; it is shown with their standard error.
      onOther: (line) => this.#options.stderr.append(`${line}\n`),
      onTooLarge: (error) => this.#endFor(error),
    });
    child.stderr.on("data", (chunk: Buffer) => this.#options.stderr.append(chunk.toString("utf8")));
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
    this.#ended = new Promise((resolve) => {
      child.once("exit", () => {
        if (child.pid !== undefined) {
          signalGroup(child.pid, "SIGKILL");
          this.#options.guard.forget(child.pid);
        }
        resolve();
      });
    });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    if (child.pid !== undefined) this.#options.guard.watch(child.pid);
    // `close` comes after the last output; everything that could hold the pipes open was killed with the group.
    child.once("close", (code, signal) => {
      if (code !== 0 && code !== null) this.#options.stderr.append(`(ended with status ${code})\n`);
      if (signal !== null) this.#options.stderr.append(`(ended by ${signal})\n`);
      this.#child = undefined;
      this.onclose?.();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin === undefined || !stdin.writable) throw new Error("the server's input is closed");
    if (!stdin.write(`${writeExactly(message)}\n`)) {
      await new Promise<void>((resolve) => {
        const done = () => resolve();
        stdin.once("drain", done);
        stdin.once("close", done);
      });
    }
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    child.stdin.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (await this.#endsInTime()) return;
      signalGroup(child.pid, signal);
    }
    await this.#ended;
  }

  #repaired(message: JSONRPCMessage): JSONRPCMessage {
    return repairResult(message, { version: this.#version, warn: this.#options.warn });
  }

  async #endsInTime(): Promise<boolean> {
    let timer: Timer | undefined;
    const tooLate = new Promise<false>((resolve) => {
      timer = this.#options.startTimer(this.#options.endMilliseconds, () => resolve(false));
    });
    const inTime = await Promise.race([this.#ended.then(() => true), tooLate]);
    timer?.stop();
    return inTime;
  }

  #take(value: unknown): void {
    if (!isMessage(value)) return;
    // The SDK handles a notification asynchronously, and must not get the response after it too early.
    if ("method" in value) this.onmessage?.(value);
    else queueMicrotask(() => this.onmessage?.(this.#repaired(value)));
  }

  #endFor(error: Error): void {
    this.#options.stderr.append(`(${error.message})\n`);
    this.onerror?.(error);
    this.#lines?.stop();
    // The server must not go on writing while it ends.
    this.#child?.stdout.destroy();
    void this.close();
  }
}

function signalGroup(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-processId, signal);
  } catch {
    // The group is already gone.
  }
}
