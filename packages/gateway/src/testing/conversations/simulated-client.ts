import type { ContentBlock, Message, ToolUseBlock } from "@toolcrib/core";
import type { AnswerMessage } from "../../contracts/inner-form.ts";
import { block, result, text, user } from "../answering/blocks.ts";

/** Who sends a conversation. */
export interface Sender {
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly userId?: string | undefined;
  readonly system?: string | undefined;
}

/** In which form a client sends what was said before. None of it changes what the conversation shows. */
export interface Habits {
  readonly dropsThinking: boolean;
  readonly joinsTexts: boolean;
  readonly writesStrings: boolean;
  readonly marksBreakpoint: boolean;
}

/** One message of a conversation. */
export interface Said {
  /** What it shows, the same in every form. */
  readonly shown: string;
  readonly message: Message;
}

/** The user's next words. */
export function words(said: string): Said {
  return { shown: `user: ${said}`, message: user(said) };
}

/** An answer as the client keeps it. */
export function answerOf({ content }: AnswerMessage): Said {
  const visible = content.filter(({ type }) => type !== "thinking");
  const kept = visible.length > 0 ? content : [text("…")];
  return { shown: `assistant: ${JSON.stringify(visible.length > 0 ? visible : kept)}`, message: assistant(kept) };
}

/** The results of the calls in an answer; undefined where it makes none. */
export function resultsOf({ content }: AnswerMessage): Said | undefined {
  const ids = content.filter((part): part is ToolUseBlock => part.type === "tool_use").map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return { shown: `results: ${ids.join()}`, message: user(...ids.map((id) => result(id))) };
}

/** The conversation as a client with these habits sends it. */
export function inFormOf(habits: Habits, said: readonly Said[]): readonly Message[] {
  const lastWords = said.findLastIndex(({ shown }) => shown.startsWith("user: "));
  return said.map(({ message }, position) => {
    const isLast = position === said.length - 1;
    let content = message.content as readonly ContentBlock[];
    // Joined first: texts that thinking separates would otherwise be joined only once the thinking is dropped,
    // and a client that changes its own history breaks the prefix by itself.
    if (habits.joinsTexts && message.role === "assistant") content = joined(content);
    // The API wants the thinking of the turn that is under way.
    if (habits.dropsThinking && position < lastWords) content = content.filter(({ type }) => type !== "thinking");
    if (habits.marksBreakpoint && isLast) content = content.with(-1, withBreakpoint(content.at(-1)));
    const [only] = content;
    const isText = content.length === 1 && only?.type === "text" && !isLast;
    return {
      ...message,
      content: habits.writesStrings && isText ? (only as unknown as { text: string }).text : content,
    };
  });
}

function assistant(content: readonly ContentBlock[]): Message {
  return { role: "assistant", content };
}

function joined(content: readonly ContentBlock[]): readonly ContentBlock[] {
  const blocks: ContentBlock[] = [];
  for (const part of content) {
    const before = blocks.at(-1) as { readonly type: string; readonly text: string } | undefined;
    if (part.type === "text" && before?.type === "text") {
      blocks[blocks.length - 1] = text(`${before.text}\n\n${(part as unknown as { text: string }).text}`);
    } else {
      blocks.push(part);
    }
  }
  return blocks;
}

function withBreakpoint(part: ContentBlock | undefined): ContentBlock {
  return block({ ...part, cache_control: { type: "ephemeral" } });
}
