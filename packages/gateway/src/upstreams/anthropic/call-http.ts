import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { RawResponse } from "../../contracts/upstream.ts";
import { UpstreamError } from "../../errors/upstream-error.ts";
import { flatHeaders } from "../../http/request-headers.ts";
import type { StartTimer, Timer } from "../../retry/timer.ts";

/** One HTTP call of an upstream. */
export interface HttpCall {
  readonly method: string;
  readonly url: URL;
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

/** Makes HTTP calls over connections that are kept. `close` ends those, except where a call is still running. */
export interface HttpCaller {
  call(call: HttpCall): Promise<RawResponse>;
  close(): void;
}

/** Node's own client instead of fetch: it costs a fraction of a millisecond less a call, and the body's bytes stay as they are. */
export function createHttpCaller(upstreamName: string, times: HttpTimes): HttpCaller {
  const agents = {
    "http:": new HttpAgent({ keepAlive: true, maxFreeSockets: 256 }),
    "https:": new HttpsAgent({ keepAlive: true, maxFreeSockets: 256 }),
  };
  return {
    call: ({ method, url, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const isSecure = url.protocol === "https:";
        const options = { method, headers, signal, agent: agents[isSecure ? "https:" : "http:"] };
        const request = (isSecure ? requestHttps : requestHttp)(url, options);
        const timer = times.startTimer(times.firstByteMilliseconds, () => {
          request.destroy(stalled(upstreamName, times.firstByteMilliseconds));
        });
        request.on("response", (response) => {
          timer.stop();
          resolve({
            status: response.statusCode ?? 502,
            headers: flatHeaders(response.headers),
            body: readBody(response, upstreamName, times, signal),
          });
        });
        request.on("error", (error: Error & { code?: string }) => {
          timer.stop();
          reject(signal.aborted ? (signal.reason as Error) : connectionError(upstreamName, error));
        });
        request.setNoDelay(true);
        request.cork();
        for (const part of body) request.write(part);
        request.uncork();
        request.end();
      }),
    close: () => {
      for (const agent of Object.values(agents)) {
        agent.maxFreeSockets = 0;
        for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
      }
    },
  };
}

async function* readBody(
  response: IncomingMessage,
  upstreamName: string,
  times: HttpTimes,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  let timer: Timer | undefined;
  try {
    timer = times.startTimer(times.idleMilliseconds, () => {
      response.destroy(stalled(upstreamName, times.idleMilliseconds));
    });
    for await (const chunk of response) {
      timer.restart();
      yield chunk as Buffer;
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof UpstreamError ? error : brokenOff(upstreamName, error as Error);
  } finally {
    timer?.stop();
    response.destroy();
  }
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
