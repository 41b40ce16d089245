import { checkExample, conversion } from "../../packages/adapters/suite/check-example.ts";

checkExample({
  ...conversion,
  folder: new URL("./", import.meta.url),
  guide: "openai-agents",
  wire: "responses",
  prints: [
    "tool_search_call_item",
    "tool_search_output_item",
    "tool_call_item",
    "tool_call_output_item",
    "message_output_item",
    "20 euros are 230 kroner.",
  ].join("\n"),
  keepsPrefix: true,
  withoutToolcrib: [
    [
      'const { tools, wrapProvider } = createToolcrib(allTools, { loader: "client-search" });',
      "const tools = allTools;",
    ],
    [
      "const runner = new Runner({ modelProvider: wrapProvider(new OpenAIProvider()), tracingDisabled: true });",
      "const runner = new Runner({ modelProvider: new OpenAIProvider(), tracingDisabled: true });",
    ],
  ],
});
