import { type InputProblem, validateInput } from "@toolcrib/core/calls";
import { describeValue } from "@toolcrib/shared/errors";
import { isRecord, parseJson, writeExactly } from "@toolcrib/shared/json";
import { nextTurn } from "@toolcrib/shared/timers";
import { McpError } from "../errors/mcp-error.ts";
import type { PooledTool } from "../lists/pooled-tool.ts";
import type { CallOptions } from "../pool/call-options.ts";
import type { ToolResult } from "../pool/tool-result.ts";
import { describeNearestNames } from "./describe-nearest-names.ts";
import type { FrontCall, FrontCallControl } from "./front-call-control.ts";
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
  readonly control: FrontCallControl | undefined;
}

/** What came of a call. */
export interface CallOutcome {
  readonly result: ToolResult;
  readonly didRun: boolean;
}

interface CheckedOutcome extends CallOutcome {
  readonly refusal?: FrontCall["refusal"];
}

/** Makes a call, or refuses it, and reports it under the tool's real name. */
export async function runCall(call: RealCall): Promise<CallOutcome> {
  const { control, tool, input } = call;
  if (control === undefined) return checkAndRun(call);
  const startedAt = performance.now();
  const report = (outcome: FrontCall["outcome"], refusal?: FrontCall["refusal"]): void => {
    const named = typeof tool === "string" ? { tool } : { server: tool.server, tool: tool.definition.name };
    const milliseconds = performance.now() - startedAt;
    control.record({ ...named, input: readArguments(input) ?? input, by: "gateway", outcome, refusal, milliseconds });
  };
  try {
    const outcome = await checkAndRun(call);
    const { result, didRun, refusal } = outcome;
    report(didRun || refusal === undefined ? (result.isError === true ? "error" : "ok") : "refused", refusal);
    return outcome;
  } catch (error) {
    report("error");
    throw error;
  }
}

/**
 * Checks a call by the real tool's name and arguments, and makes it. Errors that the model can fix are results with
 * `isError`; an error response of the server itself is thrown unchanged.
 */
async function checkAndRun(call: RealCall): Promise<CheckedOutcome> {
  const { view, tool, options, control } = call;
  if (typeof tool === "string" || !view.isVisible(tool)) return refused("unknown", await noSuchTool(call));
  const input = readArguments(call.input);
  if (input === undefined) {
    return refused(
      "invalid",
      `${tool.name} was not called: expected arguments to be an object, got ${describeValue(call.input)}.${schemaOf(tool)}`,
    );
  }
  if (view.forbidsCall(tool, input)) {
    return refused("policy", `${tool.name} was not called: a rule of the user's policy forbids this call.`);
  }
  // Schemas and arguments are anybody's, and a client may send many calls at once.
  await nextTurn();
  const verdict = validateInput(tool.definition.inputSchema, input);
  if (verdict.verdict === "invalid") {
    return refused("invalid", `${tool.name} was not called: ${problems(verdict.problems)}${schemaOf(tool)}`);
  }
  const usedUp = await control?.admit({ server: tool.server, tool: tool.definition.name });
  if (usedUp !== undefined) return refused("quota", usedUp);
  try {
    return { result: await view.pool.callTool(tool.name, input, options), didRun: true };
  } catch (error) {
    if (error instanceof McpError) return refused(undefined, error.message);
    throw error;
  }
}

function refused(refusal: FrontCall["refusal"], text: string): CheckedOutcome {
  return { result: errorResult(text), didRun: false, refusal };
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
  return text.trim() === "" ? {} : parseJson(text);
}

function problems(list: readonly InputProblem[]): string {
  return list.map(({ path, problem }) => `${path === "" ? "the arguments" : path}: ${problem}`).join("; ");
}

function schemaOf({ definition }: PooledTool): string {
  return `\nIts schema: ${writeExactly(definition.inputSchema)}`;
}
