import { describe, expect, it } from "vitest";
import type { ApiErrorBody } from "../../../../contracts/inner-form.ts";
import { chatDialect as dialect } from "./chat-dialect.ts";

describe("an error for a chat client", () => {
  it.each<[ApiErrorBody["error"], object]>([
    [
      { type: "invalid_request_error", message: "x" },
      { type: "invalid_request_error", param: null, code: null },
    ],
    [
      { type: "invalid_request_error", message: "prompt is too long: 9 tokens > 5 maximum" },
      { type: "invalid_request_error", code: "context_length_exceeded" },
    ],
    [
      { type: "invalid_request_error", message: "x", details: { error_code: "unsupported_parameter", param: "n" } },
      { type: "invalid_request_error", param: "n", code: "unsupported_parameter" },
    ],
    [
      { type: "authentication_error", message: "x" },
      { type: "invalid_request_error", code: "invalid_api_key" },
    ],
    [
      { type: "not_found_error", message: "model: m" },
      { type: "invalid_request_error", code: "model_not_found" },
    ],
    [
      { type: "rate_limit_error", message: "x" },
      { type: "rate_limit_error", code: "rate_limit_exceeded" },
    ],
    [
      { type: "overloaded_error", message: "x" },
      { type: "server_error", code: "server_is_overloaded" },
    ],
    [
      { type: "__proto__", message: "x" },
      { type: "server_error", code: "server_error" },
    ],
  ])("W-C5: %j is in OpenAI's envelope", (error, encoded) => {
    const body = dialect.encodeError({ type: "error", error }, "req_1");

    expect(body).toMatchObject({ error: { message: error.message, ...encoded, request_id: "req_1" } });
  });
});

describe("the models for a chat client", () => {
  it("W-C5: are in OpenAI's form", () => {
    const models = [
      { id: "a", created_at: "2026-01-01T00:00:00Z", type: "model" },
      { id: "b", owned_by: "us", created: 5 },
      { id: "c", created_at: "x" },
    ];

    expect(dialect.encodeModels(models)).toEqual({
      object: "list",
      data: [
        { id: "a", object: "model", created: 1_767_225_600, owned_by: "system" },
        { id: "b", object: "model", created: 5, owned_by: "us" },
        { id: "c", object: "model", created: 0, owned_by: "system" },
      ],
    });
  });
});

describe("a chat client", () => {
  it.each([
    [{ authorization: "Bearer sk-1" }, true],
    [{ authorization: "Basic abc" }, false],
    [{ authorization: "Bearer sk-1", "anthropic-version": "2023-06-01" }, false],
    [{ authorization: "Bearer sk-1", "x-api-key": "k" }, false],
    [{}, false],
  ])("with the headers %j is recognised: %s", (headers, isRecognised) => {
    expect(dialect.recognises(headers as Record<string, string>)).toBe(isRecognised);
  });

  it("W-C5: is told limits under OpenAI's names", () => {
    const shown = { "anthropic-ratelimit-tokens-remaining": "5", "x-ratelimit-limit-requests": "9", "set-cookie": "a" };

    expect(dialect.rateLimitHeaders(shown)).toEqual({
      "x-ratelimit-remaining-tokens": "5",
      "x-ratelimit-limit-requests": "9",
    });
  });
});
