import { describe, expect, it } from "vitest";
import { errorTypeOf, statusOfErrorType } from "./error-types.ts";

// As documented by the API.
const published: [number, string][] = [
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [402, "billing_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [413, "request_too_large"],
  [429, "rate_limit_error"],
  [500, "api_error"],
  [504, "timeout_error"],
  [529, "overloaded_error"],
];

describe("the API's error types", () => {
  it.each(published)("%i is %s, and back", (status, type) => {
    expect(errorTypeOf(status)).toBe(type);
    expect(statusOfErrorType(type)).toBe(status);
  });

  it.each([
    [418, "invalid_request_error"],
    [499, "invalid_request_error"],
    [502, "api_error"],
    [503, "api_error"],
  ])("counts the unknown status %i as %s", (status, type) => {
    expect(errorTypeOf(status)).toBe(type);
  });

  it.each(["", "new_error", "__proto__", "constructor"])("counts the unknown type %j as 500", (type) => {
    expect(statusOfErrorType(type)).toBe(500);
  });
});
