export { type LoaderName, type ToolcribOptions, toolcribMiddleware } from "./toolcrib-middleware.ts";
