export { type LoaderName, type ToolcribOptions, ToolcribProcessor } from "./toolcrib-processor.ts";
