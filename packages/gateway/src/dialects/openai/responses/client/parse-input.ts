import type { ContentBlock, Message } from "@toolcrib/core";
import { callInput } from "../../../../inner-form/call-input.ts";
import { customInput } from "../../shared/custom-tools.ts";
import { invalid, unsupported } from "../../shared/parameter-errors.ts";
import {
  type Fields,
  isAbsent,
  listAt,
  nameAt,
  oneOf,
  optional,
  recordAt,
  stringAt,
} from "../../shared/read-values.ts";
import { checkType } from "../../shared/support.ts";
import { ConversationBuilder } from "./conversation-builder.ts";
import { restoreReasoning } from "./kept-reasoning.ts";
import { parseContent, textBlock } from "./parse-content.ts";
import { itemTypes } from "./support-table.ts";
import { flatName } from "./tool-names.ts";

/** The conversation in the inner form. */
interface ParsedInput {
  readonly system: readonly ContentBlock[];
  readonly messages: readonly Message[];
}

const maxNameLength = 256;
const roles = new Set(["user", "assistant", "system", "developer"] as const);

/** The items of `input`, which may also be a text. */
export function inputItems(input: unknown): readonly unknown[] {
  return typeof input === "string" ? [{ role: "user", content: input }] : listAt(input, "input");
}

/** Parses `instructions`, the items of earlier responses, and those of this request. */
export function parseInput(instructions: unknown, earlier: readonly unknown[], input: readonly unknown[]): ParsedInput {
  const said = optional(instructions, "instructions", stringAt) ?? "";
  const system: ContentBlock[] = said === "" ? [] : [textBlock(said)];
  const conversation = new ConversationBuilder();
  for (const [position, value] of [...earlier, ...input].entries()) {
    const own = position - earlier.length;
    const field = own < 0 ? "previous_response_id" : `input[${own}]`;
    addItem(recordAt(value, field), field, conversation, system);
  }
  const messages = conversation.end();
  if (messages.length === 0) throw invalid("input", "expected at least one message that is not a system message");
  return { system, messages };
}

function addItem(item: Fields, field: string, conversation: ConversationBuilder, system: ContentBlock[]): void {
  const type = isAbsent(item["type"]) ? "message" : stringAt(item["type"], `${field}.type`);
  checkType(type, field, itemTypes);
  if (type === "message") addMessage(item, field, conversation, system);
  else if (type === "reasoning") addReasoning(item, conversation);
  else if (type === "function_call" || type === "custom_tool_call") addCall(item, type, field, conversation);
  else addResult(item, field, conversation);
}

function addMessage(item: Fields, field: string, conversation: ConversationBuilder, system: ContentBlock[]): void {
  const role = oneOf(item["role"], `${field}.role`, roles);
  const content = parseContent(item["content"], `${field}.content`);
  if (content.length === 0) return;
  if (role === "assistant") conversation.answer(content);
  else if (role === "user") conversation.say({ role, content });
  else if (content.some((block) => block.type !== "text")) {
    throw unsupported(`${field}.content`, "messages of the system hold text only");
  } else if (conversation.messages.length === 0) system.push(...content);
  else conversation.say({ role: "system", content });
}

function addReasoning(item: Fields, conversation: ConversationBuilder): void {
  const thought = restoreReasoning(item["encrypted_content"]);
  if (thought !== undefined) conversation.answer([thought]);
}

function addCall(item: Fields, type: string, field: string, conversation: ConversationBuilder): void {
  const id = nameAt(item["call_id"], `${field}.call_id`, maxNameLength);
  const bare = nameAt(item["name"], `${field}.name`, maxNameLength);
  const namespace = optional(item["namespace"], `${field}.namespace`, (value, place) =>
    nameAt(value, place, maxNameLength),
  );
  const name = namespace === undefined ? bare : flatName(namespace, bare);
  const input =
    type === "function_call"
      ? callInput(stringAt(item["arguments"], `${field}.arguments`))
      : customInput(stringAt(item["input"], `${field}.input`));
  conversation.call(id, { type: "tool_use", id, name, input } as ContentBlock);
}

function addResult(item: Fields, field: string, conversation: ConversationBuilder): void {
  const id = nameAt(item["call_id"], `${field}.call_id`, maxNameLength);
  const output = item["output"];
  const content = typeof output === "string" ? output : parseContent(output, `${field}.output`);
  conversation.result(id, { type: "tool_result", tool_use_id: id, content } as ContentBlock);
}
