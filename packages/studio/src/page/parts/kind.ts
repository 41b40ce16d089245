import type { IconName } from "./icon.tsx";

/** What a thing is about. Each kind has one colour and one icon, on every page. */
export type Kind = "search" | "call" | "cache" | "error" | "plain";

export const kindIcons: Readonly<Record<Kind, IconName>> = {
  search: "search",
  call: "call",
  cache: "cache",
  error: "error",
  plain: "request",
};

/** The look of a saving: the colour means that something was saved, so nothing and less have none. */
export function savedKind(saved: number | undefined): "saved" | "plain" {
  return saved !== undefined && saved > 0 ? "saved" : "plain";
}
