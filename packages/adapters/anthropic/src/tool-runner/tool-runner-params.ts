import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import type {
  BetaMessageParam,
  BetaTextBlockParam,
  BetaToolResultContentBlockParam,
  BetaToolUnion,
} from "@anthropic-ai/sdk/resources/beta/messages";
import type { ContentBlock, DeferralSession, Message, ToolUseBlock, WireTool } from "@toolcrib/core";
import type { RunTool } from "../agent/agent-options.ts";
import { wireMessages } from "../wire/wire-params.ts";

/** What the SDK's tool runner needs of a session. */
export interface ToolRunnerOptions {
  readonly session: DeferralSession;
  readonly model: string;
  readonly messages: readonly Message[];
  readonly runTool: RunTool;
}

/** Parameters for `client.beta.messages.toolRunner`. */
export interface ToolRunnerParams {
  readonly tools: (BetaRunnableTool | BetaToolUnion)[];
  readonly messages: BetaMessageParam[];
  readonly betas?: string[];
}

/**
 * The tools and messages for `client.beta.messages.toolRunner`: deferred tools marked, the names announced, and a search tool that
 * answers with references. The runner keeps the conversation itself, so tools that come later are announced in its next run.
 */
export async function toolRunnerParams(options: ToolRunnerOptions): Promise<ToolRunnerParams> {
  const { session, model, messages } = options;
  const prepared = await session.prepare({ model, messages });
  const run = { ...options, conversation: prepared.conversation, heldNotes: [] };
  return {
    tools: prepared.tools.map((tool) => runnable(tool, run)),
    messages: wireMessages(prepared.messages),
    ...(prepared.betas.length === 0 ? {} : { betas: [...prepared.betas] }),
  };
}

/** One run of the runner. */
interface RunnerRun extends ToolRunnerOptions {
  readonly conversation: readonly Message[];
  /** Notes on searches: a result holds references alone, so the next result of another tool takes them along. */
  readonly heldNotes: BetaTextBlockParam[];
}

/** A tool that the API runs itself goes as it is. */
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

/** The runner does not say what was found since it started, so a call is checked as if nothing had been: its arguments decide. */
async function answer(
  call: ToolUseBlock,
  { session, runTool, conversation, heldNotes }: RunnerRun,
): Promise<string | BetaToolResultContentBlockParam[]> {
  const verdict = session.checkCall(call, conversation);
  if (verdict.verdict === "refuse") throw new ToolError(wireContent(verdict.result.content));
  if (verdict.verdict === "run") return withNotes(wireContent(await runTool(call, verdict.tool)), heldNotes.splice(0));
  const { result, note } = await session.answerSearch(call);
  const content = wireContent(result.content);
  if (result.is_error === true) throw new ToolError(content);
  if (note !== undefined) heldNotes.push({ type: "text", text: note.text });
  return content;
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
