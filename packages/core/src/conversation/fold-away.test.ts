import { expect, it } from "vitest";
import { call } from "../testing/fixtures.ts";
import { displayOf } from "./index.ts";

it("E15 marks calls of the client's search and of the API's own, and nothing else", () => {
  expect(displayOf(call("toolu_1", "ToolSearch"), "ToolSearch")).toMatchObject({
    isFoldedAway: true,
    countsInGroup: false,
  });
  expect(
    displayOf({ type: "server_tool_use", id: "s", name: "tool_search_tool_bm25" } as never, "ToolSearch"),
  ).toBeDefined();
  expect(displayOf({ type: "tool_search_tool_result" }, "ToolSearch")).toBeDefined();
  expect(displayOf(call("toolu_1", "Bash"), "ToolSearch")).toBeUndefined();
  expect(displayOf({ type: "server_tool_use", id: "s", name: "web_search" } as never, "ToolSearch")).toBeUndefined();
});
