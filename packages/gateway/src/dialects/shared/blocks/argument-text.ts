import { JsonCounter } from "@toolcrib/shared/json";
import { callInput, isWhole } from "../../../inner-form/call-input.ts";

/** Longer texts that are no objects are only read at their end: reading them after each piece would take quadratic time. */
const maxReadAgain = 1_000;

/**
 * The streamed arguments of a call: an object is passed on as it arrives; anything else is buffered and made into one.
 */
export class ArgumentText {
  readonly #counter = new JsonCounter();
  #text = "";
  #isObject: boolean | undefined;

  /** Whether the arguments are complete, so that nothing can follow. */
  get isWhole(): boolean {
    if (this.#isObject === true) return this.#counter.isWhole;
    return this.#text.length <= maxReadAgain && isWhole(this.#text);
  }

  /** Returns what can be sent to the client now. */
  push(piece: string): string {
    this.#text += piece;
    if (this.#isObject === undefined) {
      const first = piece.trimStart()[0];
      if (first === undefined) return "";
      this.#isObject = first === "{";
      if (this.#isObject) return this.#counted(this.#text);
    }
    return this.#isObject ? this.#counted(piece) : "";
  }

  /** Returns the rest, at the end. */
  end(): string {
    return this.#isObject === false ? JSON.stringify(callInput(this.#text)) : "";
  }

  #counted(piece: string): string {
    this.#counter.add(Buffer.from(piece));
    return piece;
  }
}
