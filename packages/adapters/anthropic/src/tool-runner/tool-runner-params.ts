import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import type {
  BetaMessageParam,
  BetaTextBlockParam,
  BetaToolResultContentBlockParam,
  BetaToolUnion,
} from "@anthropic-ai/sdk/resources/beta/messages";
import {
  type ContentBlock,
  type DeferralSession,
  type Message,
  nextTurn,
  type ToolResultBlock,
  type ToolUseBlock,
} from "@toolcrib/core";
import type { WireTool } from "@toolcrib/core/tools";
import type { RunTool } from "../agent/agent-options.ts";
import { wireMessages } from "../wire/wire-params.ts";

/** Options for the SDK's tool runner. */
export interface ToolRunnerOptions {
  readonly session: DeferralSession;
  readonly model: string;
  readonly messages: readonly Message[];
  readonly system?: BetaSystem | undefined;
  readonly runTool: RunTool;
}

/** Parameters for `client.beta.messages.toolRunner`. */
export interface ToolRunnerParams {
  readonly tools: (BetaRunnableTool | BetaToolUnion)[];
  readonly messages: BetaMessageParam[];
  readonly system?: BetaSystem;
  readonly betas?: string[];
}

type BetaSystem = string | BetaTextBlockParam[];

/**
 * The tools and messages for `client.beta.messages.toolRunner`: deferred tools marked, the names announced, and a
 * search tool that answers with references. The runner keeps the conversation itself, so tools that are added later are
 * announced in its next run.
 */
export async function toolRunnerParams(options: ToolRunnerOptions): Promise<ToolRunnerParams> {
  const { session, model, messages } = options;
  const prepared = await session.prepare({ model, messages, system: options.system });
  const run: RunnerRun = { ...options, conversation: prepared.conversation, heldNotes: [] };
  return {
    tools: prepared.tools.map((tool) => runnable(tool, run)),
    messages: wireMessages(prepared.messages),
    ...(prepared.system === undefined ? {} : { system: prepared.system as BetaSystem }),
    ...(prepared.betas.length === 0 ? {} : { betas: [...prepared.betas] }),
  };
}

interface RunnerRun extends ToolRunnerOptions {
  /** As far as it is known here: what the runner was started with, and skill searches since then. */
  conversation: readonly Message[];
  /** Notes on searches: a result contains references alone, so the next result of another tool carries them. */
  readonly heldNotes: BetaTextBlockParam[];
}

/** A tool that the API runs itself is passed unchanged. */
function runnable(tool: WireTool, run: RunnerRun): BetaRunnableTool | BetaToolUnion {
  if (typeof tool.type === "string" && tool.type !== "custom") return tool as unknown as BetaToolUnion;
  const { name = "" } = tool;
  return {
    ...(tool as unknown as BetaToolUnion & { name: string }),
    parse: (input: unknown) => input,
    run: (input: unknown, context: { readonly toolUse: { readonly id: string } } | undefined) =>
      answer({ type: "tool_use", id: context?.toolUse.id ?? "toolu_unknown", name, input }, run),
  } as unknown as BetaRunnableTool;
}

/**
 * The runner does not report what was found since it started, so a call is checked as if nothing had been: its
 * arguments decide.
 */
async function answer(call: ToolUseBlock, run: RunnerRun): Promise<string | BetaToolResultContentBlockParam[]> {
  const { session, runTool, heldNotes } = run;
  const verdict = session.checkCall(call, run.conversation);
  if (verdict.verdict === "refuse") throw new ToolError(wireContent(verdict.result.content));
  const skill = await session.answerSkill(call, run.conversation);
  if (skill !== undefined) {
    run.conversation = nextTurn(run.conversation, [call], [skill]);
    return given(skill.result);
  }
  if (verdict.verdict === "run") return withNotes(wireContent(await runTool(call, verdict.tool)), heldNotes.splice(0));
  const { result, note } = await session.answerSearch(call);
  const content = given(result);
  if (note !== undefined) heldNotes.push({ type: "text", text: note.text });
  return content;
}

/** The content of a result; an error is thrown, as the runner expects. */
function given({ content, is_error: isError }: ToolResultBlock): string | BetaToolResultContentBlockParam[] {
  if (isError === true) throw new ToolError(wireContent(content));
  return wireContent(content);
}

function withNotes(
  content: string | BetaToolResultContentBlockParam[],
  notes: readonly BetaTextBlockParam[],
): string | BetaToolResultContentBlockParam[] {
  if (notes.length === 0) return content;
  return [...(typeof content === "string" ? [{ type: "text" as const, text: content }] : content), ...notes];
}

function wireContent(
  content: string | readonly ContentBlock[] | undefined,
): string | BetaToolResultContentBlockParam[] {
  return typeof content === "string" ? content : ((content ?? []) as unknown as BetaToolResultContentBlockParam[]);
}
