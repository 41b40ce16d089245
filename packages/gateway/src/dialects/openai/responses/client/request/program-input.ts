import type { ContentBlock } from "@toolcrib/core";
import { isRecord } from "@toolcrib/shared/json";
import { programCaller, programToolName } from "../../../../../inner-form/program-parts.ts";
import { blockOf } from "../../../shared/blocks.ts";
import { invalid } from "../../../shared/parameter-errors.ts";
import { type Fields, isAbsent, nameAt, optional, stringAt } from "../../../shared/read-values.ts";
import type { ConversationBuilder } from "./conversation-builder.ts";

const maxIdLength = 256;
const ownId = /^srvtoolu_[\w-]{1,128}$/;

/** Reads the items of programs, and who made a call. */
export class ProgramItems {
  readonly #conversation: ConversationBuilder;
  readonly #ids = new Set<string>();

  constructor(conversation: ConversationBuilder) {
    this.#conversation = conversation;
  }

  addProgram(item: Fields, field: string): void {
    const id = nameAt(item["call_id"], `${field}.call_id`, maxIdLength);
    if (!ownId.test(id)) throw invalid(`${field}.call_id`, "expected an id that this gateway has given");
    const code = stringAt(item["code"], `${field}.code`);
    const fingerprint = optional(item["fingerprint"], `${field}.fingerprint`, stringAt);
    this.#ids.add(id);
    const block = { type: "server_tool_use", id, name: programToolName, input: { code }, fingerprint };
    this.#conversation.answer([blockOf(block)]);
  }

  addOutput(item: Fields, field: string): void {
    const id = this.#known(item["call_id"], `${field}.call_id`);
    const stdout = stringAt(item["result"], `${field}.result`);
    const return_code = item["status"] === "incomplete" ? 1 : 0;
    const content = { type: "code_execution_result", stdout, stderr: "", return_code, content: [] };
    this.#conversation.answer([blockOf({ type: "code_execution_tool_result", tool_use_id: id, content })]);
  }

  /** The block of a call with its caller. A call of a program needs the program. */
  called(block: ContentBlock, caller: unknown, field: string): ContentBlock {
    if (isAbsent(caller) || !isRecord(caller) || caller["type"] !== "program") return block;
    const program = this.#known(caller["caller_id"], `${field}.caller.caller_id`);
    return { ...block, caller: programCaller(program) } as ContentBlock;
  }

  /** The program that made a call of an MCP tool; undefined for a call of the model. The id tells it: clients leave unknown fields out. */
  callerOf(mcpCall: string): object | undefined {
    const program = `srvtoolu_${mcpCall.replace(/^mcptoolu_/, "").replace(/_\d+$/, "")}`;
    return this.#ids.has(program) ? programCaller(program) : undefined;
  }

  #known(value: unknown, field: string): string {
    const id = nameAt(value, field, maxIdLength);
    if (!this.#ids.has(id)) throw invalid(field, "no program with this call_id comes before it");
    return id;
  }
}
