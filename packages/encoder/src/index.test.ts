import { expect, it } from "vitest";
import * as encoder from "./index.ts";

it("exports exactly the names of the public contract", () => {
  expect(Object.keys(encoder).toSorted()).toEqual(["EncoderError", "errorTable", "isToolcribError", "loadEncoder"]);
});

it("keeps the error codes", () => {
  expect(Object.keys(encoder.errorTable).toSorted()).toEqual([
    "encoder_not_supported",
    "invalid_encoder_option",
    "invalid_encoder_weights",
    "unsupported_encoder_weights",
  ]);
});
