import assert from "node:assert/strict";
import type { Check } from "@toolcrib/shared/suites";
import { UpstreamError } from "../errors/upstream-error.ts";
import { collectEvents } from "./answer-events.ts";
import type { Script } from "./scripted-turn.ts";
import { failureOf, type UpstreamUnderTest, upstreamCall, upstreamQuestion } from "./upstream-under-test.ts";

type Using = (title: string, script: Script, check: (underTest: UpstreamUnderTest) => Promise<void>) => Check;

const errorTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  529: "overloaded_error",
};
const text = "A sentence that is longer than one piece.";
const streamed = { ...upstreamQuestion, stream: true };
const maxWaitMilliseconds = 10_000;

/** What every upstream does when its endpoint fails, and when nobody needs the answer any more. */
export function upstreamFailureChecks(using: Using): readonly Check[] {
  return [
    ...Object.entries(errorTypes).map(([status, type]) =>
      using(
        `reports status ${status} as ${type}, before any event`,
        [{ failure: { status: Number(status), message: "Not this time.", retryAfter: "7" } }],
        async ({ upstream }) => {
          const attempts = [
            upstream.doGenerate(upstreamCall(upstreamQuestion)),
            upstream.doStream(upstreamCall(streamed)),
          ];
          for (const attempt of attempts.map(failureOf)) {
            const error = await attempt;
            assert.ok(error instanceof UpstreamError, `expected an UpstreamError, got ${String(error)}`);
            assert.deepEqual([error.status, error.retryAfterSeconds], [Number(status), 7]);
            assert.deepEqual([error.body.type, error.body.error.type], ["error", type]);
            assert.ok(error.body.error.message.includes("Not this time."), "expected the endpoint's message");
          }
        },
      ),
    ),
    ...(["dies", "breaks", "fails"] as const).map((fault) =>
      using(`ends the iteration with an error when the stream ${fault}`, [{ text, fault }], async ({ upstream }) => {
        const error = await failureOf(collectEvents(await upstream.doStream(upstreamCall(streamed))));
        assert.ok(error instanceof UpstreamError, `expected an UpstreamError, got ${String(error)}`);
      }),
    ),
    using("ends a call when its signal aborts", [{ text, fault: "stalls" }], async ({ upstream, abandoned }) => {
      const controller = new AbortController();
      const events = await upstream.doStream(upstreamCall(streamed, controller.signal));
      const reason = new Error("The client disconnected.");
      setImmediate(() => controller.abort(reason));
      const error = await inTime(failureOf(collectEvents(events)));
      assert.ok(error instanceof Error, "expected an error");
      assert.equal(error.message, reason.message);
      await eventually(() => abandoned() === 1, "the endpoint's connection is still open");
    }),
    using("ends a call when its reader stops", [{ text, fault: "stalls" }], async ({ upstream, abandoned }) => {
      for await (const event of await upstream.doStream(upstreamCall(streamed))) {
        if (event.type === "content_block_start") break;
      }
      await eventually(() => abandoned() === 1, "the endpoint's connection is still open");
    }),
    using("reports an endpoint that cannot be reached", [{}], async ({ upstream, stop }) => {
      await stop();
      const error = await failureOf(upstream.doGenerate(upstreamCall(upstreamQuestion)));
      assert.ok(error instanceof UpstreamError, `expected an UpstreamError, got ${String(error)}`);
      assert.ok(error.status >= 500, `expected a status of 500 or more, got ${error.status}`);
    }),
  ];
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  await eventually(() => isDone, "the call goes on after its signal aborted");
  return work;
}

async function eventually(holds: () => boolean, problem: string): Promise<void> {
  const end = Date.now() + maxWaitMilliseconds;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`After ${maxWaitMilliseconds} ms ${problem}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
