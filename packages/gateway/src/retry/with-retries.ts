import type { StartTimer } from "@toolcrib/shared/timers";
import type { RawRequest, RawResponse, Upstream, UpstreamCall } from "../contracts/upstream.ts";
import { isRetryableStatus, UpstreamError } from "../errors/upstream-error.ts";
import { type RetryPolicy, readRetryAfter, retryDelay } from "./retry-policy.ts";

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly startTimer: StartTimer;
  readonly random: () => number;
  readonly now: () => number;
}

type Attempt = Pick<UpstreamCall, "signal" | "onRetry">;

/** Wraps an upstream so that transient failures are retried as long as no part of a response was passed on. */
export function withRetries(upstream: Upstream, options: RetryOptions): Upstream {
  /** Resolves whether to retry, once the delay is over. */
  const mayTryAgain = async (error: unknown, call: Attempt, tries: number): Promise<boolean> => {
    if (!(error instanceof UpstreamError) || !error.isRetryable || call.signal.aborted) return false;
    const delay = retryDelay(options.policy, tries, error.retryAfterSeconds, options.random());
    if (delay === undefined) return false;
    call.onRetry?.(`${error.status} ${error.body.error.type}: ${error.message}`);
    await wait(delay, call.signal, options.startTimer);
    return true;
  };
  const retrying = async <Answer>(call: Attempt, run: () => Promise<Answer>): Promise<Answer> => {
    for (let tries = 0; ; tries++) {
      try {
        return await run();
      } catch (error) {
        if (!(await mayTryAgain(error, call, tries))) throw error;
      }
    }
  };
  const doCountTokens = upstream.doCountTokens?.bind(upstream);
  const doForward = upstream.doForward?.bind(upstream);
  const doListModels = upstream.doListModels?.bind(upstream);
  return {
    specificationVersion: "v1",
    name: upstream.name,
    dialect: upstream.dialect,
    baseUrl: upstream.baseUrl,
    dropFields: upstream.dropFields,
    wire: upstream.wire,
    loadsReferences: upstream.loadsReferences,
    doStream: (call) => retrying(call, () => upstream.doStream(call)),
    doGenerate: (call) => retrying(call, () => upstream.doGenerate(call)),
    ...(doCountTokens && {
      doCountTokens: (call: UpstreamCall) => retrying(call, () => doCountTokens(call)),
    }),
    ...(doForward && { doForward: (request: RawRequest) => forwardWithRetries(request, doForward) }),
    ...(doListModels && { doListModels }),
  };

  /** A forwarded response is the upstream's own, even if it is an error: only that of the last attempt is passed on. */
  async function forwardWithRetries(
    request: RawRequest,
    forward: (request: RawRequest) => Promise<RawResponse>,
  ): Promise<RawResponse> {
    for (let tries = 0; ; tries++) {
      let response: RawResponse | undefined;
      let error: unknown;
      try {
        response = await forward(request);
        if (!asksForRetry(response)) return response;
        error = errorOf(response, options.now());
      } catch (thrown) {
        error = thrown;
      }
      if (await mayTryAgain(error, request, tries)) await discard(response);
      else if (response === undefined) throw error;
      else return response;
    }
  }
}

function asksForRetry({ status, headers }: RawResponse): boolean {
  return isRetryableStatus(status) && headers["x-should-retry"] !== "false";
}

function errorOf({ status, headers }: RawResponse, now: number): UpstreamError {
  const retryAfterSeconds = readRetryAfter(headers, now);
  return new UpstreamError(status, { type: "api_error", message: "answered with an error" }, { retryAfterSeconds });
}

async function discard(response: RawResponse | undefined): Promise<void> {
  if (response === undefined) return;
  try {
    for await (const _chunk of response.body) break;
  } catch {
    // It was an error's body, which is not needed.
  }
}

function wait(milliseconds: number, signal: AbortSignal, startTimer: StartTimer): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      timer.stop();
      reject(signal.reason as Error);
    };
    const timer = startTimer(milliseconds, () => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    });
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}
