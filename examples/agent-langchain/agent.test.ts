import { checkExample, conversion } from "../../packages/adapters/suite/check-example.ts";

checkExample({
  ...conversion,
  folder: new URL("./", import.meta.url),
  guide: "langchain",
  wire: "chat",
  prints:
    /^human: What is 20 euros in kroner\?\nai: \ntool: \{"tools":\["currency_convert"\].*\nai: \ntool: 230 NOK\nai: 20 euros are 230 kroner\.$/s,
  keepsPrefix: false,
  withoutToolcrib: [["  middleware: [toolcribMiddleware(tools)],", "  tools,"]],
});
