import type { RawRequest, RawResponse, Upstream, UpstreamCall } from "../contracts/upstream.ts";
import { isRetryableStatus, UpstreamError } from "../errors/upstream-error.ts";
import { type RetryPolicy, readRetryAfter, retryDelay } from "./retry-policy.ts";
import type { StartTimer } from "./timer.ts";

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly startTimer: StartTimer;
  readonly random: () => number;
  readonly now: () => number;
}

type Attempt = Pick<UpstreamCall, "signal" | "onRetry">;

/** The same upstream, called again after failures that may pass, as long as nothing of an answer was given on. */
export function withRetries(upstream: Upstream, options: RetryOptions): Upstream {
  const retrying = async <Answer>(call: Attempt, run: () => Promise<Answer>): Promise<Answer> => {
    for (let tries = 0; ; tries++) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof UpstreamError) || !error.isRetryable || call.signal.aborted) throw error;
        const delay = retryDelay(options.policy, tries, error.retryAfterSeconds, options.random());
        if (delay === undefined) throw error;
        call.onRetry?.(`${error.status} ${error.body.error.type}: ${error.message}`);
        await wait(delay, call.signal, options.startTimer);
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
    doStream: (call) => retrying(call, () => upstream.doStream(call)),
    doGenerate: (call) => retrying(call, () => upstream.doGenerate(call)),
    ...(doCountTokens && {
      doCountTokens: (call: UpstreamCall) => retrying(call, () => doCountTokens(call)),
    }),
    ...(doForward && { doForward: (request: RawRequest) => forwardWithRetries(request, doForward) }),
    ...(doListModels && { doListModels }),
  };

  /** A forwarded answer is the upstream's own, also when it is an error: only the last try's is given on. */
  async function forwardWithRetries(
    request: RawRequest,
    forward: (request: RawRequest) => Promise<RawResponse>,
  ): Promise<RawResponse> {
    let lastResponse: RawResponse | undefined;
    try {
      return await retrying(request, async () => {
        const before = lastResponse;
        lastResponse = undefined;
        await discard(before);
        const response = await forward(request);
        lastResponse = response;
        if (isRetryableStatus(response.status) && response.headers["x-should-retry"] !== "false") {
          throw new UpstreamError(
            response.status,
            { type: "api_error", message: "answered with an error" },
            { retryAfterSeconds: readRetryAfter(response.headers["retry-after"], options.now()) },
          );
        }
        return response;
      });
    } catch (error) {
      if (lastResponse !== undefined && error instanceof UpstreamError && error.status === lastResponse.status) {
        return lastResponse;
      }
      throw error;
    }
  }
}

async function discard(response: RawResponse | undefined): Promise<void> {
  if (response === undefined) return;
  try {
    for await (const _chunk of response.body) break;
  } catch {
    // It was an error's body and nobody needs it.
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
