import { JsonCounter, jsonLimitNouns, jsonLimits, maxInexact, parseExactly } from "@toolcrib/shared/json";
import { GatewayError } from "../errors/gateway-error.ts";
import { maxObjects } from "./check-keys.ts";

/** Reserves memory, or throws if too much is in use. */
export type HoldMemory = (bytes: number) => void;

/** Throws if a part, which may not be valid JSON, is not accepted. */
export type CheckPart = (part: Buffer) => void;

/** A parsed part of a body. */
export interface ParsedPart {
  readonly value: unknown;
  /** The number of JSON values in it. */
  readonly values: number;
}

/** What messages and items of a body hold, known ones and those that it only names included. */
export interface ItemCounts {
  /** Themselves, and their blocks. */
  readonly objects: number;
  /** JSON values in texts that are parsed later. */
  readonly values: number;
  /** Integers beyond 2^53 in these texts. */
  readonly inexact: number;
}

/** What one value takes in memory, in addition to its text: measured up to 92 bytes for objects with a key of their own, 12 for numbers. */
export const bytesPerValue = 64;

/** Bodies up to here are parsed in a few milliseconds; a larger one waits for a turn of its own. */
export const maxBytesAtOnce = 1_000_000;

/** Parses the parts of one body. All limits apply before a part is parsed, and to all parts together. */
export class BodyParser {
  readonly #check: CheckPart;
  readonly #length: number;
  readonly #hold: HoldMemory | undefined;
  #values = 0;
  #textValues = 0;
  #held = 0;
  #failed: { readonly part: Buffer; readonly error: unknown } | undefined;

  /** `length` is that of the whole body. */
  constructor(check: CheckPart, length: number, hold: HoldMemory | undefined) {
    this.#check = check;
    this.#length = length;
    this.#hold = hold;
  }

  /** Starts over with the first part. */
  restart(): void {
    this.#values = 0;
  }

  /** Counts the values of a part that is parsed already. */
  count(values: number): void {
    this.#values += values;
    const sum = this.#values + this.#textValues;
    if (sum > jsonLimits.values) this.#refuse("values");
    const due = sum * bytesPerValue - this.#held;
    if (due <= 0) return;
    this.#hold?.(due);
    this.#held += due;
  }

  /** Counts what is parsed besides the parts, and replaces what was counted so before. */
  countItems({ objects, values, inexact }: ItemCounts): void {
    if (objects > maxObjects) throw tooComplex(`${maxObjects} messages, blocks and tools`, this.#length);
    if (inexact > maxInexact) throw tooComplex(tooManyIntegers, this.#length);
    this.#textValues = values;
    this.count(0);
  }

  /** Throws a `SyntaxError` if the part is not valid JSON, without work if that is known. */
  parse(part: Buffer): ParsedPart {
    if (part === this.#failed?.part) throw this.#failed.error;
    const counter = new JsonCounter();
    const excess = counter.add(part);
    if (excess !== undefined) this.#refuse(excess.limit);
    const { values } = counter;
    this.count(values);
    this.#check(part);
    return { value: this.#parseText(part), values };
  }

  #parseText(part: Buffer): unknown {
    try {
      return parseExactly(part.toString("utf8"));
    } catch (error) {
      this.#failed = { part, error };
      if (error instanceof RangeError) throw tooComplex(tooManyIntegers, this.#length);
      throw error;
    }
  }

  #refuse(limit: keyof typeof jsonLimits): never {
    throw tooComplex(`${jsonLimits[limit]} ${jsonLimitNouns[limit]}`, this.#length);
  }
}

const tooManyIntegers = `${maxInexact} integers beyond 2^53`;

const tooComplex = (limit: string, length: number): GatewayError =>
  new GatewayError("body_too_complex", { limit, received: `more in ${length} bytes` });
