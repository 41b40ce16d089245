import { checkExample, conversion, conversionCalls } from "../../packages/adapters/suite/check-example.ts";

checkExample({
  ...conversion,
  folder: new URL("./", import.meta.url),
  guide: "google-adk",
  wire: "gemini",
  prints: conversionCalls,
  keepsPrefix: false,
  withoutToolcrib: [["  tools: [new ToolcribToolset(tools)],", "  tools,"]],
});
