import type { FetchLike } from "@modelcontextprotocol/client";
import { describeJsonExcess, JsonCounter, parseJson } from "@toolcrib/shared/json";
import { EventScanner } from "@toolcrib/shared/sse";
import { GrowingBytes } from "../wire/growing-bytes.ts";
import {
  maxAnswerMessages,
  maxArrivingBytes,
  maxBatchMessages,
  maxMessageBytes,
  messagesPerTurn,
  messageTooLargeCode,
} from "../wire/message-limit.ts";
import { nextTurn } from "../wire/next-turn.ts";

const tooManyBytes = `expected messages of at most ${maxMessageBytes} bytes, and ${maxArrivingBytes} at the same time, got more`;
const tooManyMessages = `expected at most ${maxAnswerMessages} messages in the answer to a request, got more`;
const batchTooLarge = `expected at most ${maxBatchMessages} messages in a batch, got more`;
const listenMethod = "subscriptions/listen";
const empty = new Uint8Array(0);

/** The bytes of incomplete messages, over all responses of a connection. */
interface Arriving {
  bytes: number;
}

/**
 * Limits the messages of a server, a JSON body or the events of a stream: their bytes, what they hold, and how many answer one
 * request. A message is passed on when it is complete; one beyond a limit is replaced by an error response to the request,
 * and the rest of the body is not read.
 */
export function limitMessages(fetch: FetchLike, onTooLarge: () => void = () => {}): FetchLike {
  const arriving: Arriving = { bytes: 0 };
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const isStream = /^\s*text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
    const request = () => (typeof init?.body === "string" ? requestIn(init.body) : {});
    const replacement = (message: string) => {
      onTooLarge();
      const text = errorFor(request().id, message);
      return Buffer.from(isStream ? `data: ${text}\n\n` : text);
    };
    // A stream that a client listens to lasts as long as the connection.
    const isAnswer = () => init?.method === "POST" && request().method !== listenMethod;
    const splitter = isStream ? splitEvents(isAnswer) : splitNothing();
    const limited = new Response(completeMessages(response.body, { splitter, arriving, replacement }), response);
    // A constructed response does not know where it came from.
    for (const field of ["url", "redirected"] as const)
      Object.defineProperty(limited, field, { value: response[field] });
    return limited;
  };
}

interface Piece {
  /** How much of the chunk belongs to the piece. */
  readonly end: number;
  /** How many messages end with it. */
  readonly messages: number;
  /** The limit that is exceeded. */
  readonly problem?: string | undefined;
}

/** Splits chunks where messages end. */
interface Splitter {
  next(chunk: Uint8Array): Piece;
  /** What is wrong with the rest of the body. */
  problemOf(rest: Uint8Array): string | undefined;
}

/** For a body that is one message, or a batch. */
function splitNothing(): Splitter {
  const counter = new JsonCounter();
  return {
    next(chunk) {
      const excess = counter.add(chunk);
      return { end: chunk.length, messages: 0, problem: excess && tooComplex(describeJsonExcess(excess)) };
    },
    problemOf: (rest) => (isLargeBatch(rest) ? batchTooLarge : undefined),
  };
}

function splitEvents(isAnswer: () => boolean): Splitter {
  const scanner = new EventScanner();
  let total = 0;
  return {
    next(chunk) {
      let end = 0;
      let messages = 0;
      for (let next: number | undefined = 0; next !== undefined && messages < messagesPerTurn; ) {
        next = scanner.nextEnd(chunk, end);
        if (next === undefined) continue;
        end = next;
        messages++;
      }
      total += messages;
      if (total > maxAnswerMessages && isAnswer()) return { end, messages, problem: tooManyMessages };
      if (messages > 0) return { end, messages };
      return { end: chunk.length, messages, problem: scanner.excess && tooComplex(scanner.excess) };
    },
    problemOf: () => undefined,
  };
}

interface Reading {
  readonly splitter: Splitter;
  readonly arriving: Arriving;
  /** What the reader gets instead of a message beyond a limit. */
  readonly replacement: (message: string) => Uint8Array<ArrayBuffer>;
}

function completeMessages(
  body: ReadableStream<Uint8Array>,
  { splitter, arriving, replacement }: Reading,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const pending = new GrowingBytes();
  let chunk: Uint8Array = empty;
  let isCancelled = false;
  const keep = (bytes: Uint8Array): string | undefined => {
    pending.append(bytes);
    arriving.bytes += bytes.length;
    return pending.length > maxMessageBytes || arriving.bytes > maxArrivingBytes ? tooManyBytes : undefined;
  };
  const take = (): Uint8Array<ArrayBuffer> => {
    arriving.bytes -= pending.length;
    return pending.take();
  };
  const read = async (): Promise<Uint8Array | undefined> => {
    try {
      return (await reader.read()).value;
    } catch (error) {
      take();
      throw error;
    }
  };
  return new ReadableStream({
    async pull(controller) {
      const end = (last: Uint8Array<ArrayBuffer>): void => {
        if (last.length > 0) controller.enqueue(last);
        controller.close();
      };
      for (;;) {
        const next = chunk.length > 0 ? chunk : await read();
        if (isCancelled) return;
        if (next === undefined) {
          const rest = take();
          const problem = splitter.problemOf(rest);
          end(problem === undefined ? rest : replacement(problem));
          return;
        }
        const piece = splitter.next(next);
        const problem = piece.problem ?? keep(next.subarray(0, piece.end));
        if (problem !== undefined) {
          take();
          reader.cancel().catch(() => {});
          end(replacement(problem));
          return;
        }
        chunk = next.subarray(piece.end);
        if (piece.messages === 0) continue;
        controller.enqueue(take());
        // Reading on at once would leave timers and other connections waiting.
        if (piece.messages === messagesPerTurn) await nextTurn();
        return;
      }
    },
    async cancel(reason) {
      isCancelled = true;
      take();
      await reader.cancel(reason);
    },
  });
}

function tooComplex(excess: string): string {
  return `expected simpler messages, got one with ${excess}`;
}

function isLargeBatch(message: Uint8Array): boolean {
  const text = new TextDecoder().decode(message);
  if (!/^\s*\[/.test(text)) return false;
  const batch = parseJson(text);
  return Array.isArray(batch) && batch.length > maxBatchMessages;
}

function errorFor(id: unknown, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error: { code: messageTooLargeCode, message } });
}

function requestIn(body: string): { readonly id?: unknown; readonly method?: unknown } {
  return parseJson(body) ?? {};
}
