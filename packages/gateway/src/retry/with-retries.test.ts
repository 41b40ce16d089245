import { describe, expect, it } from "vitest";
import type { AnswerMessage } from "../contracts/inner-form.ts";
import type { RawResponse, Upstream, UpstreamCall } from "../contracts/upstream.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { defaultRetryPolicy, readRetryAfter, retryDelay } from "./retry-policy.ts";
import { withRetries } from "./with-retries.ts";

const message = { id: "msg_1", content: [] } as unknown as AnswerMessage;

/** An upstream whose calls end with these outcomes, in order. */
function scripted(outcomes: (UpstreamError | AnswerMessage | RawResponse)[]): {
  upstream: Upstream;
  calls: () => number;
} {
  let calls = 0;
  const next = async (): Promise<never> => {
    const outcome = outcomes[calls++];
    if (outcome instanceof UpstreamError) throw outcome;
    return outcome as never;
  };
  const upstream: Upstream = {
    specificationVersion: "v1",
    name: "scripted",
    dialect: "anthropic",
    baseUrl: undefined,
    doStream: next,
    doGenerate: next,
    doForward: next,
  };
  return { upstream, calls: () => calls };
}

function retrying(upstream: Upstream): { upstream: Upstream; waits: number[] } {
  const waits: number[] = [];
  const startTimer = (milliseconds: number, onTime: () => void) => {
    waits.push(milliseconds);
    queueMicrotask(onTime);
    return { restart: () => {}, stop: () => {} };
  };
  return {
    upstream: withRetries(upstream, { policy: defaultRetryPolicy, startTimer, random: () => 1, now: () => 0 }),
    waits,
  };
}

const call = (overrides: Partial<UpstreamCall> = {}): UpstreamCall =>
  ({ signal: new AbortController().signal, ...overrides }) as UpstreamCall;

const failure = (status: number, options = {}): UpstreamError =>
  new UpstreamError(status, { type: "api_error", message: "no" }, options);

const response = (status: number, headers: Record<string, string> = {}): RawResponse => ({
  status,
  headers,
  body: (async function* () {
    yield Buffer.from(`body of ${status}`);
  })(),
});

describe("withRetries", () => {
  it.each([429, 500, 502, 529])("retries after %i, and reports it", async (status) => {
    const { upstream } = scripted([failure(status), message]);
    const reasons: string[] = [];
    const { upstream: patient, waits } = retrying(upstream);

    expect(await patient.doGenerate(call({ onRetry: (reason) => reasons.push(reason) }))).toBe(message);
    expect(waits).toEqual([500]);
    expect(reasons).toEqual([`${status} api_error: no`]);
  });

  it("waits longer each time, and throws the last error when its attempts are used up", async () => {
    const { upstream, calls } = scripted([failure(500), failure(502), failure(529), message]);
    const { upstream: patient, waits } = retrying(upstream);

    await expect(patient.doStream(call())).rejects.toMatchObject({ status: 529 });
    expect(calls()).toBe(3);
    expect(waits).toEqual([500, 1_000]);
  });

  it("waits as long as the upstream asks, and gives up if that is too long", async () => {
    const short = retrying(scripted([failure(429, { retryAfterSeconds: 3 }), message]).upstream);
    await short.upstream.doGenerate(call());
    expect(short.waits).toEqual([3_000]);

    const long = retrying(scripted([failure(429, { retryAfterSeconds: 3_600 }), message]).upstream);
    await expect(long.upstream.doGenerate(call())).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
    expect(long.waits).toEqual([]);
  });

  it.each([
    ["a refusal", failure(400)],
    ["what the upstream says is final", failure(500, { isRetryable: false })],
  ])("does not repeat %s", async (_name, error) => {
    const { upstream, calls } = scripted([error, message]);

    await expect(retrying(upstream).upstream.doGenerate(call())).rejects.toBe(error);
    expect(calls()).toBe(1);
  });

  it("stops waiting when the client disconnects", async () => {
    const { upstream, calls } = scripted([failure(500), message]);
    const controller = new AbortController();
    const startTimer = () => {
      setImmediate(() => controller.abort(new Error("gone")));
      return { restart: () => {}, stop: () => {} };
    };
    const patient = withRetries(upstream, { policy: defaultRetryPolicy, startTimer, random: () => 1, now: () => 0 });

    await expect(patient.doGenerate(call({ signal: controller.signal }))).rejects.toThrow("gone");
    expect(calls()).toBe(1);
  });

  it("forwards again after an error, and returns the upstream's own bytes if it persists", async () => {
    const healed = retrying(scripted([response(529), response(200)]).upstream);
    expect(await healed.upstream.doForward?.(call() as never)).toMatchObject({ status: 200 });

    const broken = retrying(scripted([response(500), response(500), response(503, { a: "b" })]).upstream);
    const last = await broken.upstream.doForward?.(call() as never);
    expect(last).toMatchObject({ status: 503, headers: { a: "b" } });
    const chunks: Uint8Array[] = [];
    for await (const chunk of last?.body ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe("body of 503");
  });

  it("does not forward again if the upstream says that a retry does not help", async () => {
    const { upstream, calls } = scripted([response(529, { "x-should-retry": "false" }), response(200)]);

    expect(await retrying(upstream).upstream.doForward?.(call() as never)).toMatchObject({ status: 529 });
    expect(calls()).toBe(1);
  });
});

describe("retryDelay", () => {
  it("spreads clients over half of the delay, up to the maximum", () => {
    const policy = { ...defaultRetryPolicy, attempts: 20 };

    expect(retryDelay(policy, 1, undefined, 0)).toBe(500);
    expect(retryDelay(policy, 1, undefined, 1)).toBe(1_000);
    expect(retryDelay(policy, 15, undefined, 1)).toBe(8_000);
  });
});

describe("readRetryAfter", () => {
  it.each([
    ["7", 7],
    ["0.5", 0.5],
    ["-3", 0],
    ["Thu, 01 Jan 1970 00:00:10 GMT", 10],
    ["soon", undefined],
    ["", undefined],
  ])("reads %j as %j", (header, expected) => {
    expect(readRetryAfter({ "retry-after": header }, 0)).toBe(expected);
  });

  it("prefers milliseconds, which some servers send as well", () => {
    expect(readRetryAfter({ "retry-after-ms": "1500", "retry-after": "7" }, 0)).toBe(1.5);
    expect(readRetryAfter({ "retry-after-ms": "soon", "retry-after": "7" }, 0)).toBe(7);
    expect(readRetryAfter({}, 0)).toBeUndefined();
  });
});
