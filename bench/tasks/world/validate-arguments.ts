import { Validator } from "@cfworker/json-schema";
import type { ToolDefinition } from "../types.ts";

const validators = new WeakMap<ToolDefinition, Validator>();

function validatorOf(tool: ToolDefinition): Validator {
  let validator = validators.get(tool);
  if (!validator) {
    const schema = tool.inputSchema["$schema"];
    const dialect = typeof schema === "string" && schema.includes("2020-12") ? "2020-12" : "7";
    validator = new Validator(structuredClone(tool.inputSchema), dialect, false);
    validators.set(tool, validator);
  }
  return validator;
}

/** The message that a server answers to arguments that its schema refuses; undefined if they are valid. */
export function describeInvalidArguments(tool: ToolDefinition, args: object): string | undefined {
  const outcome = validatorOf(tool).validate(args);
  if (outcome.valid) return undefined;
  // Errors of inner places come first and say more than "does not match schema" of the outer ones.
  const lines = outcome.errors
    .filter((error) => error.keyword !== "properties" && error.keyword !== "items" && error.keyword !== "$ref")
    .slice(0, 6)
    .map((error) => `${error.instanceLocation.replace(/^#\/?/, "") || "arguments"}: ${error.error}`);
  return `MCP error -32602: Invalid arguments for tool ${tool.name}: ${lines.join("; ")}`;
}
