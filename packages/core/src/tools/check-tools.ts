import { describeValue } from "@toolcrib/shared/errors";
import { isNestedTooDeeply, isRecord, maxNesting } from "@toolcrib/shared/json";
import { CoreError } from "../errors/core-error.ts";
import { isProvidedByApi, type Tool } from "./tool.ts";
import { toolKey } from "./tool-key.ts";
import { inputSchemaOf } from "./wire-definition.ts";

/** Throws for a list that no request can carry: an entry that is not a tool, one without a schema, a duplicate name. */
export function checkTools(tools: readonly Tool[]): void {
  if (!Array.isArray(tools)) {
    throw new CoreError("invalid_request", { field: "tools", expected: "an array", received: describeValue(tools) });
  }
  const positions = new Map<string, number>();
  for (const [position, tool] of tools.entries()) {
    checkTool(tool, position);
    const key = toolKey(tool);
    const first = positions.get(key);
    if (first !== undefined) {
      throw new CoreError("duplicate_tool_name", { name: describeValue(key), first, second: position });
    }
    positions.set(key, position);
  }
}

/**
 * Tools that passed the check: the same ones are sent with every request. Module-level for the reasons given at
 * `oncePer`; only a passed check is cached.
 */
const checked = new WeakSet<Tool>();

/** Throws for anything that is not a tool. Everything in this package can read a tool that passes. */
export function checkTool(tool: Tool, position: number): void {
  const fail = (expected: string, received: unknown): never => {
    throw new CoreError("invalid_tool", { position, expected, received: describeValue(received) });
  };
  if (!isRecord(tool)) fail("an object", tool);
  if (checked.has(tool)) return;
  if (tool.name !== undefined && typeof tool.name !== "string") fail("name to be a string", tool.name);
  if (isNestedTooDeeply(tool)) fail(`a definition nested less than ${maxNesting} levels deep`, tool);
  for (const [field, kind] of readFields) {
    const value = tool[field];
    const isFine =
      value === undefined || value === null || (kind === "object" ? isRecord(value) : typeof value === kind);
    if (!isFine) fail(`${field} to be ${kind === "object" ? "an" : "a"} ${kind}`, value);
  }
  // Entries of the API's own types are not checked: new ones must work without a release of this package.
  if (isProvidedByApi(tool)) {
    if (tool.type === "mcp_toolset") checkToolset(tool as Readonly<Record<string, unknown>>, fail);
  } else checkDefinition(tool, fail);
  checked.add(tool);
}

/** The optional fields that the engine itself reads. */
const readFields: readonly (readonly [keyof Tool, "string" | "object"])[] = [
  ["type", "string"],
  ["description", "string"],
  ["server", "string"],
  ["searchHint", "string"],
  ["annotations", "object"],
  ["_meta", "object"],
];

type Fail = (expected: string, received: unknown) => never;

function checkDefinition(tool: Tool, fail: Fail): void {
  if (typeof tool.name !== "string" || tool.name === "") fail("a name", tool.name);
  const schema = inputSchemaOf(tool);
  if (!isRecord(schema)) fail(`${describeValue(tool.name)} to have a JSON Schema in input_schema`, schema);
}

function checkToolset({ default_config: config, configs, tools }: Readonly<Record<string, unknown>>, fail: Fail): void {
  if (!isMissing(config) && !isRecord(config)) fail("default_config to be an object", config);
  if (!isMissing(configs) && !(isRecord(configs) && Object.values(configs).every(isRecord))) {
    fail("configs to be an object of objects", configs);
  }
  const isList = Array.isArray(tools) && tools.every((tool) => isRecord(tool) && typeof tool["name"] === "string");
  if (!isMissing(tools) && !isList) fail("tools to be an array of tools with names", tools);
}

function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
