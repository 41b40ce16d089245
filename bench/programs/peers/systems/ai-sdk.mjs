import {
  experimental_continueCodeModeInterrupt as continueInterrupt,
  experimental_requestCodeModeInterrupt as requestInterrupt,
  experimental_runCodeMode as runCodeMode,
} from "@ai-sdk/code-mode";
import { jsonSchema, tool } from "ai";
import { code, order } from "./order.mjs";

const inputSchema = jsonSchema({ type: "object", properties: { id: { type: "number" } } });
const options = { continuationSecurity: { signingKey: "0123456789abcdef0123456789abcdef" } };

export async function open() {
  const tools = { get_order: tool({ inputSchema, execute: async () => order }) };
  const waiting = {
    get_order: tool({
      inputSchema,
      execute: async (_input, { codeModeInterrupt }) =>
        codeModeInterrupt === undefined ? requestInterrupt({ kind: "client" }) : codeModeInterrupt.resolution,
    }),
  };
  return {
    run: () => runCodeMode({ js: code, tools }),
    suspend: async () => {
      const interrupt = await runCodeMode({ js: code, tools: waiting, options });
      const resume = () => continueInterrupt({ interrupt, resolution: order, tools: waiting, options });
      return { bytes: Buffer.byteLength(JSON.stringify(interrupt)), resume };
    },
  };
}
