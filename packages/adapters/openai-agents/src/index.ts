export { createToolcrib, type Toolcrib, type ToolcribOptions } from "./create-toolcrib.ts";
export type { LoaderName } from "./loaders/loaders.ts";
