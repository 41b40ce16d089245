import { blockOf } from "../../../shared/blocks.ts";
import { invalid } from "../../../shared/parameter-errors.ts";
import { type Fields, isAbsent, listAt, nameAt, oneOf, optional, recordAt } from "../../../shared/read-values.ts";
import { toolAdditions } from "../../../shared/tool-additions.ts";
import { parseLoadedTools } from "../tools/parse-tools.ts";
import type { ToolBook } from "../tools/tool-book.ts";
import type { ConversationBuilder } from "./conversation-builder.ts";
import { searchCallId } from "./search-ids.ts";

const mcpType: ReadonlySet<string> = new Set(["mcp"]);
const noTypes: ReadonlySet<string> = new Set();
const executions = new Set(["server", "client"] as const);
const maxIdLength = 256;
const nothingFound = "No tool was found.";

/** Reads the items of tool search: calls, what they found, and tools that come without a search. */
export class SearchItems {
  readonly #conversation: ConversationBuilder;
  readonly #book: ToolBook;
  /** Ids of the gateway's searches without a result so far. */
  readonly #open: string[] = [];
  readonly #clientCalls = new Set<string>();
  #count = 0;

  constructor(conversation: ConversationBuilder, book: ToolBook) {
    this.#conversation = conversation;
    this.#book = book;
  }

  addCall(item: Fields, field: string): void {
    const input = optional(item["arguments"], `${field}.arguments`, recordAt) ?? {};
    if (this.#executionOf(item, field) === "client") {
      const id = nameAt(item["call_id"], `${field}.call_id`, maxIdLength);
      this.#clientCalls.add(id);
      this.#conversation.call(id, blockOf({ type: "tool_use", id, name: "tool_search", input }));
      return;
    }
    this.#count += 1;
    const id = searchCallId(item["id"], "tsc_", this.#count);
    this.#open.push(id);
    this.#conversation.answer([blockOf({ type: "server_tool_use", id, name: "tool_search_tool_bm25", input })]);
  }

  addOutput(item: Fields, field: string): void {
    const isOfClient = this.#executionOf(item, field) === "client";
    const entries = parseLoadedTools(item["tools"], `${field}.tools`, isOfClient ? noTypes : mcpType);
    const id = isOfClient
      ? optional(item["call_id"], `${field}.call_id`, (value, at) => nameAt(value, at, maxIdLength))
      : this.#open.shift();
    const isAnswer = id !== undefined && (!isOfClient || this.#clientCalls.has(id));
    // The output of no call loads its tools all the same.
    if (!isAnswer) {
      this.#load(entries);
      return;
    }
    const listed = isOfClient ? [] : this.#listedIn(item["tools"], `${field}.tools`);
    const names = [...this.#book.addFound(entries), ...listed];
    const references = names.map((tool_name) => blockOf({ type: "tool_reference", tool_name }));
    if (isOfClient) {
      const content = references.length === 0 ? nothingFound : references;
      this.#conversation.result(id, blockOf({ type: "tool_result", tool_use_id: id, content }));
      return;
    }
    const content = { type: "tool_search_tool_search_result", tool_references: references };
    this.#conversation.answer([blockOf({ type: "tool_search_tool_result", tool_use_id: id, content })]);
  }

  /** `additional_tools`: at the beginning they are like those of `tools`, later they are loaded where they stand. */
  addTools(item: Fields, field: string): void {
    if (!isAbsent(item["role"]) && item["role"] !== "developer") throw invalid(`${field}.role`, "expected developer");
    const entries = parseLoadedTools(item["tools"], `${field}.tools`);
    if (this.#conversation.messages.length === 0) this.#book.addFirst(entries);
    else this.#load(entries);
  }

  /** The tools of MCP servers among those that a search of the gateway found. */
  #listedIn(value: unknown, field: string): readonly string[] {
    return listAt(value, field).flatMap((entry, position) => {
      const { type, server_label: label, allowed_tools: tools } = recordAt(entry, `${field}[${position}]`);
      if (type !== "mcp") return [];
      const names = listAt(tools, `${field}[${position}].allowed_tools`).filter((name) => typeof name === "string");
      return this.#book.addListed(nameAt(label, `${field}[${position}].server_label`), names);
    });
  }

  #load(entries: ReturnType<typeof parseLoadedTools>): void {
    const names = this.#book.addFound(entries);
    if (names.length > 0) this.#conversation.say(toolAdditions(names));
  }

  #executionOf(item: Fields, field: string): "server" | "client" {
    const given = optional(item["execution"], `${field}.execution`, (value, at) => oneOf(value, at, executions));
    return given ?? this.#book.search ?? (isAbsent(item["call_id"]) ? "server" : "client");
  }
}
