import { describe, expect, it } from "vitest";
import type { AnswerEvent } from "../contracts/inner-form.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { emptyAnswer, question, useAnsweringGateways } from "../testing/answering-gateway.ts";

const { start, problems } = useAnsweringGateways();

describe("what clients send", () => {
  it("W-M1: is accepted with either version, unknown betas, unknown fields and ?beta=true", async () => {
    const seen: unknown[] = [];
    const { post } = await start(async ({ apiVersion, betas, credentials, raw }) => {
      seen.push({ apiVersion, betas, credentials, path: raw.path });
      return { kind: "whole", message: emptyAnswer };
    });

    await post(
      { ...question, new_field: 1 },
      { "anthropic-version": "2023-06-01", "x-api-key": "k", "anthropic-beta": "a, made-up-2030" },
    );
    await post(question, { "anthropic-version": "2026-10-21", authorization: "Bearer k" }, "/v1/messages?beta=true");

    expect(seen).toEqual([
      { apiVersion: "2023-06-01", betas: ["a", "made-up-2030"], credentials: { apiKey: "k" }, path: "/v1/messages" },
      {
        apiVersion: "2026-10-21",
        betas: [],
        credentials: { authorization: "Bearer k" },
        path: "/v1/messages?beta=true",
      },
    ]);
  });

  it("is counted at count_tokens", async () => {
    const { post } = await start(async ({ kind }) => ({
      kind: "counted",
      inputTokens: kind === "count_tokens" ? 7 : 0,
    }));

    const response = await post(question, {}, "/v1/messages/count_tokens");

    expect(await response.json()).toEqual({ input_tokens: 7 });
  });
});

describe("what goes wrong inside", () => {
  it("W-M9: is reported as the upstream reported it, with its retry-after", async () => {
    const { post } = await start(async () => {
      throw new UpstreamError(429, { type: "rate_limit_error", message: "Slow down." }, { retryAfterSeconds: 3.2 });
    });

    const response = await post(question);

    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("4");
    expect(await response.json()).toEqual({
      type: "error",
      error: { type: "rate_limit_error", message: "Slow down." },
      request_id: "req_1",
    });
  });

  it("is an error event after the first event", async () => {
    const { post, traces, expectHealthy } = await start(async ({ body }) =>
      body.stream === true ? { kind: "streamed", events: thenFailure() } : { kind: "whole", message: emptyAnswer },
    );

    const text = await (await post({ ...question, stream: true })).text();

    expect(text.split("\n\n").map((record) => record.split("\n")[0])).toEqual([
      "event: message_start",
      "event: error",
      "",
    ]);
    expect(text).toContain(
      '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}',
    );
    expect(traces[0]).toMatchObject({ status: 529, error: { type: "overloaded_error" } });
    await expectHealthy();
  });

  it("is reported without its text if it is unexpected", async () => {
    const { post } = await start(async () => {
      throw new Error("the secret is 1234");
    });

    const response = await post(question);

    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: { type: "api_error", message: "Internal server error" } });
    expect(problems.splice(0)).toEqual(["req_1 failed"]);
  });
});

async function* thenFailure(): AsyncGenerator<AnswerEvent> {
  yield { type: "message_start", message: emptyAnswer };
  throw new UpstreamError(529, { type: "overloaded_error", message: "Overloaded" });
}
