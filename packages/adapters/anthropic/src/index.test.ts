import { expect, it } from "vitest";
import * as adapter from "./index.ts";
import * as testing from "./testing/index.ts";

it("exports exactly the names of the public contract", () => {
  expect(Object.keys(adapter).toSorted()).toEqual(["runAgent", "toolRunnerParams", "wireParams"]);
  expect(Object.keys(testing).toSorted()).toEqual(["createStrictMessagesApi", "renderPrompt"]);
});
