import type { ServerResponse } from "node:http";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { writeExactly } from "@toolcrib/shared/json";
import { startBackgroundTimer, type Timer } from "@toolcrib/shared/timers";

const streamAfterMilliseconds = 1_000;
const keepAliveMilliseconds = 15_000;

/** The headers of an event stream. */
export const eventStreamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
} as const;

/** The limit for unread bytes per client. */
const maxWaitingBytes = 16 * 1_024 * 1_024;

/** Writes a message as a stream event. A client that leaves too much unread loses its stream. */
export function writeEvent(response: ServerResponse, message: JSONRPCMessage): void {
  if (response.writableLength > maxWaitingBytes) response.destroy();
  else response.write(`event: message\ndata: ${writeExactly(message)}\n\n`);
}

/**
 * The response to one POST. It is plain JSON if it only contains results; it becomes an event stream as soon as
 * anything else is sent, or when it takes long, so that no intermediary closes a silent connection.
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
    // A client that disconnects is not told anything more.
    response.once("close", () => this.#timer.stop());
  }

  /** Sends something besides the results: progress, a log line, a question. */
  tell(message: JSONRPCMessage): void {
    this.#becomeStream();
    writeEvent(this.#response, message);
  }

  /** Adds the result of one request; returns true after the last. */
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
    const body = writeExactly(this.#isBatch ? this.#results : (this.#results[0] ?? null));
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
