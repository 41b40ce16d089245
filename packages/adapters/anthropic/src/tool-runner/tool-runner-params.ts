import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import type {
  BetaMessageParam,
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
  return {
    tools: prepared.tools.map((tool) => runnable(tool, options, prepared.conversation)),
    messages: wireMessages(prepared.messages),
    ...(prepared.betas.length === 0 ? {} : { betas: [...prepared.betas] }),
  };
}

/** A tool that the API runs itself goes as it is. */
function runnable(
  tool: WireTool,
  options: ToolRunnerOptions,
  conversation: readonly Message[],
): BetaRunnableTool | BetaToolUnion {
  if (typeof tool.type === "string" && tool.type !== "custom") return tool as unknown as BetaToolUnion;
  const { name = "" } = tool;
  return {
    ...(tool as unknown as BetaToolUnion & { name: string }),
    parse: (input: unknown) => input,
    run: (input: unknown, context: { readonly toolUse: { readonly id: string } } | undefined) =>
      answer({ type: "tool_use", id: context?.toolUse.id ?? "toolu_unknown", name, input }, options, conversation),
  } as unknown as BetaRunnableTool;
}

/** The runner does not say what was found since it started, so a call is checked as if nothing had been: its arguments decide. */
async function answer(
  call: ToolUseBlock,
  { session, runTool }: ToolRunnerOptions,
  conversation: readonly Message[],
): Promise<string | BetaToolResultContentBlockParam[]> {
  const verdict = session.checkCall(call, conversation);
  if (verdict.verdict === "refuse") throw new ToolError(wireContent(verdict.result.content));
  if (verdict.verdict === "run") return wireContent(await runTool(call, verdict.tool));
  const { result, note } = await session.answerSearch(call);
  const content = wireContent(result.content);
  if (result.is_error === true) throw new ToolError(content);
  return note === undefined || typeof content === "string" ? content : [...content, { type: "text", text: note.text }];
}

function wireContent(
  content: string | readonly ContentBlock[] | undefined,
): string | BetaToolResultContentBlockParam[] {
  return typeof content === "string" ? content : ((content ?? []) as unknown as BetaToolResultContentBlockParam[]);
}
