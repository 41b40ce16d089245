import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { CoreError } from "../errors/core-error.ts";

/** The tools that an adapter was given. Throws unless they are a list of tools; their definitions are checked later. */
export function checkToolList<Given>(
  tools: readonly Given[],
  isTool: (tool: Given) => boolean = isRecord,
  expected = "an array of tools",
): readonly Given[] {
  const wrong = Array.isArray(tools) ? tools.findIndex((tool) => !isTool(tool)) : 0;
  if (wrong < 0) return tools;
  const received = Array.isArray(tools) ? `${describeValue(tools[wrong])} at index ${wrong}` : describeValue(tools);
  throw new CoreError("invalid_setting", { setting: "tools", expected, received });
}
