import { randomUUID } from "node:crypto";
import { isRecord } from "@toolcrib/shared/json";
import { GatewayError } from "../errors/gateway-error.ts";
import { BodyParser, type CheckPart, type HoldMemory, type ItemCounts } from "./body-parser.ts";
import { MessagesMemo } from "./messages-memo.ts";
import { type FoundTools, ToolsMemo } from "./tools-memo.ts";

type JsonObject = Record<string, unknown>;

/** Runs work once nobody is waiting for the result. */
type Postpone = (work: () => void) => void;

const atOnce: Postpone = (work) => work();

/** How one body is read. */
interface Reading {
  readonly parser: BodyParser;
  readonly postpone: Postpone;
}

/** What a dialect knows about its bodies. */
export interface BodyChecks {
  /** Rejects parts that the dialect does not accept, before they are parsed. */
  readonly part: CheckPart;
  /** Counts what messages or items hold. */
  readonly items: (items: unknown) => ItemCounts;
}

interface ReadBody {
  readonly value: unknown;
  readonly parser: BodyParser;
  readonly items: ItemCounts;
}

export interface ReadOptions {
  /** When messages are remembered: the next request with them comes after their response. Default: at once. */
  readonly postpone?: Postpone | undefined;
  /** Reserves the memory that the parsed body takes, before it is parsed. */
  readonly hold?: HoldMemory | undefined;
}

/**
 * Parses request bodies and recognises content seen before. The value always equals that of `JSON.parse`; in addition,
 * tools arrays and earlier messages with the same bytes are the same objects, so that values derived from them can be
 * cached by identity. Parsed values must not be modified. The limits are those of the whole body, known or not.
 *
 * Known content is cut out of the text and replaced with an unguessable placeholder. If the parser returns the
 * placeholder in the expected position, the cut was right; otherwise the whole text is parsed.
 */
export class BodyReader {
  readonly #checks: BodyChecks;
  readonly #mark = `toolcrib:${randomUUID()}`;
  readonly #markBytes = Buffer.from(JSON.stringify(this.#mark));
  readonly #listMarkBytes = Buffer.from(`[${JSON.stringify(this.#mark)}`);
  readonly #tools = new ToolsMemo();
  readonly #messages = new MessagesMemo();
  /** A dialect reads a body again when something that it names had to be fetched from the store. */
  readonly #readBodies = new WeakMap<readonly Buffer[], ReadBody>();

  constructor(checks: BodyChecks) {
    this.#checks = checks;
  }

  /** Parses the JSON in these bytes, which may be in chunks: only the unknown part is concatenated. */
  read(pieces: readonly Buffer[], { postpone = atOnce, hold }: ReadOptions = {}): unknown {
    const known = this.#readBodies.get(pieces);
    if (known !== undefined) return known.value;
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const parser = new BodyParser(this.#checks.part, length, hold);
    const value = this.#parse(pieces, { parser, postpone });
    const { messages, input } = asObject(value) ?? {};
    const items = sumOf([this.#checks.items(messages), this.#checks.items(input)]);
    parser.countItems(items);
    this.#readBodies.set(pieces, { value, parser, items });
    return value;
  }

  /** Counts what a body that was read refers to as if it were a part of it. */
  countMore(pieces: readonly Buffer[], more: ItemCounts): void {
    const known = this.#readBodies.get(pieces);
    known?.parser.countItems(sumOf([known.items, more]));
  }

  #parse(pieces: readonly Buffer[], reading: Reading): unknown {
    const known = this.#attempt(reading, () => this.#readWithTools(this.#tools.find(pieces), reading));
    if (known !== undefined) return known;
    const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    return this.#attempt(reading, () => this.#learn(bytes, reading)) ?? parseAll(bytes, reading.parser);
  }

  /** On failure the whole text is parsed, so that the error message has the right position. */
  #attempt({ parser }: Reading, read: () => JsonObject | undefined): JsonObject | undefined {
    let body: JsonObject | undefined;
    try {
      body = read();
    } catch (error) {
      if (error instanceof GatewayError) throw error;
    }
    if (body === undefined) parser.restart();
    return body;
  }

  #learn(bytes: Buffer, reading: Reading): JsonObject | undefined {
    const known = this.#readWithTools(this.#tools.find([bytes]), reading);
    if (known !== undefined) return known;
    reading.parser.restart();
    const learnt = this.#tools.learn(bytes, (part) => reading.parser.parse(part));
    reading.parser.restart();
    return learnt === undefined ? this.#readMessages(bytes, reading) : this.#readWithTools(learnt, reading);
  }

  #readWithTools(found: FoundTools | undefined, reading: Reading): JsonObject | undefined {
    if (found === undefined) return undefined;
    const { before, after, value, valueCount } = found;
    // Without the placeholder, which is counted below.
    reading.parser.count(valueCount - 1);
    const body = this.#readMessages(Buffer.concat([...before, this.#markBytes, ...after]), reading);
    if (body?.["tools"] !== this.#mark) return undefined;
    body["tools"] = value;
    return body;
  }

  #readMessages(bytes: Buffer, { parser, postpone }: Reading): JsonObject | undefined {
    const beginning = this.#messages.find(bytes);
    if (beginning !== undefined) {
      const { start, end } = beginning;
      const body = asObject(parser.parse(replaced(bytes, { start, end }, this.#listMarkBytes)).value);
      const messages = body?.["messages"];
      if (body === undefined || !Array.isArray(messages) || messages[0] !== this.#mark) return undefined;
      // Without the list and the placeholder, which are counted already.
      parser.count(beginning.valueCount - 2);
      const all = beginning.values.concat(messages.slice(1));
      body["messages"] = all;
      postpone(() => this.#messages.learn(bytes, all, start, beginning));
      return body;
    }
    const found = this.#messages.locate(bytes);
    if (found === undefined) return asObject(parser.parse(bytes).value);
    const { start, end } = found;
    const messages = parser.parse(bytes.subarray(start, end)).value as readonly unknown[];
    // Without the placeholder.
    parser.count(-1);
    const body = asObject(parser.parse(replaced(bytes, found, this.#markBytes)).value);
    if (body?.["messages"] !== this.#mark) return undefined;
    body["messages"] = messages;
    postpone(() => this.#messages.learn(bytes, messages, start, undefined));
    return body;
  }
}

/** A copy of these bytes with a span of them replaced. */
function replaced(bytes: Buffer, { start, end }: { readonly start: number; readonly end: number }, by: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, start), by, bytes.subarray(end)]);
}

const sumOf = (all: readonly ItemCounts[]): ItemCounts => ({
  objects: all.reduce((sum, { objects }) => sum + objects, 0),
  values: all.reduce((sum, { values }) => sum + values, 0),
  inexact: all.reduce((sum, { inexact }) => sum + inexact, 0),
});

function asObject(value: unknown): JsonObject | undefined {
  return isRecord(value) ? (value as JsonObject) : undefined;
}

function parseAll(bytes: Buffer, parser: BodyParser): unknown {
  try {
    return parser.parse(bytes).value;
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw new GatewayError("invalid_json", { reason: (error as Error).message }, { cause: error });
  }
}
