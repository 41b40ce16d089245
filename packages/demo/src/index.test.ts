import { expect, it } from "vitest";
import * as demo from "./index.ts";

it("exports what the command needs for the conversation", () => {
  expect(Object.keys(demo).toSorted()).toEqual([
    "createDemoServers",
    "demoRequest",
    "playConversation",
    "serveStandIn",
    "standInModel",
  ]);
});
