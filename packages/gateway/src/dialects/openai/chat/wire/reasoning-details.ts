import type { ContentBlock } from "@toolcrib/core";
import { isRecord } from "@toolcrib/shared/json";
import { keepReasoning, restoreReasoning } from "../../shared/kept-reasoning.ts";
import { ownFieldsOf } from "./own-fields.ts";

type Fields = Readonly<Record<string, unknown>>;

const thoughts: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking"]);

/**
 * A thought as an entry of `reasoning_details`, the field in which several servers give thoughts with their proofs. A client that sends
 * it back lets the model go on thinking. Undefined for what needs no proof, and for thoughts of an upstream that speaks this dialect.
 */
export function reasoningDetail(block: ContentBlock, index: number): object | undefined {
  const { type, signature, data } = block as unknown as Fields;
  const proof = type === "thinking" ? signature : data;
  if (!thoughts.has(type) || "field" in ownFieldsOf(block) || typeof proof !== "string" || proof === "")
    return undefined;
  return { type: "reasoning.encrypted", data: keepReasoning(block), index };
}

/** The thoughts that a client sends back. Details of other servers mean nothing here. */
export function thoughtsIn(message: Fields): readonly ContentBlock[] {
  const { reasoning_details: details } = message;
  if (!Array.isArray(details)) return [];
  return details.flatMap((detail: unknown) => (isRecord(detail) ? (restoreReasoning(detail["data"]) ?? []) : []));
}
