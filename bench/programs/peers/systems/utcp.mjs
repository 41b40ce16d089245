import { CodeModeUtcpClient } from "@utcp/code-mode";
import { addFunctionToUtcpDirectCall } from "@utcp/direct-call";
import { code, order } from "./order.mjs";

/** Calls block the isolate, so programs do not wait for them. */
export async function open() {
  addFunctionToUtcpDirectCall("getOrder", async () => order);
  addFunctionToUtcpDirectCall("getManual", async () => ({
    utcp_version: "0.2.0",
    tools: [
      {
        name: "get_order",
        description: "Gets an order.",
        inputs: { type: "object", properties: { id: { type: "number" } } },
        tool_call_template: { call_template_type: "direct-call", callable_name: "getOrder" },
      },
    ],
  }));
  const client = await CodeModeUtcpClient.create();
  await client.registerManual({ name: "tools", call_template_type: "direct-call", callable_name: "getManual" });
  const synchronous = code.replace("await ", "");
  return { run: async () => (await client.callToolChain(synchronous)).result };
}
