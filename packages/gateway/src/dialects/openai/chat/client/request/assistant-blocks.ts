import type { ContentBlock } from "@toolcrib/core";
import { describeValue } from "@toolcrib/shared/errors";
import { callInput } from "../../../../../inner-form/call-input.ts";
import { textBlock } from "../../../shared/blocks.ts";
import { customInput } from "../../../shared/custom-tools.ts";
import { invalid } from "../../../shared/parameter-errors.ts";
import { type Fields, listAt, nameAt, optional, recordAt, stringAt } from "../../../shared/read-values.ts";
import { withShared } from "../../../shared/shared-form.ts";
import { thoughtsIn } from "../../wire/reasoning-details.ts";
import { contentBlocks } from "./content-parts.ts";

/** What the model thought, said and called. Other fields, such as `reasoning_content`, are of no use to another model. */
export function assistantBlocks(message: Fields, field: string): readonly ContentBlock[] {
  const refusal = optional(message["refusal"], `${field}.refusal`, stringAt) ?? "";
  const calls = optional(message["tool_calls"], `${field}.tool_calls`, listAt) ?? [];
  return [
    ...thoughtsIn(message),
    ...(optional(message["content"], `${field}.content`, (content, at) =>
      contentBlocks(content, at, ["text", "refusal"]),
    ) ?? []),
    ...(refusal === "" ? [] : [textBlock(refusal)]),
    ...calls.map((call, position) => callBlock(call, `${field}.tool_calls[${position}]`)),
  ];
}

function callBlock(value: unknown, field: string): ContentBlock {
  const call = recordAt(value, field);
  const type = call["type"] ?? "function";
  if (type !== "function" && type !== "custom")
    throw invalid(`${field}.type`, `expected function or custom, got ${describeValue(type)}`);
  const id = nameAt(call["id"], `${field}.id`);
  const at = `${field}.${type}`;
  const called = recordAt(call[type], at);
  const name = nameAt(called["name"], `${at}.name`);
  const input =
    type === "custom"
      ? customInput(stringAt(called["input"], `${at}.input`))
      : callInput(stringAt(called["arguments"], `${at}.arguments`));
  const block = { type: "tool_use", id, name, input } as ContentBlock;
  return type === "custom" ? withShared(block, { custom: {} }) : block;
}
