export { createToolcrib, type SearchTool, type Toolcrib, type ToolcribOptions } from "./create-toolcrib.ts";
export { chooseLoader, type LoaderName } from "./loaders/choose-loader.ts";
export { type RankToolsOptions, rankTools } from "./rank-tools.ts";
