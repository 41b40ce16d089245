import { nextTurn } from "@toolcrib/shared/timers";
import type { ProgramLanguage } from "../sandbox/sandbox.ts";
import { type DescribedTool, shortSignature, stepsPerTool, writtenSignature } from "./tool-signature.ts";

/**
 * Steps for all signatures of one text, about half a microsecond each: enough for a thousand tools with a hundred properties. They are
 * counted as if nothing was written before, so that the same tools have the same signatures each time.
 */
const maxSteps = 500_000;
/** Steps between two turns of the event loop: about ten milliseconds. */
const stepsPerTurn = 20_000;

/** Writes signatures of tools that come from outside. Those beyond its limit have no types. */
export class SignatureWriter {
  readonly #language: ProgramLanguage;
  #left = maxSteps;
  #sinceTurn = 0;

  constructor(language: ProgramLanguage) {
    this.#language = language;
  }

  write(tool: DescribedTool): string {
    if (this.#left <= 0) {
      this.#sinceTurn += stepsPerTool;
      return shortSignature(tool, this.#language);
    }
    const { text, steps } = writtenSignature(tool, this.#language);
    this.#left -= steps;
    this.#sinceTurn += steps;
    return text;
  }

  /** Writes a signature and, after some work, lets other work run. */
  async writeInTurn(tool: DescribedTool): Promise<string> {
    const text = this.write(tool);
    if (this.#sinceTurn >= stepsPerTurn) {
      this.#sinceTurn = 0;
      await nextTurn();
    }
    return text;
  }
}
