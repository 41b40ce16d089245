import { callInput } from "../../../../../inner-form/call-input.ts";
import { blockOf, textBlock } from "../../../shared/blocks.ts";
import { invalid } from "../../../shared/parameter-errors.ts";
import {
  booleanAt,
  type Fields,
  isAbsent,
  listAt,
  nameAt,
  optional,
  recordAt,
  stringAt,
} from "../../../shared/read-values.ts";
import { callerField } from "../programs/caller-field.ts";
import type { ToolBook } from "../tools/tool-book.ts";
import type { ConversationBuilder } from "./conversation-builder.ts";
import type { ProgramItems } from "./program-input.ts";

/** A call of an MCP tool whose result is not in the conversation. */
export interface OpenMcpCall {
  readonly server_label: string;
  readonly name: string;
  readonly arguments: string;
  readonly approval_request_id: string | null;
  /** The program that made the call, as items name it. */
  readonly caller?: object | undefined;
}

const maxLength = 512;
const lostOutput = "The output of this call is no longer available.";
const callId = /^mcptoolu_[\w-]{1,128}$/;

/** Reads the items of MCP servers: listings, calls, and what the client was asked about them. */
export class McpItems {
  /** By the ids of their blocks. */
  readonly open: Map<string, OpenMcpCall> = new Map();
  readonly #conversation: ConversationBuilder;
  readonly #book: ToolBook;
  readonly #programs: ProgramItems;
  readonly #unanswered = new Set<string>();

  constructor(conversation: ConversationBuilder, book: ToolBook, programs: ProgramItems) {
    this.#conversation = conversation;
    this.#book = book;
    this.#programs = programs;
  }

  addListing(item: Fields, field: string): void {
    const mcp_server_name = nameAt(item["server_label"], `${field}.server_label`, maxLength);
    const tools = listAt(item["tools"], `${field}.tools`).map((value, position) => {
      const { name, description, input_schema } = recordAt(value, `${field}.tools[${position}]`);
      const at = `${field}.tools[${position}].name`;
      return {
        name: nameAt(name, at, maxLength),
        ...(typeof description === "string" && { description }),
        input_schema,
      };
    });
    this.#book.addListed(
      mcp_server_name,
      tools.map(({ name }) => name),
    );
    this.#conversation.answer([blockOf({ type: "mcp_tool_listing", mcp_server_name, tools })]);
  }

  addCall(item: Fields, field: string): void {
    const id = blockIdOf(item["id"], "mcp_", `${field}.id`);
    if (!this.open.has(id)) this.#call(id, item, field, null);
    const isError = !isAbsent(item["error"]);
    const output = optional(item["output"], `${field}.output`, stringAt);
    // Only a call that was never made is open. To make any other one again could do harm.
    if (item["status"] === "incomplete" && output === undefined && !isError) return;
    this.#result(id, output ?? (isError ? errorText(item["error"]) : lostOutput), isError);
  }

  addRequest(item: Fields, field: string): void {
    const id = blockIdOf(item["id"], "mcpr_", `${field}.id`);
    this.#call(id, item, field, nameAt(item["id"], `${field}.id`, maxLength));
    this.#unanswered.add(id);
  }

  addResponse(item: Fields, field: string): void {
    const at = `${field}.approval_request_id`;
    const id = blockIdOf(item["approval_request_id"], "mcpr_", at);
    if (!this.#unanswered.delete(id)) throw invalid(at, "no approval request has this id");
    if (booleanAt(item["approve"], `${field}.approve`)) return;
    const reason = optional(item["reason"], `${field}.reason`, stringAt) ?? "";
    this.#result(id, `The user did not approve this call. ${reason}`.trim(), true);
  }

  /** Calls without an approval are not made. */
  end(): void {
    for (const id of this.#unanswered) this.#result(id, "The user did not approve this call.", true);
  }

  #call(id: string, item: Fields, field: string, approval_request_id: string | null): void {
    const server_label = nameAt(item["server_label"], `${field}.server_label`, maxLength);
    const name = nameAt(item["name"], `${field}.name`, maxLength);
    const given = stringAt(item["arguments"], `${field}.arguments`);
    const caller = this.#programs.callerOf(id);
    this.open.set(id, { server_label, name, arguments: given, approval_request_id, ...callerField(caller) });
    const block = { type: "mcp_tool_use", id, name, server_name: server_label, input: callInput(given) };
    this.#conversation.answer([blockOf(caller === undefined ? block : { ...block, caller })]);
  }

  #result(id: string, text: string, is_error: boolean): void {
    this.open.delete(id);
    const content = text === "" ? [] : [textBlock(text)];
    this.#conversation.answer([blockOf({ type: "mcp_tool_result", tool_use_id: id, is_error, content })]);
  }
}

/** The id of the block that an item was made of. */
function blockIdOf(value: unknown, prefix: "mcp_" | "mcpr_", field: string): string {
  const id = nameAt(value, field, maxLength);
  const own = id.startsWith(prefix) ? id.slice(prefix.length) : "";
  if (!callId.test(own)) throw invalid(field, "expected an id that this gateway has given");
  return own;
}

function errorText(error: unknown): string {
  if (typeof error === "string") return error;
  const { content } = recordAt(error, "error");
  const texts = Array.isArray(content) ? content.map((part) => (part as { readonly text?: unknown } | null)?.text) : [];
  return texts.filter((text) => typeof text === "string").join("\n") || JSON.stringify(error);
}
