import { randomUUID } from "node:crypto";
import { isRecord } from "@toolcrib/shared/json";
import { GatewayError } from "../errors/gateway-error.ts";
import { MessagesMemo } from "./messages-memo.ts";
import { type FoundTools, ToolsMemo } from "./tools-memo.ts";

type JsonObject = Record<string, unknown>;

/** Runs work once nobody is waiting for the result. */
export type Postpone = (work: () => void) => void;

const atOnce: Postpone = (work) => work();

/**
 * Parses request bodies and recognises content seen before. The value always equals that of `JSON.parse`; in addition,
 * tools arrays and earlier messages with the same bytes are the same objects, so that values derived from them can be
 * cached by identity. Parsed values must not be modified.
 *
 * Known content is cut out of the text and replaced with an unguessable placeholder. If the parser returns the
 * placeholder in the expected position, the cut was right; otherwise the whole text is parsed.
 */
export class BodyReader {
  readonly #mark = `toolcrib:${randomUUID()}`;
  readonly #quotedMark = JSON.stringify(this.#mark);
  readonly #markBytes = Buffer.from(this.#quotedMark);
  readonly #tools = new ToolsMemo();
  readonly #messages = new MessagesMemo();

  /**
   * Parses the JSON in these bytes, which may be in chunks: only the unknown part is concatenated. Messages are
   * remembered when `postpone` runs the work: the next request with them comes after their response.
   */
  read(pieces: readonly Buffer[], postpone: Postpone = atOnce): unknown {
    const known = this.#attempt(() => this.#readWithTools(this.#tools.find(pieces), postpone));
    if (known !== undefined) return known;
    const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    return this.#attempt(() => this.#learn(bytes, postpone)) ?? parseAll(bytes);
  }

  /** On failure the whole text is parsed, so that the error message has the right position. */
  #attempt(read: () => JsonObject | undefined): JsonObject | undefined {
    try {
      return read();
    } catch {
      return undefined;
    }
  }

  #learn(bytes: Buffer, postpone: Postpone): JsonObject | undefined {
    const known = this.#readWithTools(this.#tools.find([bytes]), postpone);
    if (known !== undefined) return known;
    const learnt = this.#tools.learn(bytes);
    return learnt === undefined ? this.#readMessages(bytes, postpone) : this.#readWithTools(learnt, postpone);
  }

  #readWithTools(found: FoundTools | undefined, postpone: Postpone): JsonObject | undefined {
    if (found === undefined) return undefined;
    const { before, after, value } = found;
    const body = this.#readMessages(Buffer.concat([...before, this.#markBytes, ...after]), postpone);
    if (body?.["tools"] !== this.#mark) return undefined;
    body["tools"] = value;
    return body;
  }

  #readMessages(bytes: Buffer, postpone: Postpone): JsonObject | undefined {
    const beginning = this.#messages.find(bytes);
    if (beginning !== undefined) {
      const { start, end, values } = beginning;
      const body = parseObject(replaced(bytes, { start, end }, `[${this.#quotedMark}`));
      const messages = body?.["messages"];
      if (body !== undefined && Array.isArray(messages) && messages[0] === this.#mark) {
        const all = values.concat(messages.slice(1));
        body["messages"] = all;
        postpone(() => this.#messages.learn(bytes, all, start, beginning));
        return body;
      }
    }
    const found = this.#messages.locate(bytes);
    if (found === undefined) return parseObject(bytes.toString("utf8"));
    const { start, end } = found;
    const messages = JSON.parse(bytes.toString("utf8", start, end)) as readonly unknown[];
    const body = parseObject(replaced(bytes, found, this.#quotedMark));
    if (body?.["messages"] !== this.#mark) return undefined;
    body["messages"] = messages;
    postpone(() => this.#messages.learn(bytes, messages, start, undefined));
    return body;
  }
}

/** Decodes these bytes, with a span of them replaced by another text. */
function replaced(bytes: Buffer, { start, end }: { readonly start: number; readonly end: number }, by: string): string {
  return `${bytes.toString("utf8", 0, start)}${by}${bytes.toString("utf8", end)}`;
}

function parseObject(text: string): JsonObject | undefined {
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? (value as JsonObject) : undefined;
}

function parseAll(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw new GatewayError("invalid_json", { reason: (error as Error).message }, { cause: error });
  }
}
