import { setMaxListeners } from "node:events";
import type { StartTimer } from "@toolcrib/shared/timers";
import type { SSEStreamingApi } from "hono/streaming";
import type { FlowStep, RunningTrace } from "../../contracts/trace.ts";
import type { MemorySink } from "../../trace/memory-sink.ts";
import type { AdminApiStep } from "./admin-api.ts";

const pingMilliseconds = 15_000;
const maxWaitingLength = 16_777_216;

export interface EventsOptions {
  readonly memory: MemorySink;
  readonly startTimer: StartTimer;
  /** Aborted when the gateway stops, because this stream never ends by itself. */
  readonly closing: () => AbortSignal;
  /** Whether the caller may still read: a key can end or be revoked while the stream is open. */
  readonly mayRead: () => Promise<boolean>;
}

/** `GET /admin/events`: steps as they happen, starting with those of requests already running, and the record of each request that ends. */
export async function streamEvents(
  stream: SSEStreamingApi,
  { memory, startTimer, closing, mayRead }: EventsOptions,
): Promise<void> {
  let waitingLength = 0;
  let isRefused = false;
  let wake: () => void = () => {};
  let sent = Promise.resolve();
  const write = async (event: string, data: string, id: string | undefined): Promise<void> => {
    if (stream.aborted || isRefused) return;
    isRefused = !(await mayRead());
    if (isRefused) wake();
    else await stream.writeSSE({ event, data, ...(id !== undefined && { id }) });
  };
  const send = (event: string, value: unknown, id?: string): void => {
    const data = JSON.stringify(value);
    // Disconnect slow readers; they fetch the records again when they reconnect.
    if (waitingLength > 0 && waitingLength + data.length > maxWaitingLength) {
      stream.abort();
      return;
    }
    waitingLength += data.length;
    sent = sent
      .then(() => write(event, data, id))
      .finally(() => {
        waitingLength -= data.length;
      });
  };
  const sendStep = (running: RunningTrace, index: number, step: FlowStep): void => {
    send("step", { trace: running.soFar(), index, step } satisfies AdminApiStep);
  };
  send("ready", {});
  for (const running of memory.running()) {
    for (const [index, step] of running.steps.entries()) sendStep(running, index, step);
  }
  const stop = memory.listen({
    onRecord: (trace) => send("trace", trace, trace.id),
    onStep: (running) => {
      const step = running.steps.at(-1);
      if (step !== undefined) sendStep(running, running.steps.length - 1, step);
    },
  });
  stream.onAbort(() => {
    stop();
    wake();
  });
  const signal = closing();
  const onClosing = () => wake();
  // The signal outlives every stream: each takes its listener back, and any number may be open.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", onClosing, { once: true });
  while (!stream.aborted && !signal.aborted && !isRefused) {
    await new Promise<void>((resolve) => {
      const timer = startTimer(pingMilliseconds, resolve);
      wake = () => {
        timer.stop();
        resolve();
      };
    });
    if (!signal.aborted) send("ping", {});
  }
  signal.removeEventListener("abort", onClosing);
  stop();
  if (!stream.aborted) await sent;
}
