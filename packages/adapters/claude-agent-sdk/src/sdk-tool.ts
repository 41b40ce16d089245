import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { CoreError, type Tool } from "@toolcrib/core";
import { type ZodRawShape, z } from "zod";

/** A tool as the SDK's `tool()` returns it. */
export interface SdkTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ZodRawShape;
  readonly annotations?: ToolAnnotations | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the arguments of a tool are of every kind.
  readonly handler: (args: any, extra: unknown) => Promise<CallToolResult>;
}

/** The tool as the catalogue knows it. A hint that the tool came with is read from its `_meta`. */
export function catalogueTool(tool: SdkTool, position: number, hint?: string): Tool & { readonly name: string } {
  const { name, description, inputSchema, annotations, _meta } = tool;
  return {
    name,
    description,
    input_schema: jsonSchemaOf(name, inputSchema ?? {}, position),
    annotations: annotations as Tool["annotations"],
    _meta: hint === undefined ? _meta : { ..._meta, "anthropic/searchHint": hint },
  };
}

function jsonSchemaOf(name: string, shape: ZodRawShape, position: number): object {
  try {
    return z.toJSONSchema(z.object(shape), { io: "input", unrepresentable: "any" });
  } catch (error) {
    throw new CoreError("invalid_tool", { position, expected: `zod 4 schemas for ${name}`, received: String(error) });
  }
}

/** Runs a tool. Bad arguments and errors become results, so that the model reads what is wrong. */
export async function callSdkTool(tool: SdkTool, args: unknown, extra: unknown): Promise<CallToolResult> {
  const parsed = await z.object(tool.inputSchema ?? {}).safeParseAsync(args ?? {});
  if (!parsed.success) return textResult(`Invalid arguments for ${tool.name}: ${z.prettifyError(parsed.error)}`, true);
  const run = async () => tool.handler(parsed.data, extra);
  return run().catch((error: unknown) => textResult(error instanceof Error ? error.message : String(error), true));
}

export function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
}
