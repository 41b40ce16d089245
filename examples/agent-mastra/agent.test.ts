import { checkExample, conversion, conversionCalls } from "../../packages/adapters/suite/check-example.ts";

checkExample({
  ...conversion,
  folder: new URL("./", import.meta.url),
  guide: "mastra",
  wire: "responses",
  prints: conversionCalls,
  keepsPrefix: false,
  withoutToolcrib: [["  inputProcessors: [new ToolcribProcessor()],", ""]],
});
