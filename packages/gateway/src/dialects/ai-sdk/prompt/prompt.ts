import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { MessagesBody } from "../../../contracts/inner-form.ts";
import { joinTexts } from "../../shared/blocks/block-text.ts";
import { assistantBegins, blocksOf, spokenText, systemReminder } from "../../shared/blocks/message-blocks.ts";
import { assistantParts } from "./assistant-parts.ts";
import { textPart } from "./media-parts.ts";
import type { PromptContext } from "./prompt-context.ts";
import { userMessages } from "./user-messages.ts";

/**
 * Converts the conversation for a provider. Each message depends only on itself and the messages before it, so the
 * prefix stays the same.
 */
export function toPrompt({ system, messages }: MessagesBody, context: PromptContext): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Message[] = [];
  const systemText = spokenText(system ?? []);
  if (systemText !== "") prompt.push({ role: "system", content: systemText });
  if (context.traits.isAnthropic && messages[0]?.role === "assistant") say(assistantBegins, prompt);
  let pending: string[] = [];
  for (const message of messages) {
    if (message.role === "system") {
      const text = placeSystemText(spokenText(message.content), prompt, context);
      if (text !== "") pending.push(text);
    } else if (message.role === "assistant") {
      say(joinTexts(pending), prompt);
      pending = [];
      const content = assistantParts(blocksOf(message), context);
      if (content.length > 0) prompt.push({ role: "assistant", content });
    } else {
      const own = blocksOf(message);
      const blocks = pending.length === 0 ? own : [...own, { type: "text", text: joinTexts(pending) }];
      pending = [];
      prompt.push(...userMessages(blocks, context));
    }
  }
  say(joinTexts(pending), prompt);
  return prompt;
}

/**
 * Keeps a system message in place, or appends it to the user message before it. Returns the text that has to wait for
 * the next one. Only earlier messages decide, so the text has the same place in the next request.
 */
function placeSystemText(text: string, prompt: LanguageModelV4Message[], { traits }: PromptContext): string {
  if (text === "") return "";
  // Without a system prompt, the package for Claude would move it to the top, before everything that is cached.
  const wouldMove = traits.isAnthropic && prompt[0]?.role !== "system";
  if (traits.takesSystemMessagesInPlace && !wouldMove) {
    prompt.push({ role: "system", content: text });
    return "";
  }
  const last = prompt.at(-1);
  if (last?.role !== "user") return last?.role === "tool" ? say(systemReminder(text), prompt) : systemReminder(text);
  last.content.push(textPart(systemReminder(text)));
  return "";
}

function say(text: string, prompt: LanguageModelV4Message[]): "" {
  if (text !== "") prompt.push({ role: "user", content: [textPart(text)] });
  return "";
}
