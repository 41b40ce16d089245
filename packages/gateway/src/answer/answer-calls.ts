import type { ToolUseBlock } from "@toolcrib/core";
import type { GatewayTool, GatewayToolAnswer } from "../contracts/gateway-tool.ts";

/** A call that the gateway answered. */
export interface AnsweredCall extends GatewayToolAnswer {
  readonly tool: GatewayTool;
}

/** Answers calls side by side; the answers come in the order of the calls. */
export function answerCalls(
  calls: readonly { readonly tool: GatewayTool; readonly call: ToolUseBlock }[],
  signal: AbortSignal,
): Promise<AnsweredCall[]> {
  return Promise.all(
    calls.map(async ({ tool, call }) => ({ tool, ...(await tool.answer({ id: call.id, input: call.input }, signal)) })),
  );
}
