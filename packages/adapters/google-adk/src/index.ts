export { bridgeModel } from "./bridge-model.ts";
export { type ToolcribOptions, ToolcribToolset } from "./toolcrib-toolset.ts";
