import { describeJsonExcess, JsonCounter, type JsonExcess, type JsonLimits, jsonLimits } from "@toolcrib/shared/json";
import { UpstreamError } from "../errors/upstream-error.ts";

/** More than any model writes in one answer, whose longest have some hundred thousand tokens. */
const limits: JsonLimits = { ...jsonLimits, values: 250_000 };

/** Limits what the arguments of the calls of one answer hold together, before they are parsed. */
export class ArgumentLimit {
  readonly #counters = new Map<number, JsonCounter>();
  #values = 0;
  #bytes = 0;

  /** Counts a piece of the arguments of a call. Throws an `UpstreamError` beyond the limit. */
  add(call: number, piece: string): void {
    const bytes = Buffer.from(piece);
    const counter = this.#counters.get(call) ?? new JsonCounter(limits);
    this.#counters.set(call, counter);
    const before = counter.values;
    const excess = counter.add(bytes);
    this.#values += counter.values - before;
    this.#bytes += bytes.length;
    // What is nested too deeply is never parsed, and counts as invalid.
    if (excess !== undefined && excess.limit !== "depth") throw tooComplex(excess);
    const { values: max } = limits;
    if (this.#values > max) throw tooComplex({ limit: "values", max, bytes: this.#bytes });
  }

  /** The arguments of a call are complete. */
  end(call: number): void {
    this.#counters.delete(call);
  }
}

/** The same for calls that came whole. */
export function limitArguments(texts: readonly string[]): void {
  const limit = new ArgumentLimit();
  for (const [call, text] of texts.entries()) {
    limit.add(call, text);
    limit.end(call);
  }
}

function tooComplex(excess: JsonExcess): UpstreamError {
  const message = `The upstream's answer calls tools with arguments that are too large: ${describeJsonExcess(excess)}.`;
  return new UpstreamError(502, { type: "api_error", message }, { isRetryable: false });
}
