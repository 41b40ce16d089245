import type { ContentBlock } from "@toolcrib/core";
import { describeValue } from "@toolcrib/shared/errors";
import { callInput } from "../../../../inner-form/call-input.ts";
import { customInput } from "../shared/custom-tools.ts";
import { unsupported } from "./chat-error.ts";
import { contentBlocks, text } from "./content-parts.ts";
import { listAt, nameAt, optional, recordAt, textAt } from "./read-values.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the model said and called. Other fields, such as `reasoning_content`, are of no use to another model. */
export function assistantBlocks(message: Fields, field: string): readonly ContentBlock[] {
  for (const name of ["function_call", "audio"]) {
    if (message[name] !== undefined && message[name] !== null) {
      throw unsupported(
        `${field}.${name}`,
        name === "audio" ? "audio is not taken" : "it is deprecated; use tool_calls",
      );
    }
  }
  const refusal = optional(message["refusal"], `${field}.refusal`, textAt) ?? "";
  const calls = optional(message["tool_calls"], `${field}.tool_calls`, listAt) ?? [];
  return [
    ...(optional(message["content"], `${field}.content`, (content, at) =>
      contentBlocks(content, at, ["text", "refusal"]),
    ) ?? []),
    ...(refusal === "" ? [] : [text(refusal)]),
    ...calls.map((call, position) => callBlock(call, `${field}.tool_calls[${position}]`)),
  ];
}

function callBlock(value: unknown, field: string): ContentBlock {
  const call = recordAt(value, field);
  const type = call["type"] ?? "function";
  const id = nameAt(call["id"], `${field}.id`);
  if (type === "custom") {
    const custom = recordAt(call["custom"], `${field}.custom`);
    const name = nameAt(custom["name"], `${field}.custom.name`);
    return {
      type: "tool_use",
      id,
      name,
      input: customInput(textAt(custom["input"], `${field}.custom.input`)),
    } as ContentBlock;
  }
  if (type !== "function")
    throw unsupported(`${field}.type`, `expected function or custom, got ${describeValue(type)}`);
  const called = recordAt(call["function"], `${field}.function`);
  const name = nameAt(called["name"], `${field}.function.name`);
  return {
    type: "tool_use",
    id,
    name,
    input: callInput(textAt(called["arguments"], `${field}.function.arguments`)),
  } as ContentBlock;
}
