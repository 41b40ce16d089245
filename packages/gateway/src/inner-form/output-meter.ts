import type { Usage } from "../contracts/inner-form.ts";

/** Measures what a model writes, as long as its upstream has not counted it. */
export class OutputMeter {
  #length = 0;
  #countedLength = 0;

  add(characters: number): void {
    this.#length += characters;
  }

  /** Notes a usage that the upstream reports. Many servers report zeros before the end, or always. */
  note(usage: Partial<Usage> | undefined): void {
    if ((usage?.output_tokens ?? 0) > 0) this.#countedLength = this.#length;
  }

  /** Characters of the whole answer; undefined if the usage counts them all. */
  get uncounted(): number | undefined {
    return this.#length > this.#countedLength ? this.#length : undefined;
  }
}
