import type { LanguageReader, Reading } from "./language-reader.ts";

/** Longer texts are read up to here: no more of a text is embedded. */
const maxTextLength = 2_000;

/** Reads texts in other languages. If the reader fails, texts are taken for English from then on, and the error is kept. */
export class ForeignTexts {
  readonly #reader: LanguageReader;
  #failure: unknown;

  constructor(reader: LanguageReader) {
    this.#reader = reader;
  }

  get id(): string {
    return this.#reader.id;
  }

  /** The reader's error, if it failed. */
  get failure(): unknown {
    return this.#failure;
  }

  /** The reading of a text; undefined if it is English. A promise only while the reader loads what it needs. */
  read(text: string): Reading | undefined | Promise<Reading | undefined> {
    if (this.#failure !== undefined) {
      return undefined;
    }
    try {
      const reading = this.#reader.read(text.slice(0, maxTextLength));
      return isPromise(reading) ? reading.then(checked).catch((error: unknown) => this.#fail(error)) : checked(reading);
    } catch (error) {
      return this.#fail(error);
    }
  }

  #fail(error: unknown): undefined {
    this.#failure ??= error ?? new Error("the language reader failed");
    return undefined;
  }
}

function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return typeof (value as { then?: unknown } | undefined)?.then === "function";
}

/** A reader may be external code. */
function checked(reading: Reading | undefined): Reading | undefined {
  if (reading === undefined || reading.length === 0) {
    return undefined;
  }
  for (const translations of reading) {
    for (const { word, weight } of translations) {
      if (typeof word !== "string" || !Number.isFinite(weight)) {
        throw new TypeError("a language reader returned something other than words with weights");
      }
    }
  }
  return reading;
}
