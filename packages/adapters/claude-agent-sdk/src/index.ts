export { createToolcrib, type LoaderName, type Toolcrib, type ToolcribOptions } from "./create-toolcrib.ts";
export type { QueryOptions } from "./real-calls.ts";
export type { SdkTool } from "./sdk-tool.ts";
