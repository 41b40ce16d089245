import type { ServerResponse } from "node:http";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { startBackgroundTimer, type Timer } from "@toolcrib/shared/timers";

const streamAfterMilliseconds = 1_000;
const keepAliveMilliseconds = 15_000;

/** The headers of a stream of events. */
export const eventStreamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
} as const;

/** What may wait for a client to read it. */
const maxWaitingBytes = 16 * 1_024 * 1_024;

/** Writes a message as an event of a stream. A client that lets too much wait loses its stream. */
export function writeEvent(response: ServerResponse, message: JSONRPCMessage): void {
  if (response.writableLength > maxWaitingBytes) response.destroy();
  else response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}

/**
 * The answer to one POST. It is plain JSON if nothing but results has to be said; it becomes a stream of events as soon as something else does,
 * or when it takes long, so that nobody on the way gives up on a silent connection.
 */
export class PostReply {
  readonly #response: ServerResponse;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #open: Set<string | number>;
  readonly #isBatch: boolean;
  readonly #results: JSONRPCMessage[] = [];
  #isStream = false;
  #timer: Timer;

  constructor(
    response: ServerResponse,
    headers: Readonly<Record<string, string>>,
    requestIds: readonly (string | number)[],
    isBatch: boolean,
  ) {
    this.#response = response;
    this.#headers = headers;
    this.#open = new Set(requestIds);
    this.#isBatch = isBatch;
    this.#timer = startBackgroundTimer(streamAfterMilliseconds, () => this.#becomeStream());
  }

  /** Says something beside the results: progress, a log line, a question. */
  tell(message: JSONRPCMessage): void {
    this.#becomeStream();
    writeEvent(this.#response, message);
  }

  /** Gives the result of one request; true when it was the last. */
  answer(id: string | number, message: JSONRPCMessage): boolean {
    this.#open.delete(id);
    if (this.#isStream) writeEvent(this.#response, message);
    else this.#results.push(message);
    if (this.#open.size > 0) return false;
    this.end();
    return true;
  }

  end(): void {
    this.#timer.stop();
    if (this.#isStream) {
      this.#response.end();
      return;
    }
    const body = JSON.stringify(this.#isBatch ? this.#results : (this.#results[0] ?? null));
    this.#response.writeHead(200, { ...this.#headers, "content-type": "application/json" });
    this.#response.end(body);
  }

  #becomeStream(): void {
    if (this.#isStream) return;
    this.#isStream = true;
    this.#timer.stop();
    this.#response.writeHead(200, { ...this.#headers, ...eventStreamHeaders });
    this.#response.flushHeaders();
    for (const result of this.#results.splice(0)) writeEvent(this.#response, result);
    this.#timer = startBackgroundTimer(keepAliveMilliseconds, () => {
      this.#response.write(": waiting\n\n");
      this.#timer.restart();
    });
  }
}
