import type { AnswerEvent } from "../../../../contracts/inner-form.ts";
import { brokenStream } from "../../../../errors/broken-stream.ts";
import type { BlockWriter } from "../../../shared/blocks/block-writer.ts";
import { customInput } from "../../shared/custom-tools.ts";
import type { AnswerContext } from "./answer-context.ts";
import type { CallPiece } from "./read-call.ts";
import { ownCall, takeCallId } from "./whole-answer.ts";

/** More calls than any answer has. */
const maxCalls = 10_000;

interface OpenCall {
  readonly position: number;
  /** As the server gives it. */
  id: string;
  name: string;
  metadata: CallPiece["metadata"];
  rest: CallPiece["rest"];
  /** The id of the block; undefined until the name is there. */
  block: string | undefined;
  /** Arguments that came before the name, and the text for a `custom` tool. */
  held: string;
  isCustom: boolean;
}

/**
 * The calls of a streamed answer. Servers count from any number, leave the index out, repeat the name in every piece, or give all
 * parallel calls one index and tell them apart by their ids.
 */
export class StreamedCalls {
  readonly #context: AnswerContext;
  readonly #writer: BlockWriter;
  readonly #calls: OpenCall[] = [];
  /** The latest call of each index. */
  readonly #byIndex = new Map<number, OpenCall>();

  constructor(context: AnswerContext, writer: BlockWriter) {
    this.#context = context;
    this.#writer = writer;
  }

  get count(): number {
    return this.#calls.length;
  }

  add(piece: CallPiece): readonly AnswerEvent[] {
    const call = this.#find(piece) ?? this.#open(piece);
    if (call.id === "") call.id = piece.id;
    if (call.name === "") call.name = piece.name;
    call.metadata ??= piece.metadata;
    call.isCustom ||= piece.isCustom;
    call.rest = { ...call.rest, ...piece.rest };
    const started = call.block === undefined && call.name !== "" ? this.#start(call) : [];
    if (call.block === undefined || call.isCustom) {
      call.held += piece.json;
      return started;
    }
    const held = call.held;
    call.held = "";
    return [...started, ...this.#pass(call.block, held + piece.json)];
  }

  /** What is left when nothing more comes. */
  end(): readonly AnswerEvent[] {
    return this.#calls.flatMap(({ position, block, held, isCustom }) => {
      if (block === undefined) throw brokenStream(`call ${position} has no name`);
      return isCustom ? this.#pass(block, JSON.stringify(customInput(held))) : [];
    });
  }

  #find({ index, id, name }: CallPiece): OpenCall | undefined {
    const isOther = (call: OpenCall): boolean => id !== "" && call.id !== "" && call.id !== id;
    if (index === undefined) {
      const last = this.#calls.at(-1);
      const begins = last === undefined || isOther(last) || (id === "" && name !== "" && last.name !== "");
      return begins ? undefined : last;
    }
    const known = this.#byIndex.get(index);
    return known === undefined || (isOther(known) && name !== "") ? undefined : known;
  }

  #open({ index, id }: CallPiece): OpenCall {
    if (this.#calls.length >= maxCalls) throw brokenStream(`it has more than ${maxCalls} calls`);
    const position = this.#calls.length;
    const base = { position, id, name: "", metadata: undefined, rest: {}, held: "", isCustom: false };
    const call: OpenCall = { ...base, block: undefined };
    this.#calls.push(call);
    if (index !== undefined) this.#byIndex.set(index, call);
    return call;
  }

  #start(call: OpenCall): readonly AnswerEvent[] {
    const id = takeCallId(call, call.position, this.#context);
    call.block = id;
    const name = this.#context.names.toClient(call.name);
    return this.#writer.start(id, { type: "tool_use", id, name, input: {}, ...ownCall(call, this.#context) } as never);
  }

  #pass(block: string, partial_json: string): readonly AnswerEvent[] {
    return partial_json === "" ? [] : this.#writer.delta(block, { type: "input_json_delta", partial_json });
  }
}
