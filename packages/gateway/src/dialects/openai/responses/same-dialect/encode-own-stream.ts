import type { ContentBlock } from "@toolcrib/core";
import type { ParsedRequest, StreamEncoder } from "../../../../contracts/client-dialect.ts";
import type { AnswerEvent, ApiErrorBody, BlockDelta, Usage } from "../../../../contracts/inner-form.ts";
import type { KeptObjects } from "../../../../contracts/kept-objects.ts";
import { foreignType } from "../../../../inner-form/foreign-type.ts";
import { writeSseEvent } from "../../../../sse/write-sse-event.ts";
import { toOpenAiError } from "../../shared/error-envelope.ts";
import type { Fields } from "../../shared/read-values.ts";
import type { AnswerOptions } from "../client/answer/encode-stream.ts";
import { endOf } from "../client/answer/response-object.ts";
import { keepResponse } from "../client/kept/kept-responses.ts";
import { type ResponseContext, responseContextOf } from "../client/request/answer-context.ts";
import { originalOf } from "../wire/original.ts";
import { OpenItem } from "./open-item.ts";
import { ownId, ownResponse } from "./own-response.ts";

const ping = ": ping\n\n";

/** Writes one answer of an upstream that speaks this API too: its own events, where the gateway has not changed what they say. */
export class OwnStreamEncoder implements StreamEncoder {
  readonly #request: ResponseContext;
  readonly #createdAt: number;
  readonly #kept: KeptObjects | undefined;
  readonly #output: Fields[] = [];
  readonly #stem: string;
  #id: string;
  #sequence = 0;
  #hasBegun = false;
  #open: OpenItem | undefined;
  #stopReason: string | null = null;
  #usage: Usage | undefined;
  #upstream: Fields | undefined;

  constructor(request: ParsedRequest, { createdAt, stem, kept }: AnswerOptions) {
    this.#kept = kept;
    this.#request = responseContextOf(request);
    this.#createdAt = createdAt;
    this.#stem = stem;
    this.#id = `resp_${stem}`;
  }

  encode(event: AnswerEvent): string {
    switch (event.type) {
      case "message_start":
        this.#usage = event.message.usage;
        this.#upstream = originalOf(event.message)?.whole as Fields | undefined;
        this.#id = ownId(this.#upstream, this.#stem, this.#kept);
        return this.#begin();
      case "content_block_start":
        return this.#begin() + this.#start(event.content_block);
      case "content_block_delta":
        return this.#delta(event.delta);
      case "message_delta":
        this.#stopReason = event.delta.stop_reason;
        this.#usage = { ...this.#usage, ...event.usage } as Usage;
        this.#upstream = (originalOf(event.delta)?.whole as Fields | undefined) ?? this.#upstream;
        return this.#close(endOf(this.#stopReason, event.delta).status === "incomplete" ? "incomplete" : "completed");
      case "message_stop":
        return this.#end();
      default:
        return this.#foreign(originalOf(event)?.whole as Fields | undefined);
    }
  }

  ping(): string {
    return ping;
  }

  error(body: ApiErrorBody, requestId: string): string {
    const { code, message, request_id } = toOpenAiError(body, requestId);
    const error = { code: code ?? "server_error", message, request_id };
    const failed = { ...this.#response("end_turn"), status: "failed", incomplete_details: null, error };
    return this.#begin() + this.#write("response.failed", { response: failed });
  }

  readonly #write = (type: string, fields: object): string =>
    writeSseEvent(type, { ...fields, type, sequence_number: this.#sequence++ });

  #begin(): string {
    if (this.#hasBegun) return "";
    this.#hasBegun = true;
    const response = { ...this.#response(null), status: "in_progress", usage: null };
    return this.#write("response.created", { response }) + this.#write("response.in_progress", { response });
  }

  #start(block: ContentBlock): string {
    if (this.#open?.takes(block) === true) return this.#open.nextPart(block);
    const before = this.#close("completed");
    const place = { stem: this.#stem, index: this.#output.length, names: this.#request.names };
    this.#open = OpenItem.of(block, place, this.#write);
    return before + (this.#open?.begin() ?? "");
  }

  #delta(delta: BlockDelta): string {
    if (delta.type !== foreignType) return this.#open?.delta(delta) ?? "";
    return this.#foreign(originalOf(delta)?.whole as Fields | undefined);
  }

  /** An event without a counterpart in the inner form. */
  #foreign(event: Fields | undefined): string {
    if (event === undefined || typeof event["type"] !== "string") return "";
    const isOfItem = this.#open !== undefined && event["output_index"] !== undefined;
    return this.#write(event["type"], isOfItem ? { ...event, output_index: this.#output.length } : event);
  }

  #close(status: "completed" | "incomplete"): string {
    if (this.#open === undefined) return "";
    const { item, events } = this.#open.finish(status);
    this.#open = undefined;
    this.#output.push(item);
    return events;
  }

  #end(): string {
    const before = this.#begin() + this.#close("completed");
    const response = this.#response(this.#stopReason);
    keepResponse({ ...response, id: this.#id, output: [...this.#output] }, this.#request.origin, this.#kept);
    const type = response["status"] === "incomplete" ? "response.incomplete" : "response.completed";
    return before + this.#write(type, { response });
  }

  #response(stopReason: string | null): Fields {
    return ownResponse({
      id: this.#id,
      createdAt: this.#createdAt,
      request: this.#request,
      output: [...this.#output],
      usage: this.#usage,
      upstream: this.#upstream,
      stopReason,
    });
  }
}
