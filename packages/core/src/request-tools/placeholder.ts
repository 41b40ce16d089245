import type { WireTool } from "../tool/tool.ts";

/** Keeps deferral alive in a request that sends no undiscovered tool: the first find then changes nothing before it. */
export const deferredToolPlaceholder: WireTool = {
  name: "DeferredToolPlaceholder",
  description: "Holds the place of tools that are loaded on demand. It does nothing; never call it.",
  input_schema: { type: "object", properties: {} },
  defer_loading: true,
};
