import type { ContentBlock } from "@toolcrib/core";
import type { Fields } from "./read-values.ts";

export function textBlock(text: string): { readonly type: "text"; readonly text: string } {
  return { type: "text", text };
}

/** A block of a type that the engine does not know. */
export function blockOf(fields: Fields & { readonly type: string }): ContentBlock {
  return fields;
}
