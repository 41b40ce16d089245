import { callInput } from "../../../inner-form/call-input.ts";

/**
 * The streamed arguments of a call: an object is passed on as it arrives; anything else is buffered and made into one.
 */
export class ArgumentText {
  #text = "";
  #isObject: boolean | undefined;

  /** Everything received so far. */
  get text(): string {
    return this.#text;
  }

  /** Returns what can be sent to the client now. */
  push(piece: string): string {
    this.#text += piece;
    if (this.#isObject !== undefined) return this.#isObject ? piece : "";
    const first = this.#text.trimStart()[0];
    if (first === undefined) return "";
    this.#isObject = first === "{";
    return this.#isObject ? this.#text : "";
  }

  /** Returns the rest, at the end. */
  end(): string {
    return this.#isObject === false ? JSON.stringify(callInput(this.#text)) : "";
  }
}
