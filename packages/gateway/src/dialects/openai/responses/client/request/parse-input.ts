import type { ContentBlock, Message } from "@toolcrib/core";
import { callInput } from "../../../../../inner-form/call-input.ts";
import { textBlock } from "../../../shared/blocks.ts";
import { customInput } from "../../../shared/custom-tools.ts";
import { restoreReasoning } from "../../../shared/kept-reasoning.ts";
import { pairCalls } from "../../../shared/pair-calls.ts";
import { invalid, wrongType } from "../../../shared/parameter-errors.ts";
import { type Fields, isAbsent, nameAt, oneOf, optional, recordAt, stringAt } from "../../../shared/read-values.ts";
import { withShared } from "../../../shared/shared-form.ts";
import { modelNameOf } from "../../wire/tool-names.ts";
import type { ToolBook } from "../tools/tool-book.ts";
import { ConversationBuilder } from "./conversation-builder.ts";
import { itemNotFound } from "./item-references.ts";
import { McpItems } from "./mcp-input.ts";
import { parseContent } from "./parse-content.ts";
import { ProgramItems } from "./program-input.ts";
import { SearchItems } from "./search-items.ts";

/** The conversation in the inner form. */
interface ParsedInput {
  readonly system: readonly ContentBlock[];
  readonly messages: readonly Message[];
  /** Calls of MCP tools without a result. */
  readonly openMcpCalls: McpItems["open"];
}

/** What the items of a conversation become. */
interface Reading {
  readonly conversation: ConversationBuilder;
  readonly system: ContentBlock[];
  readonly book: ToolBook;
  readonly searches: SearchItems;
  readonly mcp: McpItems;
  readonly programs: ProgramItems;
}

type AddItem = (item: Fields, field: string, reading: Reading) => void;

const maxNameLength = 256;
const roles = new Set(["user", "assistant", "system", "developer"] as const);

/** The items of `input`, which may also be a text. */
export function inputItems(input: unknown): readonly unknown[] {
  if (typeof input === "string") return [{ role: "user", content: input }];
  if (!Array.isArray(input)) throw wrongType("input", "a string or an array", input);
  return input;
}

/** Parses `instructions`, the items of earlier responses, and those of this request. Tools that items bring are added to the book. */
export function parseInput(
  instructions: unknown,
  items: { readonly earlier: readonly unknown[]; readonly input: readonly unknown[] },
  book: ToolBook,
): ParsedInput {
  const instructionText = optional(instructions, "instructions", stringAt) ?? "";
  const system: ContentBlock[] = instructionText === "" ? [] : [textBlock(instructionText)];
  const conversation = new ConversationBuilder();
  const programs = new ProgramItems(conversation);
  const mcp = new McpItems(conversation, book, programs);
  const searches = new SearchItems(conversation, book);
  const reading: Reading = { conversation, system, book, searches, mcp, programs };
  for (const [position, value] of [...items.earlier, ...items.input].entries()) {
    const own = position - items.earlier.length;
    const field = own < 0 ? "previous_response_id" : `input[${own}]`;
    const item = recordAt(value, field);
    const type = isAbsent(item["type"]) ? "message" : stringAt(item["type"], `${field}.type`);
    const add = addItem.get(type);
    if (add === undefined) throw invalid(`${field}.type`, "expected an item that this gateway can read");
    add(item, field, reading);
  }
  mcp.end();
  const messages = pairCalls(conversation.end(), "input");
  if (messages.length === 0) throw invalid("input", "expected at least one message that is not a system message");
  return { system, messages, openMcpCalls: mcp.open };
}

const addItem: ReadonlyMap<string, AddItem> = new Map<string, AddItem>([
  ["message", addMessage],
  ["reasoning", addReasoning],
  ["function_call", addCall],
  ["custom_tool_call", addCall],
  ["function_call_output", addResult],
  ["custom_tool_call_output", addResult],
  ["tool_search_call", (item, field, { searches }) => searches.addCall(item, field)],
  ["tool_search_output", (item, field, { searches }) => searches.addOutput(item, field)],
  ["additional_tools", (item, field, { searches }) => searches.addTools(item, field)],
  ["item_reference", rejectReference],
  ["mcp_list_tools", (item, field, { mcp }) => mcp.addListing(item, field)],
  ["mcp_call", (item, field, { mcp }) => mcp.addCall(item, field)],
  ["mcp_approval_request", (item, field, { mcp }) => mcp.addRequest(item, field)],
  ["mcp_approval_response", (item, field, { mcp }) => mcp.addResponse(item, field)],
  ["program", (item, field, { programs }) => programs.addProgram(item, field)],
  ["program_output", (item, field, { programs }) => programs.addOutput(item, field)],
]);

/** A reference to an item that is kept is replaced by it before. */
function rejectReference(item: Fields, field: string): never {
  throw itemNotFound(nameAt(item["id"], `${field}.id`, maxNameLength));
}

function addMessage(item: Fields, field: string, { conversation, system }: Reading): void {
  const role = oneOf(item["role"], `${field}.role`, roles);
  const content = parseContent(item["content"], `${field}.content`);
  if (content.length === 0) return;
  if (role === "assistant") conversation.answer(content);
  else if (role === "user") conversation.say({ role, content });
  else if (conversation.messages.length === 0) for (const block of content) system.push(block);
  else conversation.say({ role: "system", content });
}

function addReasoning(item: Fields, _field: string, { conversation }: Reading): void {
  const thought = restoreReasoning(item["encrypted_content"]);
  if (thought !== undefined) conversation.answer([thought]);
}

function addCall(item: Fields, field: string, { conversation, book, programs }: Reading): void {
  const id = nameAt(item["call_id"], `${field}.call_id`, maxNameLength);
  const bare = nameAt(item["name"], `${field}.name`, maxNameLength);
  const namespace = optional(item["namespace"], `${field}.namespace`, (value, at) => nameAt(value, at, maxNameLength));
  const name = modelNameOf(bare, namespace, book.names);
  const input =
    item["type"] === "function_call"
      ? callInput(stringAt(item["arguments"], `${field}.arguments`))
      : customInput(stringAt(item["input"], `${field}.input`));
  const block = programs.called({ type: "tool_use", id, name, input } as ContentBlock, item["caller"], field);
  conversation.call(id, item["type"] === "custom_tool_call" ? withShared(block, { custom: {} }) : block);
}

function addResult(item: Fields, field: string, { conversation }: Reading): void {
  const id = nameAt(item["call_id"], `${field}.call_id`, maxNameLength);
  const output = item["output"];
  const content = typeof output === "string" ? output : parseContent(output, `${field}.output`);
  conversation.result(id, { type: "tool_result", tool_use_id: id, content } as ContentBlock);
}
