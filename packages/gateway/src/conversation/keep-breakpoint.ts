import type { ContentBlock, Message } from "@toolcrib/core";

/** Messages that replace one of the client's: its cache breakpoint moves to their last block. */
export function withBreakpointOf({ content }: Message, messages: readonly Message[]): readonly Message[] {
  const last = messages.at(-1);
  if (last === undefined || typeof last.content === "string" || typeof content === "string") return messages;
  const breakpoint = content.map(breakpointOf).findLast((mark) => mark !== undefined);
  const block = last.content.at(-1);
  if (breakpoint === undefined || block === undefined) return messages;
  const marked = { ...block, cache_control: breakpoint } as ContentBlock;
  return messages.with(-1, { ...last, content: last.content.with(-1, marked) });
}

function breakpointOf(block: ContentBlock): unknown {
  return (block as { readonly cache_control?: unknown }).cache_control ?? undefined;
}
