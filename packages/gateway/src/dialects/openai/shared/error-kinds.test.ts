import { expect, it } from "vitest";
import { errorTypeOf, statusOfErrorType } from "../../../errors/error-types.ts";
import { encodeOpenAiError } from "./error-envelope.ts";
import { errorOfEvent } from "./read-error.ts";

const statuses = [400, 401, 402, 403, 404, 413, 429, 500, 504, 529];

it.each(statuses)(
  "an error with status %i that one gateway writes has the same type and status for the next",
  (status) => {
    const type = errorTypeOf(status);
    const written = encodeOpenAiError({ type: "error", error: { type, message: "No." } });

    expect(statusOfErrorType(type)).toBe(status);
    expect(errorOfEvent(written)).toMatchObject({ status, body: { error: { type } } });
  },
);

it.each([
  ["server_error", 500],
  ["rate_limit_exceeded", 429],
  ["slow_down", 529],
  ["model_not_found", 404],
  ["BadRequestError", 400],
  ["constructor", 502],
])("an error with the code %s has status %i", (code, status) => {
  expect(errorOfEvent({ error: { message: "No.", code } }).status).toBe(status);
});
