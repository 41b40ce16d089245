import { callInput } from "./call-input.ts";

/** The arguments of a call while they stream: an object passes as it comes, and anything else is held until it can be made one. */
export class ArgumentText {
  #text = "";
  #isObject: boolean | undefined;

  /** All that has come. */
  get text(): string {
    return this.#text;
  }

  /** What the client may be given now. */
  push(piece: string): string {
    this.#text += piece;
    if (this.#isObject !== undefined) return this.#isObject ? piece : "";
    const first = this.#text.trimStart()[0];
    if (first === undefined) return "";
    this.#isObject = first === "{";
    return this.#isObject ? this.#text : "";
  }

  /** What is left at the end. */
  end(): string {
    return this.#isObject === false ? JSON.stringify(callInput(this.#text)) : "";
  }
}
