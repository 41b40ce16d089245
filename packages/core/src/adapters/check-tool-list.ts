import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { CoreError } from "../errors/core-error.ts";

/** The tools that an adapter was given. Throws unless they are a list of objects; their definitions are checked later. */
export function checkToolList<Given>(tools: readonly Given[]): readonly Given[] {
  const wrong = Array.isArray(tools) ? tools.find((tool) => !isRecord(tool)) : tools;
  if (Array.isArray(tools) && wrong === undefined && !tools.includes(undefined)) return tools;
  throw new CoreError("invalid_setting", {
    setting: "tools",
    expected: "an array of tools",
    received: Array.isArray(tools) ? `${describeValue(wrong)} at index ${tools.indexOf(wrong)}` : describeValue(tools),
  });
}
