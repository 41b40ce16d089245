export { createToolcrib, type Toolcrib, type ToolcribOptions } from "./create-toolcrib.ts";
export type { LoaderName } from "./loaders/loaders.ts";
export type { AskPermission, HookMatcher } from "./real-calls.ts";
export type { SdkTool } from "./sdk-tool.ts";
