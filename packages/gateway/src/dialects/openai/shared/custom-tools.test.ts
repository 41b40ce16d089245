import { expect, it } from "vitest";
import { callInput } from "../../../inner-form/call-input.ts";
import { customText } from "./custom-tools.ts";

it.each([
  ["as the argument", '{"input":"run date"}', "run date"],
  ["without JSON", "*** Begin Patch", "*** Begin Patch"],
  ["with another argument", '{"command":"date"}', '{"command":"date"}'],
])("the text for a custom tool is what the model wrote: %s", (_case, written, text) => {
  expect(customText(callInput(written))).toBe(text);
});
