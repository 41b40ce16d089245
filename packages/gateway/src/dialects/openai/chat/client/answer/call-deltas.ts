import { writeExactly } from "@toolcrib/shared/json";
import { callInput } from "../../../../../inner-form/call-input.ts";
import { customText } from "../../../shared/custom-tools.ts";
import { ownFieldsOf } from "../../wire/own-fields.ts";

type Fields = Readonly<Record<string, unknown>>;

interface OpenCall {
  /** Counts the calls of the answer. */
  readonly position: number;
  readonly id: unknown;
  readonly name: string;
  readonly isCustom: boolean;
  /** The arguments of a custom tool, which are held until they are whole. */
  held: string;
  hasArguments: boolean;
}

/** The calls of a streamed answer as entries of `delta.tool_calls`: id and name once, then the arguments as they come. */
export class CallDeltas {
  readonly #customTools: ReadonlySet<string>;
  /** By the index of their block. */
  readonly #calls = new Map<number, OpenCall>();

  constructor(customTools: ReadonlySet<string>) {
    this.#customTools = customTools;
  }

  start(index: number, block: Fields): object | undefined {
    const { id, input } = block;
    const name = String(block["name"]);
    // A block may come whole.
    const whole =
      typeof input === "object" && input !== null && Object.keys(input).length > 0 ? writeExactly(input) : "";
    const isCustom = this.#customTools.has(name);
    const position = this.#calls.size;
    this.#calls.set(index, { position, id, name, isCustom, held: whole, hasArguments: whole !== "" });
    if (isCustom) return undefined;
    return { index: position, ...ownFieldsOf(block), id, type: "function", function: { name, arguments: whole } };
  }

  add(index: number, piece: unknown): object | undefined {
    const call = this.#calls.get(index);
    if (call === undefined || typeof piece !== "string" || piece === "") return undefined;
    call.hasArguments = true;
    if (call.isCustom) {
      call.held += piece;
      return undefined;
    }
    return { index: call.position, function: { arguments: piece } };
  }

  /** What is left at the end of a block. Clients parse the arguments, so a call without any has an empty object. */
  end(index: number): object | undefined {
    const call = this.#calls.get(index);
    if (call === undefined) return undefined;
    const { position, id, name, held } = call;
    if (call.isCustom) {
      return { index: position, id, type: "custom", custom: { name, input: customText(callInput(held)) } };
    }
    return call.hasArguments ? undefined : { index: position, function: { arguments: "{}" } };
  }
}
