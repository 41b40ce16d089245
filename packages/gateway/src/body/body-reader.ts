import { randomUUID } from "node:crypto";
import { isRecord } from "@toolcrib/shared/json";
import { GatewayError } from "../errors/gateway-error.ts";
import { MessagesMemo } from "./messages-memo.ts";
import { type FoundTools, ToolsMemo } from "./tools-memo.ts";

type JsonObject = Record<string, unknown>;

/** Does something when nobody waits for it any more. */
export type Postpone = (work: () => void) => void;

const atOnce: Postpone = (work) => work();

/**
 * Reads request bodies, and knows again what came before. The value is always the one that `JSON.parse` gives; arrays of tools and
 * earlier messages with the same bytes are, moreover, the same objects, so that their identity can be a key to what was made of
 * them. Nothing that was read may be written into.
 *
 * What is known is cut out of the text, and a mark that nobody can guess put in its place. Only if the mark comes back from the
 * parser where it has to be was the place the right one; else the whole text is parsed.
 */
export class BodyReader {
  readonly #mark = `toolcrib:${randomUUID()}`;
  readonly #quotedMark = JSON.stringify(this.#mark);
  readonly #markBytes = Buffer.from(this.#quotedMark);
  readonly #tools = new ToolsMemo();
  readonly #messages = new MessagesMemo();

  /**
   * The value of the JSON in these bytes, which may come in pieces: only what is not known of them is put together. Messages are
   * learnt when `postpone` says so: the next request with them comes after their answer.
   */
  read(pieces: readonly Buffer[], postpone: Postpone = atOnce): unknown {
    const known = this.#attempt(() => this.#readWithTools(this.#tools.find(pieces), postpone));
    if (known !== undefined) return known;
    const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    return this.#attempt(() => this.#learn(bytes, postpone)) ?? parseAll(bytes);
  }

  /** What fails is told by parsing the whole, with the right position in its message. */
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

/** The text of these bytes, with another one in the place of a stretch of them. */
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
