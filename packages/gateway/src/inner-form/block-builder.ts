import type { ContentBlock } from "@toolcrib/core";
import { isNestedTooDeeply, parseJson } from "@toolcrib/shared/json";
import type { BlockDelta } from "../contracts/inner-form.ts";
import { callInput } from "./call-input.ts";

/** Assembles a content block from its start and its deltas. */
export class BlockBuilder {
  readonly #start: ContentBlock;
  readonly #fields: Record<string, unknown> = {};
  #json = "";
  /** Grows in place: copying it for each citation would take quadratic time. */
  #citations: unknown[] | undefined;

  constructor(start: ContentBlock) {
    this.#start = start;
  }

  add(delta: BlockDelta): void {
    const fields = delta as Readonly<Record<string, unknown>>;
    switch (delta.type) {
      case "text_delta":
        this.#append("text", fields["text"]);
        break;
      case "thinking_delta":
        this.#append("thinking", fields["thinking"]);
        break;
      case "signature_delta":
        this.#fields["signature"] = fields["signature"];
        break;
      case "input_json_delta":
        this.#json += textOf(fields["partial_json"]);
        break;
      case "citations_delta":
        this.#citations ??= [...this.#listOf("citations")];
        this.#citations.push(fields["citation"]);
        break;
      case "compaction_delta":
        this.#fields["content"] = fields["content"];
        break;
      default:
        // The SDK's accumulators ignore unknown deltas too.
        break;
    }
  }

  build(): ContentBlock {
    // Most blocks have no arguments, and failing to parse an empty text is slow.
    return this.#built(this.#json === "" ? undefined : (readJson(this.#json) ?? this.#valueOf("input")));
  }

  /** The same with a call's invalid arguments repaired, as in an answer that comes whole. */
  buildRepaired(): ContentBlock {
    return this.#built(this.#json.trim() === "" ? this.#valueOf("input") : callInput(this.#json));
  }

  #built(input: unknown): ContentBlock {
    if (this.#json !== "") this.#fields["input"] = input;
    const citations = this.#citations === undefined ? {} : { citations: [...this.#citations] };
    return { ...this.#start, ...this.#fields, ...citations };
  }

  #append(field: string, text: unknown): void {
    this.#fields[field] = textOf(this.#fields[field] ?? this.#valueOf(field)) + textOf(text);
  }

  #listOf(field: string): readonly unknown[] {
    const value = this.#valueOf(field);
    return Array.isArray(value) ? value : [];
  }

  #valueOf(field: string): unknown {
    return (this.#start as unknown as Readonly<Record<string, unknown>>)[field];
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function readJson(text: string): unknown {
  const value = parseJson(text);
  // A value that cannot be serialised again counts as unreadable.
  return isNestedTooDeeply(value) ? undefined : value;
}
