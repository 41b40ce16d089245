import { describe, expect, it } from "vitest";
import type { RawResponse } from "../../../contracts/upstream.ts";
import { toOpenAiError } from "./error-envelope.ts";
import { errorOfEvent, readOpenAiError } from "./read-error.ts";

function responseOf(status: number, text: string, headers: Readonly<Record<string, string>> = {}): RawResponse {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  return { status, headers, body: body() };
}

const envelope = (error: object) =>
  JSON.stringify({ error: { message: "No.", type: "error", param: null, code: null, ...error } });

describe("an error of OpenAI's API", () => {
  it.each([
    [400, {}, 400, "invalid_request_error", false],
    [401, { code: "invalid_api_key" }, 401, "authentication_error", false],
    [403, {}, 403, "permission_error", false],
    [404, { code: "model_not_found" }, 404, "not_found_error", false],
    [409, {}, 409, "invalid_request_error", true],
    [422, {}, 400, "invalid_request_error", false],
    [429, { code: "rate_limit_exceeded" }, 429, "rate_limit_error", true],
    [429, { code: "insufficient_quota" }, 402, "billing_error", false],
    [429, { message: "You exceeded your current quota, please check your plan." }, 402, "billing_error", false],
    [500, {}, 500, "api_error", true],
    [503, {}, 529, "overloaded_error", true],
  ])("with status %i and %j has the status %i", async (given, error, status, type, isRetryable) => {
    expect(await readOpenAiError(responseOf(given, envelope(error)), 0)).toMatchObject({
      status,
      isRetryable,
      body: { error: { type } },
    });
  });

  it("keeps the code and the field that it names", async () => {
    const error = await readOpenAiError(responseOf(400, envelope({ code: "unknown_parameter", param: "foo" })), 0);

    expect(error.body.error.details).toEqual({ error_code: "unknown_parameter", param: "foo" });
  });

  it.each([
    [{ "retry-after": "7" }, 7],
    [{ "retry-after-ms": "1500", "retry-after": "7" }, 1.5],
    [{}, undefined],
  ])("says when to try again: %j", async (headers, seconds) => {
    const error = await readOpenAiError(responseOf(429, envelope({}), headers as Record<string, string>), 0);

    expect(error.retryAfterSeconds).toBe(seconds);
  });

  it("is what the upstream says about trying again", async () => {
    const shown = responseOf(500, envelope({}), { "x-should-retry": "false" });

    expect((await readOpenAiError(shown, 0)).isRetryable).toBe(false);
  });

  it.each([
    ["plain words", "plain words"],
    ['{"detail":"No."}', "No."],
    ["", "The upstream answered 500."],
  ])("in another form is reported unchanged: %s", async (text, message) => {
    expect((await readOpenAiError(responseOf(500, text), 0)).message).toBe(message);
  });

  it("has the code of its status if the server gives that as its code, as some do in their streams", () => {
    const { status, body } = errorOfEvent({ error: { message: "Slow down.", code: 429 } });

    expect([status, toOpenAiError(body)]).toMatchObject([
      429,
      { code: "rate_limit_exceeded", type: "rate_limit_error" },
    ]);
  });

  it("reports a full context in the words that make clients compact", async () => {
    const error = { code: "context_length_exceeded", message: "Your input exceeds the context window." };

    expect((await readOpenAiError(responseOf(400, envelope(error)), 0)).message).toBe(
      "prompt is too long: Your input exceeds the context window.",
    );
  });
});
