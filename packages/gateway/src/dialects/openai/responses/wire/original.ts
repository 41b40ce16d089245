/** The name of the dialect. */
export const responsesName = "openai-responses";

export type Fields = Readonly<Record<string, unknown>>;

/** What a value of the inner form was made from. Of a streamed answer it is filled in when it is complete. */
export interface Original {
  /** The item of a message, a call, a result or a thought. */
  item?: Fields | undefined;
  /** The part of the item's content that a block was made from. */
  part?: Fields | undefined;
  /** The entry of `tools`, or the member of a namespace. */
  readonly tool?: Fields | undefined;
  /** The namespace that the tool is a member of. */
  readonly namespace?: Fields | undefined;
  /** The whole request, response, event or choice. */
  readonly whole?: unknown;
  /** Of a request: whether it depends on something that only the upstream has. */
  readonly isPartial?: boolean | undefined;
}

/** Registered, so that it survives with hidden turns in a store. */
const key: unique symbol = Symbol.for("toolcrib: original in the Responses API");

interface Carrier {
  readonly [key]?: Original;
}

/**
 * Notes what a value was made from, for an upstream or a client of the same dialect: there nothing may be lost. It stands under a
 * symbol: JSON leaves it out, so no other dialect sees it, and a copy of the value keeps it.
 */
export function withOriginal<Value extends object>(value: Value, original: Original): Value {
  return { ...value, [key]: original };
}

export function originalOf(value: object | null | undefined): Original | undefined {
  return (value as Carrier | null | undefined)?.[key];
}
