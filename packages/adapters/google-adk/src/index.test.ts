import { expect, it } from "vitest";
import * as adapter from "./index.ts";

it("exports exactly the names of the public contract", () => {
  expect(Object.keys(adapter).toSorted()).toEqual(["ToolcribToolset", "bridgeModel"]);
});
