import { isRecord, parseExactly, writeExactly } from "@toolcrib/shared/json";
import type { InnerTurns } from "../conversation/inner-conversation.ts";

/** Something that a dialect attached to a value under a registered symbol: JSON alone would leave it out. */
interface Attachment {
  readonly path: readonly string[];
  /** The name of the symbol. */
  readonly name: string;
  readonly value: unknown;
}

/** Turns as text, with what dialects attached to their blocks, such as the items of the Responses API that they were made from. */
export function encodeTurns(turns: InnerTurns): string {
  const attached: Attachment[] = [];
  collect(turns, [], attached);
  return writeExactly({ turns, attached });
}

/** Turns from their text; undefined if it is none. */
export function decodeTurns(text: string): InnerTurns | undefined {
  const { turns, attached } = parseExactly(text) as { turns: InnerTurns; attached: readonly Attachment[] };
  const known = new Map<string, unknown>();
  for (const { path, name, value } of attached) {
    const target = path.reduce<unknown>((inner, step) => ownValue(inner, step), turns);
    if (typeof target !== "object" || target === null) return undefined;
    Object.assign(target, { [Symbol.for(name)]: shared(value, known) });
  }
  return turns;
}

function collect(value: unknown, path: readonly string[], attached: Attachment[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const symbol of Object.getOwnPropertySymbols(value)) {
    const name = Symbol.keyFor(symbol);
    if (name !== undefined) attached.push({ path, name, value: (value as Record<symbol, unknown>)[symbol] });
  }
  for (const [key, inner] of Object.entries(value)) collect(inner, [...path, key], attached);
}

/** Never what an object inherits. */
function ownValue(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

/** Blocks of one item have the same object, and dialects compare them by identity. */
function shared(value: unknown, known: Map<string, unknown>): unknown {
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).map(([name, inner]) => {
    const text = JSON.stringify(inner);
    if (!known.has(text)) known.set(text, inner);
    return [name, known.get(text)];
  });
  return Object.fromEntries(fields);
}
