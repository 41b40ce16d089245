export { type ToolcribOptions, ToolcribProcessor } from "./toolcrib-processor.ts";
