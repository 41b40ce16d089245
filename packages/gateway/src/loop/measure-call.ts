import type { ContentBlock, Message, ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { PromptLengths } from "../contracts/savings.ts";
import { measurePrompt } from "../savings/prompt-lengths.ts";
import { planOf } from "../turn/make-turn.ts";
import type { Turn } from "../turn/turn.ts";
import type { WrittenRequest } from "../turn/write-request.ts";

/** How a model call came about. */
export interface CallOrigin {
  /** Whether it was made only because tools were deferred. */
  readonly isExtra: boolean;
  /** The conversation as it would be if every tool were loaded. */
  readonly plainMessages: readonly Message[];
}

/** Measures the prompt of a model call, and what was left out of it. */
export function measureCall(
  turn: Turn,
  { body, prepared }: WrittenRequest,
  { isExtra, plainMessages }: CallOrigin,
): PromptLengths {
  return measurePrompt({
    body,
    plan: planOf(turn),
    isOn: prepared.gate.isOn,
    loaded: prepared.loaded,
    definitionsIn: turn.loader.definitionsIn,
    ownTools: new Set([searchToolName(turn), ...searchTools(turn), ...wrapperOf(prepared)]),
    clientMessages: plainMessages,
    isExtra,
  });
}

/** The origin of a request's first model call. */
export function firstOrigin(turn: Turn): CallOrigin {
  const { messages } = turn.request.body;
  return { isExtra: answersSearches(messages, searchToolName(turn)), plainMessages: messages };
}

/** Whether the client continues only because its own search was answered. */
function answersSearches(messages: readonly Message[], searchTool: string): boolean {
  const results = blocksOf(messages.at(-1)).filter((block): block is ToolResultBlock => block.type === "tool_result");
  const calls = blocksOf(messages.at(-2)).filter((block): block is ToolUseBlock => block.type === "tool_use");
  return results.length > 0 && calls.length > 0 && calls.every(({ name }) => name === searchTool);
}

function blocksOf(message: Message | undefined): readonly ContentBlock[] {
  return message === undefined || typeof message.content === "string" ? [] : message.content;
}

function searchToolName({ settings }: Turn): string {
  return settings.searchToolName ?? "ToolSearch";
}

function searchTools({ gatewayTools }: Turn): readonly string[] {
  return [...gatewayTools].flatMap(([name, { isSearch }]) => (isSearch ? [name] : []));
}

function wrapperOf({ wrapper }: WrittenRequest["prepared"]): readonly string[] {
  return wrapper === undefined ? [] : [wrapper.tool.name];
}
