import type { Tool } from "@toolcrib/core";
import type { ToolChoice } from "../contracts/inner-form.ts";
import { GatewayError } from "../errors/gateway-error.ts";

/** Rejects, with the API's message, a choice of a tool that the request does not have. */
export function checkToolChoice(
  choice: ToolChoice | null | undefined,
  tools: readonly Tool[],
  isKnown: (name: string) => boolean,
): void {
  if (choice?.type !== "tool") return;
  const { name } = choice;
  if (typeof name !== "string") {
    throw new GatewayError("invalid_body", { field: "tool_choice.tool.name", problem: "Field required" });
  }
  // A toolset stands for tools whose names only the upstream knows.
  if (!isKnown(name) && !tools.some(isToolset)) throw new GatewayError("forced_tool_unknown", { name });
}

function isToolset({ name, type }: Tool): boolean {
  return name === undefined || /_toolset(?:_\d+)?$/.test(type ?? "");
}
