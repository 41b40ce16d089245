import type { Client, Conversation, Scenario, StartOptions } from "../frame/client.ts";
import { finds } from "../frame/five-turns.ts";
import { chatCompletions, messagesApi, type UpstreamKind } from "../upstream/kinds.ts";
import { type SdkUse, sdkUses, startUse } from "./conversations.ts";
import { connectMcpTools } from "./mcp-tools.ts";
import { turnsOf } from "./turns.ts";

function scenario(use: SdkUse, loader: "bridge" | "native", upstream: UpstreamKind): Scenario {
  return {
    setup: use.title,
    searcher: "gateway",
    route: { loader, inject: "always" },
    upstream,
    model: "my-local-model",
    turns: turnsOf(use),
    start: (options) => start(use, options),
    expected: { execution: "injected", loader, minFinds: finds, conversations: 1, maxBreaks: 0 },
  };
}

async function start(use: SdkUse, { gatewayUrl, model, folders: { root } }: StartOptions): Promise<Conversation> {
  const mcp = await connectMcpTools(root);
  const ask = startUse(use, { url: gatewayUrl, model, mcp });
  return {
    ask: async (prompt) => {
      try {
        return { text: await ask(prompt), errors: [] };
      } catch (error) {
        return { text: "", errors: [String(error)] };
      }
    },
    close: mcp.close,
  };
}

/** OpenAI's SDK for TypeScript. The same conversations are in `npm test`. */
export const openAi: Client = {
  name: "OpenAI SDK",
  packageName: "openai",
  folder: new URL(".", import.meta.url),
  scenarios: sdkUses.flatMap((use) => [scenario(use, "bridge", chatCompletions), scenario(use, "native", messagesApi)]),
};
