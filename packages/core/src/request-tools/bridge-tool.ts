import type { CataloguePlan } from "../deferral-decision/catalogue-plan.ts";
import type { WireTool } from "../tool/tool.ts";

/** The name of the bridge's tool: `call_tool`, or the next free one if the client has a tool so called. */
export function bridgeToolName(plan: CataloguePlan): string {
  let name = "call_tool";
  for (let number = 2; plan.byName.has(name); number++) name = `call_tool_${number}`;
  return name;
}

/** The one tool through which found tools are called on models that cannot load definitions in mid-conversation. */
export function bridgeTool(plan: CataloguePlan): WireTool {
  return {
    name: bridgeToolName(plan),
    description:
      "Calls a tool that a search has found. Give its exact name and its arguments as its definition in the search result says.",
    input_schema: {
      type: "object",
      properties: {
        name: { type: "string", description: "The exact name of the tool." },
        arguments: { type: "object", description: "The tool's arguments, by its own schema." },
      },
      required: ["name", "arguments"],
    },
  };
}
