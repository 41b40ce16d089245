import { describe, expect, it } from "vitest";
import { GatewayError } from "../../../errors/gateway-error.ts";
import { encodeOpenAiError } from "./error-envelope.ts";

const encode = (type: string, message: string) =>
  encodeOpenAiError({ type: "error", error: { type, message } }, "req_1");

describe("an error in OpenAI's envelope", () => {
  it.each([
    ["rate_limit_error", "rate_limit_error", "rate_limit_exceeded"],
    ["overloaded_error", "server_error", "server_is_overloaded"],
    ["authentication_error", "invalid_request_error", "invalid_api_key"],
    ["an_unknown_error", "server_error", "server_error"],
    ["constructor", "server_error", "server_error"],
  ])("of the type %s has OpenAI's type and code", (given, type, code) => {
    expect(encode(given, "No.")).toEqual({
      error: { message: "No.", type, param: null, code, request_id: "req_1" },
    });
  });

  it("has the code by which clients compact a conversation that is too long", () => {
    const { error } = encode("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum");
    expect(error.code).toBe("context_length_exceeded");
    expect(encode("invalid_request_error", "messages: Field required").error.code).toBeNull();
  });

  it("names the field that is wrong", () => {
    const { body } = new GatewayError(
      "invalid_parameter",
      { field: "input[0]", problem: "expected an object" },
      { wireDetails: { param: "input[0]" } },
    );
    expect(encodeOpenAiError(body, "req_1").error).toMatchObject({
      message: "Invalid 'input[0]': expected an object.",
      param: "input[0]",
      code: "invalid_value",
    });
  });
});
