import type { ContentBlock } from "@toolcrib/core";
import { callInput } from "../../../../../inner-form/call-input.ts";
import { foreignType } from "../../../../../inner-form/foreign-type.ts";
import { listOf, textOf } from "../../../shared/loose-values.ts";
import { signThought } from "../../wire/kept-thought.ts";
import { type Fields, type Original, withOriginal } from "../../wire/original.ts";
import type { AnswerContext } from "./answer-context.ts";

/** The blocks of an item that is complete. */
export function readItem(item: Fields, context: AnswerContext): readonly ContentBlock[] {
  switch (item["type"]) {
    case "message":
      return partsOf(item).flatMap((part) => {
        const text = textOfPart(part);
        if (isRefusalPart(part) && !context.keepsOriginals) return [];
        return text === "" && !context.keepsOriginals ? [] : [noted({ type: "text", text }, { item, part }, context)];
      });
    case "reasoning":
      return [noted(thoughtBlock(item, context), { item }, context)];
    case "function_call":
    case "custom_tool_call":
      return [noted({ ...startOfCall(item, context), input: inputOf(item) }, { item }, context)];
    default:
      // Other clients cannot be shown what a tool of the upstream's own did.
      return context.keepsOriginals ? [noted({ type: foreignType }, { item }, context)] : [];
  }
}

/** A block with what it was made from, for clients that speak this API too. */
export function noted(block: object, original: Original, { keepsOriginals }: AnswerContext): ContentBlock {
  return (keepsOriginals ? withOriginal(block, original) : block) as ContentBlock;
}

/** A call without its arguments. */
export function startOfCall(item: Fields, { callIds, names }: AnswerContext): Fields {
  const namespace = item["namespace"];
  return {
    type: "tool_use",
    id: callIds.take({ id: textOf(item["call_id"]) }),
    name: names.toInner(textOf(item["name"]), typeof namespace === "string" ? namespace : undefined),
    input: {},
  };
}

function inputOf(item: Fields): unknown {
  return item["type"] === "custom_tool_call" ? { input: textOf(item["input"]) } : callInput(textOf(item["arguments"]));
}

function thoughtBlock(item: Fields, { upstreamName }: AnswerContext): object {
  const texts = [...listOf(item["summary"]), ...listOf(item["content"])].map((part) => textOf(part["text"]));
  return { type: "thinking", thinking: texts.join("\n\n"), signature: signThought(upstreamName, item) };
}

export function partsOf(item: Fields): readonly Fields[] {
  return listOf(item["content"]);
}

export function textOfPart(part: Fields): string {
  return textOf(isRefusalPart(part) ? part["refusal"] : part["text"]);
}

export function isRefusalPart({ type }: Fields): boolean {
  return type === "refusal";
}

/** What the model says about its refusal; undefined for an item without one. */
export function refusalOf(item: Fields): string | undefined {
  const refusals = item["type"] === "message" ? partsOf(item).filter(isRefusalPart) : [];
  return refusals.length === 0 ? undefined : refusals.map(textOfPart).join("\n\n");
}

export function isCall({ type }: Fields): boolean {
  return type === "function_call" || type === "custom_tool_call";
}
