import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { RawResponse } from "../../contracts/upstream.ts";
import { UpstreamError } from "../../errors/upstream-error.ts";
import { flatHeaders } from "../../http/request-headers.ts";
import type { StartTimer } from "../../retry/timer.ts";

/** One HTTP call of an upstream. */
interface HttpCall {
  readonly method: string;
  /** After the base URL, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Written one after the other. */
  readonly body: readonly Uint8Array[];
  readonly signal: AbortSignal;
}

export interface HttpTimes {
  /** How long the upstream may take until its answer begins. */
  readonly firstByteMilliseconds: number;
  /** How long it may say nothing in the middle of one. */
  readonly idleMilliseconds: number;
  readonly startTimer: StartTimer;
}

interface BodyContext {
  readonly upstreamName: string;
  readonly times: HttpTimes;
  readonly signal: AbortSignal;
}

/** Makes HTTP calls over connections that are kept. `close` ends those, except where a call is still running. */
export interface HttpCaller {
  call(call: HttpCall): Promise<RawResponse>;
  close(): void;
}

/** Node's own client instead of fetch: it costs a fraction of a millisecond less a call, and the body's bytes stay as they are. */
export function createHttpCaller(upstreamName: string, baseUrl: string, times: HttpTimes): HttpCaller {
  // Taken apart once: reading a URL anew would be a noticeable part of a call.
  const url = new URL(baseUrl);
  const isSecure = url.protocol === "https:";
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxFreeSockets: 256 });
  const request = isSecure ? requestHttps : requestHttp;
  const target = {
    agent,
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? undefined : Number(url.port),
    ...(url.username !== "" && { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` }),
  };
  const basePath = url.pathname.replace(/\/$/, "");
  return {
    call: ({ method, path, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason as Error);
          return;
        }
        const call = request({ ...target, method, path: basePath + path, headers });
        const onAbort = (): void => {
          call.destroy(signal.reason as Error);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        call.on("close", () => signal.removeEventListener("abort", onAbort));
        const timer = times.startTimer(times.firstByteMilliseconds, () => {
          call.destroy(stalled(upstreamName, times.firstByteMilliseconds));
        });
        call.on("response", (response) => {
          timer.stop();
          resolve({
            status: response.statusCode ?? 502,
            headers: flatHeaders(response.headers),
            body: readBody(response, { upstreamName, times, signal }),
          });
        });
        call.on("error", (error: Error & { code?: string }) => {
          timer.stop();
          reject(signal.aborted ? (signal.reason as Error) : connectionError(upstreamName, error));
        });
        call.setNoDelay(true);
        // Headers and body go out together: in one piece where there is one, else corked.
        if (body.length <= 1) {
          call.end(body[0]);
          return;
        }
        call.cork();
        for (const part of body) call.write(part);
        call.uncork();
        call.end();
      }),
    close: () => {
      agent.maxFreeSockets = 0;
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    },
  };
}

/** How many chunks of an answer are read before anybody takes one: a quarter of a megabyte, in a socket's largest pieces. */
const mostChunksAhead = 4;

/**
 * The body's chunks as they come. Written out, since Node's own iteration of a stream costs as much as the rest of a short call. The
 * stream is let go when it ends, when it fails, and when nobody reads on.
 */
function readBody(response: IncomingMessage, context: BodyContext): AsyncIterable<Uint8Array> {
  const { upstreamName, times, signal } = context;
  const chunks: Uint8Array[] = [];
  let state: "open" | "ended" | Error = "open";
  let wake: (() => void) | undefined;
  const timer = times.startTimer(times.idleMilliseconds, () => {
    // While nobody waits for more, it is the reader that is slow.
    if (wake === undefined) return;
    end(stalled(upstreamName, times.idleMilliseconds));
    response.destroy();
  });
  const onAbort = (): void => end(signal.reason as Error);
  const end = (reason: "ended" | Error): void => {
    if (state === "open") {
      state = reason;
      timer.stop();
      signal.removeEventListener("abort", onAbort);
    }
    wake?.();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    // A slow client slows its upstream, instead of filling the memory.
    if (chunks.length >= mostChunksAhead) response.pause();
    wake?.();
  });
  response.on("end", () => end("ended"));
  response.on("error", (error: Error) => end(brokenOff(upstreamName, error)));
  response.on("close", () => {
    if (state === "open") end(brokenOff(upstreamName, new Error("closed")));
  });

  const next = async (): Promise<IteratorResult<Uint8Array, void>> => {
    for (;;) {
      const chunk = chunks.shift();
      if (chunk !== undefined) return { done: false, value: chunk };
      if (state === "ended") return { done: true, value: undefined };
      if (state !== "open") throw state;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer.restart();
        if (response.isPaused()) response.resume();
      });
      wake = undefined;
    }
  };
  const leave = async (): Promise<IteratorResult<Uint8Array, void>> => {
    end("ended");
    chunks.length = 0;
    response.destroy();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
}

function stalled(upstreamName: string, milliseconds: number): UpstreamError {
  const message = `The upstream ${upstreamName} sent nothing for ${milliseconds / 1_000} seconds.`;
  return new UpstreamError(504, { type: "timeout_error", message });
}

function brokenOff(upstreamName: string, cause: Error & { code?: string }): UpstreamError {
  const message = `The upstream ${upstreamName} broke off in the middle of its answer (${cause.code ?? cause.message}).`;
  return new UpstreamError(502, { type: "api_error", message }, { cause });
}

function connectionError(upstreamName: string, cause: Error & { code?: string }): UpstreamError {
  if (cause instanceof UpstreamError) return cause;
  const message = `The upstream ${upstreamName} cannot be reached (${cause.code ?? cause.message}).`;
  return new UpstreamError(502, { type: "api_error", message }, { cause });
}
