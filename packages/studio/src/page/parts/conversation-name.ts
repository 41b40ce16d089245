import type { TraceRecord } from "@toolcrib/gateway";
import { shorten } from "@toolcrib/shared/text";

const maxLength = 90;

/** How a conversation starts: the user's first text. Undefined unless content capture is on. */
export function beginningOf({ flow }: TraceRecord): string | undefined {
  const body = flow.find(({ from }) => from === "client")?.payload as
    | { readonly messages?: readonly { readonly content?: unknown }[] }
    | undefined;
  const content = Array.isArray(body?.messages) ? body.messages[0]?.content : undefined;
  const texts = typeof content === "string" ? [content] : Array.isArray(content) ? content.map(textOf) : [];
  // Agents put notes for the model before the user's text.
  const text = (texts.find((part) => part !== "" && !part.startsWith("<")) ?? texts[0] ?? "").trim();
  return text === "" ? undefined : shorten(text.replace(/\s+/g, " "), maxLength);
}

/** A name that tells a conversation from others: how it starts or, without content, its client and the end of its id. */
export function conversationName(trace: TraceRecord): string {
  const beginning = beginningOf(trace);
  if (beginning !== undefined) return beginning;
  const id = (trace.conversation === "" ? trace.id : trace.conversation).slice(-4);
  return `${clientName(trace.client)} · ${id}`;
}

/** `claude-cli` of `claude-cli/2.1.0 (external, cli)`. */
function clientName(client: string | undefined): string {
  const name = /^[^\s(]+?(?=\/v?\d|\s|\(|$)/.exec(client ?? "")?.[0];
  return name === undefined || name === "" ? "client" : shorten(name, 24);
}

function textOf(block: unknown): string {
  const { text } = (block ?? {}) as { readonly text?: unknown };
  return typeof text === "string" ? text : "";
}
