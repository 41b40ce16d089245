import type { ToolUseBlock } from "@toolcrib/core";
import type { GatewayTool, GatewayToolAnswer } from "../contracts/gateway-tool.ts";

/** A call that the gateway answered. */
export interface AnsweredCall extends GatewayToolAnswer {
  readonly tool: GatewayTool;
}

/** Answers calls side by side; the answers come in the order of the calls. Nobody waits for searches once the client has gone. */
export async function answerCalls(
  calls: readonly { readonly tool: GatewayTool; readonly call: ToolUseBlock }[],
  signal: AbortSignal,
): Promise<AnsweredCall[]> {
  if (calls.length === 0) return [];
  signal.throwIfAborted();
  const answers = Promise.all(
    calls.map(async ({ tool, call }) => ({ tool, ...(await tool.answer({ id: call.id, input: call.input }, signal)) })),
  );
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  // What still runs may fail later, and then nobody is there to be told.
  answers.catch(() => {});
  try {
    return await Promise.race([answers, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
