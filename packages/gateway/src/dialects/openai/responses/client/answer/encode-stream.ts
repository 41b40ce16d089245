import type { ParsedRequest, StreamEncoder } from "../../../../../contracts/client-dialect.ts";
import type { AnswerEvent, ApiErrorBody, Usage } from "../../../../../contracts/inner-form.ts";
import type { KeptObjects } from "../../../../../contracts/kept-objects.ts";
import { BlockBuilder } from "../../../../../inner-form/block-builder.ts";
import { writeSseEvent } from "../../../../../sse/write-sse-event.ts";
import { toOpenAiError } from "../../../shared/error-envelope.ts";
import type { Fields } from "../../../shared/read-values.ts";
import { keepResponse } from "../kept/kept-responses.ts";
import { type ResponseContext, responseContextOf } from "../request/answer-context.ts";
import type { OutputItem } from "./item-types.ts";
import { isMcpBlock, McpOutput, mcpEvents } from "./mcp-output.ts";
import { refusalItem } from "./output-item.ts";
import { endOf, type ResponseObject, type ResponseParts, responseObject } from "./response-object.ts";
import { refusalEvents, type StreamedItem, streamItem } from "./streamed-item.ts";

/** A comment: clients skip it. */
const ping = ": ping\n\n";

export interface AnswerOptions {
  readonly createdAt: number;
  /** What the ids of the response and of its items are made of. Upstreams may repeat the ids of their messages. */
  readonly stem: string;
  readonly kept: KeptObjects | undefined;
}

/** Writes one answer as the events of the Responses API. */
export class ResponsesStreamEncoder implements StreamEncoder {
  readonly #request: ResponseContext;
  readonly #createdAt: number;
  readonly #kept: KeptObjects | undefined;
  readonly #output: OutputItem[] = [];
  readonly #stem: string;
  #sequence = 0;
  #hasBegun = false;
  readonly #mcp: McpOutput;
  #open: StreamedItem | undefined;
  #openMcp: BlockBuilder | undefined;
  #stopReason: string | null = null;
  #ending: Fields = {};
  #usage: Usage | undefined;

  constructor(request: ParsedRequest, { createdAt, stem, kept }: AnswerOptions) {
    this.#request = responseContextOf(request);
    this.#createdAt = createdAt;
    this.#stem = stem;
    this.#kept = kept;
    this.#mcp = new McpOutput(this.#request);
  }

  encode(event: AnswerEvent): string {
    switch (event.type) {
      case "message_start":
        this.#usage = event.message.usage;
        return this.#begin();
      case "content_block_start": {
        const before = this.#begin() + this.#close("completed");
        if (isMcpBlock(event.content_block)) {
          this.#openMcp = new BlockBuilder(event.content_block);
          return before;
        }
        const place = { stem: this.#stem, index: this.#output.length, names: this.#mcp.names };
        this.#open = streamItem(event.content_block, place, this.#write);
        return before + (this.#open?.begin() ?? "");
      }
      case "content_block_delta":
        this.#openMcp?.add(event.delta);
        return this.#open?.delta(event.delta) ?? "";
      case "message_delta":
        this.#stopReason = event.delta.stop_reason;
        this.#ending = event.delta;
        this.#usage = { ...this.#usage, ...event.usage } as Usage;
        return this.#close(endOf(this.#stopReason, this.#ending).status === "incomplete" ? "incomplete" : "completed");
      case "message_stop":
        return this.#end();
      default:
        // The end of a block is written with the event after it, which may tell that the answer is incomplete.
        return "";
    }
  }

  ping(): string {
    return ping;
  }

  error(body: ApiErrorBody, requestId: string): string {
    const { code, message, request_id } = toOpenAiError(body, requestId);
    const error = { code: code ?? "server_error", message, request_id };
    const failed = { status: "failed", incomplete_details: null, error } as const;
    return this.#begin() + this.#write("response.failed", { response: this.#response(failed) });
  }

  readonly #write = (type: string, fields: object): string =>
    writeSseEvent(type, { type, sequence_number: this.#sequence++, ...fields });

  #begin(): string {
    if (this.#hasBegun) return "";
    this.#hasBegun = true;
    const response = this.#response({ status: "in_progress", incomplete_details: null, usage: undefined });
    return this.#write("response.created", { response }) + this.#write("response.in_progress", { response });
  }

  #close(status: "completed" | "incomplete"): string {
    if (this.#openMcp !== undefined) {
      const block = this.#openMcp.build();
      this.#openMcp = undefined;
      return this.#writeItems(this.#mcp.add(block, () => `mcpl_${this.#stem}_${this.#output.length}`));
    }
    if (this.#open === undefined) return "";
    const { item, events } = this.#open.finish(status);
    this.#open = undefined;
    this.#output.push(item);
    return events;
  }

  /** Items that are known only when they are complete. */
  #writeItems(items: readonly OutputItem[]): string {
    return items
      .map((item) => {
        const output_index = this.#output.push(item) - 1;
        return (
          this.#write("response.output_item.added", { output_index, item }) +
          mcpEvents(item, output_index, this.#write) +
          this.#write("response.output_item.done", { output_index, item })
        );
      })
      .join("");
  }

  #writeRefusal(): string {
    const index = this.#output.length;
    const item = refusalItem(this.#ending, { stem: this.#stem, index });
    if (item === undefined) return "";
    this.#output.push(item);
    return refusalEvents(item, index, this.#write);
  }

  #end(): string {
    const before = this.#begin() + this.#close("completed") + this.#writeItems(this.#mcp.end()) + this.#writeRefusal();
    const end = endOf(this.#stopReason, this.#ending);
    const response = this.#response(end);
    keepResponse(response, this.#request.origin, this.#kept);
    return before + this.#write(`response.${end.status}`, { response });
  }

  #response(parts: Pick<ResponseParts, "status" | "incomplete_details"> & Partial<ResponseParts>): ResponseObject {
    return responseObject({
      id: `resp_${this.#stem}`,
      createdAt: this.#createdAt,
      request: this.#request,
      output: [...this.#output],
      usage: this.#usage,
      ...parts,
    });
  }
}
