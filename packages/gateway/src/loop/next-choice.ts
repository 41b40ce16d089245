import type { ToolChoice } from "../contracts/inner-form.ts";
import type { RoundReader } from "./round-reader.ts";

/** The tool choice for the next round: a choice that the client forces holds until the tool is called, then the model may answer. */
export function nextChoice(choice: ToolChoice | undefined, reader: RoundReader): ToolChoice | undefined {
  const isForced = choice?.type === "any" || choice?.type === "tool";
  if (!isForced || !reader.gatewayCalls.some(({ tool, call }) => isWanted(choice, call.name, tool.showCall(call.id)))) {
    return choice;
  }
  const { disable_parallel_tool_use: isSerial } = choice;
  return { type: "auto", ...(isSerial === undefined ? {} : { disable_parallel_tool_use: isSerial }) };
}

/** A call that the client does not see does not satisfy its forced choice. */
function isWanted(choice: ToolChoice, name: string, shown: unknown): boolean {
  return shown !== undefined && (choice.type === "any" || choice.name === name);
}
