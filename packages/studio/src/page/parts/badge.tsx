import type { ComponentChildren, JSX } from "preact";

export type Tone = "neutral" | "good" | "warning" | "bad";

/** A short word in a box. The meaning is in the word; the colour only helps. */
export function Badge({
  tone = "neutral",
  children,
}: {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>;
}
