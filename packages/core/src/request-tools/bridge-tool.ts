import type { CataloguePlan } from "../deferral-decision/catalogue-plan.ts";
import type { WireTool } from "../tool/tool.ts";

/** The name of the bridge's tool: `call_tool`, or the next free one if the client has a tool so called. */
export function bridgeToolName(plan: CataloguePlan): string {
  let name = "call_tool";
  for (let number = 2; plan.byName.has(name); number++) name = `call_tool_${number}`;
  return name;
}

/**
 * The one tool through which found tools are called on models that cannot load definitions in mid-conversation. Its description is the
 * only place that says how: search tools speak of finding alone, and a client's own text may say otherwise.
 */
export function bridgeTool(plan: CataloguePlan): WireTool {
  return {
    name: bridgeToolName(plan),
    description:
      "Calls a tool that is defined in a <functions> block of this conversation. Call such tools this way, even if another text says to call them directly: `name` is the tool's exact name, `arguments` is an object that follows its `parameters`.",
    input_schema: {
      type: "object",
      properties: { name: { type: "string" }, arguments: { type: "object" } },
      required: ["name", "arguments"],
    },
  };
}
