import type { ToolUseBlock } from "@toolcrib/core";
import type { WrappedCallParts, WrappedCallReader } from "@toolcrib/core/loaders";
import { parseJson, writeExactly } from "@toolcrib/shared/json";
import type { AnswerEvent, BlockDelta, EventFields } from "../contracts/inner-form.ts";
import { invalidArguments } from "../inner-form/call-input.ts";
import type { BlockHandler, OpenedBlock } from "./block-handler.ts";

/** Rewrites a call of a loader's wrapper tool into a call of the real tool while it streams, holding back only what precedes the name. */
export class WrappedCallHandler implements BlockHandler {
  readonly #reader: WrappedCallReader;
  readonly #openReal: (name: string) => OpenedBlock;
  readonly #checkArguments: (text: string) => void;
  readonly #early: WrappedCallParts | undefined;
  #real: BlockHandler | undefined;

  /** `checkArguments` gets each piece of the real call's arguments, and throws if they are too much. */
  constructor(
    call: ToolUseBlock,
    reader: WrappedCallReader,
    openReal: (name: string) => OpenedBlock,
    checkArguments: (text: string) => void,
  ) {
    this.#reader = reader;
    this.#openReal = openReal;
    this.#checkArguments = checkArguments;
    // In a non-streamed answer the arguments are already complete.
    if (hasArguments(call.input)) this.#early = this.#reader.push(asWritten(writeExactly(call.input)));
  }

  *delta(delta: BlockDelta, fields: EventFields): Generator<AnswerEvent> {
    if (delta.type !== "input_json_delta") return;
    const { partial_json: piece } = delta as { readonly partial_json?: unknown };
    if (typeof piece === "string") yield* this.#pass(this.#reader.push(asWritten(piece)), fields);
  }

  *stop(fields: EventFields): Generator<AnswerEvent> {
    if (this.#early !== undefined) yield* this.#pass(this.#early);
    if (this.#reader.name === undefined) yield* this.#open("");
    yield* this.#pass(this.#reader.end());
    yield* this.#real?.stop(fields) ?? [];
  }

  *#pass({ name, argumentText }: WrappedCallParts, fields: EventFields = {}): Generator<AnswerEvent> {
    if (name !== undefined) yield* this.#open(name);
    if (argumentText === "") return;
    this.#checkArguments(argumentText);
    yield* this.#real?.delta({ type: "input_json_delta", partial_json: argumentText }, fields) ?? [];
  }

  *#open(name: string): Generator<AnswerEvent> {
    const opened = this.#openReal(name);
    this.#real = opened.handler;
    yield* opened.start;
  }
}

/** Invalid JSON of an answer that comes whole is wrapped, but the tool's name may be readable in it, as in a stream. */
function asWritten(json: string): string {
  return (json.includes("INVALID_JSON") ? invalidArguments(parseJson(json)) : undefined) ?? json;
}

function hasArguments(input: unknown): boolean {
  return typeof input === "object" && input !== null && Object.keys(input).length > 0;
}
