import type { ContentBlock, Tool, ToolResultBlock } from "@toolcrib/core";
import { validateInput } from "@toolcrib/core/calls";
import { findRuleAgainstCall, type PolicyRule } from "@toolcrib/core/policy";
import { isNestedTooDeeply, isRecord, writeExactly } from "@toolcrib/shared/json";
import type { CallControl, CallRefusal, ToolCall } from "../../contracts/call-control.ts";
import type { GatewayTool, GatewayToolAnswer } from "../../contracts/gateway-tool.ts";
import type { ListedTool, ToolCallOutcome, ToolsetConnection, ToolsetServer } from "../../contracts/toolset.ts";
import type { TraceRecorder } from "../../contracts/trace.ts";
import { shownIdOf } from "../../conversation/call-ids.ts";
import { innerResultOf } from "../../conversation/shown-blocks.ts";
import type { Attempt } from "../../memory/call-journal.ts";
import type { RequestBudget } from "../../turn/request-budget.ts";
import type { ToolsetTool } from "./expand-toolset.ts";
import { failureText } from "./failure-reason.ts";

export interface ToolsetToolOptions {
  readonly server: ToolsetServer;
  readonly connect: () => Promise<ToolsetConnection>;
  readonly policy: readonly PolicyRule[];
  /** What is left to this request for validating arguments and keeping results. */
  readonly budget: RequestBudget;
  /** Keeps a retried request from running a call twice. */
  readonly attempt: Attempt;
  /** Counts and audits the calls. */
  readonly control: CallControl | undefined;
  readonly trace: TraceRecorder;
  readonly now: () => number;
}

/** A tool of an MCP server, called by the gateway; the client sees the blocks that the API would have sent. */
export function toolsetTool(toolsetTool: ToolsetTool, options: ToolsetToolOptions): GatewayTool {
  const { tool, server, bareName, needsApproval } = toolsetTool;
  const { control } = options;
  return {
    specificationVersion: "v1",
    name: tool.name as string,
    isSearch: false,
    needsApproval,
    showCall: (id) =>
      ({
        type: "mcp_tool_use",
        id: shownIdOf(id, "mcptoolu"),
        name: bareName,
        server_name: server,
        input: {},
      }) as ContentBlock,
    async answer({ id, input }, signal) {
      return answerWith(id, await callToolsetTool(toolsetTool, input, options, { signal }));
    },
    refuse: ({ id, input }, reason) => {
      control?.record({ server, tool: bareName, input, by: "gateway", outcome: "refused", refusal: "limit" });
      return answerWith(id, failure(reason));
    },
  };
}

/** Who makes a call. */
export interface ToolsetCaller {
  readonly signal: AbortSignal;
  /** The id of the program that makes the call: it gets the result as JSON if the tool has an output schema. */
  readonly program?: string | undefined;
}

/** Calls a tool of an MCP server under the rules of the request, and records the call. */
export async function callToolsetTool(
  toolsetTool: ToolsetTool,
  input: unknown,
  options: ToolsetToolOptions,
  caller: ToolsetCaller,
): Promise<ToolCallOutcome> {
  const { server, bareName } = toolsetTool;
  const { trace, now, control } = options;
  const { program } = caller;
  const startedAt = now();
  trace.flow({ from: "gateway", to: "mcp-server", title: `Call ${bareName}`, payload: () => input });
  const record = (outcome: ToolCall["outcome"], refusal?: CallRefusal): void => {
    control?.record({
      server,
      tool: bareName,
      input,
      by: "gateway",
      outcome,
      refusal,
      milliseconds: now() - startedAt,
    });
  };
  const { content, isError, refusal } = await callTool(toolsetTool, input, options, caller).catch((error: unknown) => {
    // The client is gone, but the call may have run.
    record("error");
    throw error;
  });
  record(refusal === undefined ? (isError ? "error" : "ok") : "refused", refusal);
  const milliseconds = now() - startedAt;
  trace.toolCall({ server, tool: bareName, ...(program !== undefined && { program }), isError, milliseconds });
  trace.flow({ from: "mcp-server", to: "gateway", title: `Result of ${bareName}`, payload: () => content });
  return { content, isError };
}

function answerWith(id: string, { content, isError }: ToolCallOutcome): GatewayToolAnswer {
  const shown = {
    type: "mcp_tool_result",
    tool_use_id: shownIdOf(id, "mcptoolu"),
    is_error: isError,
    content,
  } as ContentBlock;
  return { shown, result: innerResultOf(shown) as ToolResultBlock };
}

/** An outcome, with the reason if the call was not made. */
interface CheckedOutcome extends ToolCallOutcome {
  readonly refusal?: CallRefusal | undefined;
}

/** A failure becomes the tool's result, so that the model can try something else. */
async function callTool(
  { tool, bareName, isAllowed }: ToolsetTool,
  input: unknown,
  { connect, server, policy, budget, attempt, control }: ToolsetToolOptions,
  { signal, program }: ToolsetCaller,
): Promise<CheckedOutcome> {
  if (!isAllowed) {
    return { ...failure(`${bareName} was not called: the request does not allow this tool.`), refusal: "unknown" };
  }
  try {
    const connection = await connect();
    const listed = (await connection.listTools(signal)).find(({ name }) => name === bareName);
    const refusal = refusalOf(tool, listed, input, { policy, budget });
    if (refusal !== undefined) return { ...failure(refusal.text), refusal: refusal.reason };
    const usedUp = await control?.admit({ server: server.name, tool: bareName });
    if (usedUp !== undefined) return { ...failure(usedUp), refusal: "quota" };
    const call = { server: server.name, tool: bareName, input, isRepeatable: isRepeatable(listed) };
    let isCounted = false;
    const outcome = await attempt.run(call, async () => {
      isCounted = true;
      // The journal keeps results too, so they are limited before it gets them.
      const outcome = await connection.callTool(bareName, input, signal);
      const value = program === undefined || listed?.outputSchema === undefined ? undefined : valueOutcome(outcome);
      return withinBudget(value ?? readOutcome(outcome), budget);
    });
    if (outcome === undefined) return failure(unknownOutcome(bareName));
    return isCounted ? outcome : withinBudget(outcome as TextOutcome, budget);
  } catch (error) {
    signal.throwIfAborted();
    return failure(failureText(server, error));
  }
}

/** Why a call is not made. The server's listing decides, not what a client pinned or recorded. */
function refusalOf(
  { server, aliases }: Tool,
  listed: ListedTool | undefined,
  input: unknown,
  { policy, budget }: Pick<ToolsetToolOptions, "policy" | "budget">,
): { readonly reason: CallRefusal; readonly text: string } | undefined {
  if (listed === undefined) {
    return { reason: "unknown", text: "The tool was not called: its server does not list it, or it is held back." };
  }
  const { name, annotations, inputSchema } = listed;
  if (findRuleAgainstCall({ server, aliases, annotations }, input, policy) !== undefined) {
    return { reason: "policy", text: `${name} was not called: a rule of the policy forbids this call.` };
  }
  const checked = validateInput(inputSchema, input, budget.validation);
  if (checked.verdict !== "invalid") return undefined;
  const problems = checked.problems.map(({ path, problem }) => `${path === "" ? "the input" : path}: ${problem}`);
  const text = `${name} was not called: ${problems.join("; ")}\nIts input schema: ${writeExactly(inputSchema)}`;
  return { reason: "invalid", text };
}

function isRepeatable(listed: ListedTool | undefined): boolean {
  const { readOnlyHint, idempotentHint } = listed?.annotations ?? {};
  return readOnlyHint === true || idempotentHint === true;
}

function unknownOutcome(name: string): string {
  return `${name} was not called again: an earlier attempt of this request called it with the same arguments and was cancelled, so it may have run already. Check before you call it once more.`;
}

function failure(text: string): ToolCallOutcome {
  return { content: [{ type: "text", text }], isError: true };
}

/** An outcome whose content is all text. */
interface TextOutcome extends ToolCallOutcome {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
}

function withinBudget(outcome: TextOutcome, budget: RequestBudget): ToolCallOutcome {
  return budget.takeResult(outcome.content) ? outcome : failure(budget.resultRefusal);
}

type TextBlock = TextOutcome["content"][number];

/** A structured result as JSON; undefined if there is none. */
function valueOutcome({ structuredContent, isError }: ToolCallOutcome): TextOutcome | undefined {
  const value = isError === true ? undefined : jsonOf(structuredContent);
  return value === undefined ? undefined : { content: [value], isError: false };
}

/** Converts any content that a server sends to text, the only content of the API's block. Without text in it, the structured result counts. */
function readOutcome({ content, structuredContent, isError }: ToolCallOutcome): TextOutcome {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const value = blocks.some((block) => wordsOf(block)) ? undefined : jsonOf(structuredContent);
  return { content: [...blocks.map(asText), ...(value === undefined ? [] : [value])], isError: isError === true };
}

function jsonOf(value: unknown): TextBlock | undefined {
  return isRecord(value) && !isNestedTooDeeply(value) ? { type: "text", text: writeExactly(value) } : undefined;
}

function asText(block: unknown): TextBlock {
  const { type, uri, mimeType } = fieldsOf(block);
  const isLink = type === "resource_link";
  const note = isLink ? `[resource ${shown(uri)}]` : `[${shown(type)} left out: ${shown(mimeType)}]`;
  return { type: "text", text: wordsOf(block) ?? note };
}

/** The text of a block; undefined for a block of another kind. */
function wordsOf(block: unknown): string | undefined {
  const { type, text, resource } = fieldsOf(block);
  if (type === "resource_link") return undefined;
  const words = type === "text" && typeof text === "string" ? text : fieldsOf(resource)["text"];
  return typeof words === "string" ? words : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : "unknown type";
}
