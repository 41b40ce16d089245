import type { ToolUseBlock } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import type { GatewayTool } from "../contracts/gateway-tool.ts";
import { answerCalls } from "./answer-calls.ts";

const call: ToolUseBlock = { type: "tool_use", id: "toolu_1", name: "search", input: {} };

function search(answer: GatewayTool["answer"]): GatewayTool {
  return { specificationVersion: "v1", name: "search", isSearch: true, showCall: () => undefined, answer };
}

describe("answering calls inside", () => {
  it("stops waiting for a search when the client goes away", async () => {
    const controller = new AbortController();
    const answering = answerCalls([{ tool: search(() => new Promise(() => {})), call }], controller.signal);
    controller.abort(new Error("the client has gone"));
    await expect(answering).rejects.toThrow("the client has gone");
  });

  it("begins nothing when the client has gone already", async () => {
    let begun = 0;
    const tool = search(() => {
      begun++;
      return new Promise(() => {});
    });
    await expect(answerCalls([{ tool, call }], AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
    expect(begun).toBe(0);
  });
});
