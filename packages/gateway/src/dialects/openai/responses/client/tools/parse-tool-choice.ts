import type { Tool } from "@toolcrib/core";
import type { ToolChoice } from "../../../../../contracts/inner-form.ts";
import { GatewayError } from "../../../../../errors/gateway-error.ts";
import { invalid, shortened } from "../../../shared/parameter-errors.ts";
import { type Fields, isAbsent, listAt, optional, recordAt, stringAt } from "../../../shared/read-values.ts";
import { modelNameOf } from "../../wire/tool-names.ts";
import type { ToolBook } from "./tool-book.ts";

/** Which tools go up, and what the model may do with them. */
interface ParsedChoice {
  readonly tools: readonly Tool[];
  readonly choice: ToolChoice | undefined;
}

/** Parses `tool_choice` and `parallel_tool_calls`. A choice without tools means nothing, and upstreams refuse it. */
export function parseToolChoice(value: unknown, isParallel: boolean, parsed: ToolBook): ParsedChoice {
  const { tools, choice } = readChoice(value, parsed);
  if (tools.length === 0) {
    if (choice !== undefined && choice.type !== "auto" && choice.type !== "none") {
      throw invalid("tool_choice", "expected tools, since a call is required");
    }
    return { tools, choice: undefined };
  }
  if (isParallel || choice?.type === "none") return { tools, choice };
  return { tools, choice: { ...(choice ?? { type: "auto" }), disable_parallel_tool_use: true } };
}

function readChoice(value: unknown, parsed: ToolBook): ParsedChoice {
  const { tools } = parsed;
  if (isAbsent(value)) return { tools, choice: undefined };
  if (typeof value === "string") return { tools, choice: modeOf(value, "tool_choice") };
  const choice = recordAt(value, "tool_choice");
  const type = stringAt(choice["type"], "tool_choice.type");
  if (type === "function" || type === "custom") {
    return { tools, choice: { type: "tool", name: namedTool(choice, "tool_choice", parsed) } };
  }
  if (type !== "allowed_tools") throw invalid("tool_choice.type", "expected function, custom or allowed_tools");
  const allowed = new Set(
    listAt(choice["tools"], "tool_choice.tools").map((entry, position) => {
      const field = `tool_choice.tools[${position}]`;
      return namedTool(recordAt(entry, field), field, parsed);
    }),
  );
  const mode = modeOf(stringAt(choice["mode"], "tool_choice.mode"), "tool_choice.mode");
  return { tools: tools.filter(({ name }) => allowed.has(name as string)), choice: mode };
}

function modeOf(mode: string, field: string): ToolChoice | undefined {
  if (mode === "auto") return undefined;
  if (mode === "required") return { type: "any" };
  if (mode === "none" && field === "tool_choice") return { type: "none" };
  throw invalid(field, "expected none, auto or required");
}

function namedTool(entry: Fields, field: string, { names }: ToolBook): string {
  const name = stringAt(entry["name"], `${field}.name`);
  const namespace = optional(entry["namespace"], `${field}.namespace`, stringAt);
  const flat = modelNameOf(name, namespace, names);
  if (!names.has(flat)) throw new GatewayError("forced_tool_unknown", { name: shortened(name) });
  return flat;
}
