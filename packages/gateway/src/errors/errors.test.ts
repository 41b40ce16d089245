import { isToolcribError } from "@toolcrib/shared/errors";
import { describe, expect, it } from "vitest";
import { ConfigError } from "./config-error.ts";
import { errorTable } from "./error-table.ts";
import { GatewayError } from "./gateway-error.ts";
import { UpstreamError } from "./upstream-error.ts";

describe("errorTable", () => {
  it.each(Object.entries(errorTable))("%s has a remedy in full sentences", (code, entry) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(entry.remedy).toMatch(/^[A-Z].*\.$/);
    // Clients get the API's message; operators get the expected and the actual value.
    if (!("status" in entry)) expect(entry.message).toMatch(/expected .*got:? .*\.$/);
  });
});

describe("GatewayError", () => {
  it("has the API's error format, with details only if the error has a code there", () => {
    const plain = new GatewayError("invalid_body", { field: "model", problem: "Field required" });
    const coded = new GatewayError("thread_unsupported", {}, { wireDetails: { unsupported: [] } });

    expect(plain).toMatchObject({ status: 400, code: "invalid_body" });
    expect(plain.body).toEqual({
      type: "error",
      error: { type: "invalid_request_error", message: "model: Field required" },
    });
    expect(coded.body.error.details).toEqual({ error_code: "thread_unsupported_request", unsupported: [] });
    expect(isToolcribError(plain)).toBe(true);
  });
});

describe("ConfigError", () => {
  it("says what is wrong and what to do", () => {
    expect(new ConfigError("open_without_keys", { host: "0.0.0.0" }).message).toMatch(
      /got 0\.0\.0\.0\. Listen on 127\.0\.0\.1/,
    );
  });
});

describe("UpstreamError", () => {
  it.each([
    [400, false],
    [402, false],
    [404, false],
    [418, false],
    [429, true],
    [500, true],
    [504, true],
    [529, true],
  ])("of status %i: a retry may help: %s", (status, isRetryable) => {
    expect(new UpstreamError(status, { type: "api_error", message: "" }).isRetryable).toBe(isRetryable);
  });
});
