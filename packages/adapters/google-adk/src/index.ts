export { type ToolcribOptions, ToolcribToolset } from "./toolcrib-toolset.ts";
