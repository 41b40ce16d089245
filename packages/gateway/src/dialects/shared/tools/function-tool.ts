import type { Tool } from "@toolcrib/core";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import { clientTool } from "./client-tools.ts";

/** A tool as any model with functions can be given it. */
export interface FunctionTool {
  readonly name: string;
  /** To spread into the tool: it has no description if the tool has none. */
  readonly described: { readonly description?: string };
  readonly schema: object;
}

/** Reads a tool, or rejects one that only Anthropic's API knows or runs. */
export function readFunctionTool(tool: Tool, position: number): FunctionTool {
  const { name, type } = tool;
  const known = clientTool(type);
  const schema = tool.input_schema ?? tool.inputSchema ?? known?.schema;
  if (name === undefined || schema === undefined) {
    const message = `tools.${position}: this model cannot be given a tool of type '${type ?? "custom"}': only the API knows or runs it`;
    throw new UpstreamError(400, { type: "invalid_request_error", message });
  }
  const description = tool.description ?? known?.description;
  return { name, described: typeof description === "string" ? { description } : {}, schema };
}
