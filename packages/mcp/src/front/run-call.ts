import { type InputProblem, validateInput } from "@toolcrib/core/calls";
import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { McpError } from "../errors/mcp-error.ts";
import type { PooledTool } from "../lists/pooled-tool.ts";
import type { CallOptions } from "../pool/call-options.ts";
import type { ToolResult } from "../pool/tool-result.ts";
import { describeNearestNames } from "./describe-nearest-names.ts";
import type { FrontView } from "./front-view.ts";
import { serverSentences } from "./search-call.ts";
import { errorResult } from "./text-result.ts";

/** A call of a real tool, however the client made it. */
export interface RealCall {
  readonly view: FrontView;
  /** The tool, or a name that no tool has. */
  readonly tool: PooledTool | string;
  readonly input: unknown;
  readonly options: CallOptions;
}

/**
 * Checks a call by the real tool's name and arguments, and makes it. Errors that the model can fix are results with
 * `isError`; an error response of the server itself is thrown unchanged.
 */
export async function runCall(call: RealCall): Promise<{ readonly result: ToolResult; readonly didRun: boolean }> {
  const { view, tool, options } = call;
  if (typeof tool === "string" || !view.isVisible(tool)) return refused(await noSuchTool(call));
  const input = readArguments(call.input);
  if (input === undefined) {
    return refused(
      `${tool.name} was not called: expected arguments to be an object, got ${describeValue(call.input)}.${schemaOf(tool)}`,
    );
  }
  if (view.forbidsCall(tool, input)) {
    return refused(`${tool.name} was not called: a rule of the user's policy forbids this call.`);
  }
  const verdict = validateInput(tool.definition.inputSchema, input);
  if (verdict.verdict === "invalid") {
    return refused(`${tool.name} was not called: ${problems(verdict.problems)}${schemaOf(tool)}`);
  }
  try {
    return { result: await view.pool.callTool(tool.name, input, options), didRun: true };
  } catch (error) {
    if (error instanceof McpError) return refused(error.message);
    throw error;
  }
}

function refused(text: string): { readonly result: ToolResult; readonly didRun: boolean } {
  return { result: errorResult(text), didRun: false };
}

/** A hidden tool gets the same answer as one that does not exist. */
async function noSuchTool({ view, tool }: RealCall): Promise<string> {
  const name = typeof tool === "string" ? tool : tool.name;
  const held = view.held().find(({ item }) => item.tool?.name === name);
  if (held !== undefined) {
    const why = held.reason === "changed" ? "its definition changed after it was approved" : "it is new";
    return `${name} was not called: it is held back until the user approves it, because ${why}.`;
  }
  const sentences = serverSentences(view.servers()).join(" ");
  const nearest = await describeNearestNames(view, name);
  return `There is no tool ${JSON.stringify(name.slice(0, 100))}, and nothing was called.${nearest} ${sentences}`.trim();
}

/** The arguments as an object; models often send the object as a string (F38). */
function readArguments(input: unknown): Readonly<Record<string, unknown>> | undefined {
  if (input === undefined || input === null) return {};
  const value = typeof input === "string" ? parsed(input) : input;
  return isRecord(value) ? (value as Readonly<Record<string, unknown>>) : undefined;
}

function parsed(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problems(list: readonly InputProblem[]): string {
  return list.map(({ path, problem }) => `${path === "" ? "the arguments" : path}: ${problem}`).join("; ");
}

function schemaOf({ definition }: PooledTool): string {
  return `\nIts schema: ${JSON.stringify(definition.inputSchema)}`;
}
