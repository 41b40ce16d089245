export { createToolcrib, type LoaderName, type Toolcrib, type ToolcribOptions } from "./create-toolcrib.ts";
export type { QueryOptions } from "./rules/query-options.ts";
export type { SdkTool } from "./sdk-tool.ts";
