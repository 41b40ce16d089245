import type { Tool } from "@toolcrib/core";
import { isRecord } from "@toolcrib/shared/json";
import type { ToolChoice } from "../../../../../contracts/inner-form.ts";
import { GatewayError } from "../../../../../errors/gateway-error.ts";
import { programToolName } from "../../../../../inner-form/program-parts.ts";
import { invalid, shortened } from "../../../shared/parameter-errors.ts";
import { type Fields, isAbsent, listAt, optional, recordAt, stringAt } from "../../../shared/read-values.ts";
import { modelNameOf } from "../../wire/tool-names.ts";
import { programEntryType } from "../programs/uses-programs.ts";
import { serverOf } from "./mcp-tools.ts";
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
  if (type === programEntryType) return { tools, choice: { type: "tool", name: programToolName } };
  if (type !== "allowed_tools") throw invalid("tool_choice.type", "expected function, custom or allowed_tools");
  const allowed = listAt(choice["tools"], "tool_choice.tools").map((entry, position) => {
    const field = `tool_choice.tools[${position}]`;
    return allowedTool(recordAt(entry, field), field, parsed);
  });
  const mode = modeOf(stringAt(choice["mode"], "tool_choice.mode"), "tool_choice.mode");
  return { tools: tools.filter((tool) => allowed.includes(keyOf(tool))).map(undeferred), choice: mode };
}

/** What `allowed_tools` names: a tool, or all tools of an MCP server. */
function allowedTool(entry: Fields, field: string, parsed: ToolBook): string {
  if (entry["type"] === programEntryType) return programToolName;
  if (entry["type"] !== "mcp") return namedTool(entry, field, parsed);
  const label = stringAt(entry["server_label"], `${field}.server_label`);
  if (parsed.servers.some((server) => server.label === label)) return serverKey(label);
  throw new GatewayError("forced_tool_unknown", { name: shortened(label) });
}

function keyOf(tool: Tool): string {
  const server = serverOf(tool);
  return server === undefined ? (tool.name ?? "") : serverKey(server);
}

function serverKey(label: string): string {
  return `mcp server ${label}`;
}

/** What is allowed by name is loaded, since a search is not among it. */
function undeferred(tool: Tool): Tool {
  const { defer_loading: _deferred, default_config: config, ...others } = tool as Tool & Fields;
  if (!isRecord(config)) return others as Tool;
  const { defer_loading: _default, ...rest } = config;
  return { ...others, default_config: rest } as Tool;
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
