import type { FetchLike } from "@modelcontextprotocol/client";
import { EventEnd } from "../wire/event-end.ts";
import { GrowingBytes } from "../wire/growing-bytes.ts";
import { maxArrivingBytes, maxMessageBytes, messageTooLargeCode } from "../wire/message-limit.ts";

/** The bytes of incomplete messages, over all responses of a connection. */
interface Arriving {
  bytes: number;
}

/**
 * Limits the messages of a server: a JSON body, or one event of a stream. A message is passed on when it is complete; one beyond the
 * limit is replaced by an error response to the request, and the rest of the body is not read.
 */
export function limitMessages(fetch: FetchLike, onTooLarge: () => void = () => {}): FetchLike {
  const arriving: Arriving = { bytes: 0 };
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const isStream = /^\s*text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
    const replacement = () => {
      onTooLarge();
      const text = errorFor(init?.body);
      return Buffer.from(isStream ? `data: ${text}\n\n` : text);
    };
    const limited = new Response(wholeMessages(response.body, { isStream, arriving, replacement }), response);
    // A constructed response does not know where it came from.
    for (const field of ["url", "redirected"] as const)
      Object.defineProperty(limited, field, { value: response[field] });
    return limited;
  };
}

interface Reading {
  readonly isStream: boolean;
  readonly arriving: Arriving;
  /** What the reader gets instead of a message that is too large. */
  readonly replacement: () => Uint8Array<ArrayBuffer>;
}

function wholeMessages(
  body: ReadableStream<Uint8Array>,
  { isStream, arriving, replacement }: Reading,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const eventEnd = new EventEnd();
  const pending = new GrowingBytes();
  const keep = (chunk: Uint8Array): void => {
    pending.append(chunk);
    arriving.bytes += chunk.length;
  };
  const take = (): Uint8Array<ArrayBuffer> => {
    arriving.bytes -= pending.length;
    return pending.take();
  };
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { value, done } = await reader.read().catch((error: unknown) => {
          take();
          throw error;
        });
        if (done) {
          if (pending.length > 0) controller.enqueue(take());
          controller.close();
          return;
        }
        const end = isStream ? eventEnd.lastIn(value) : 0;
        keep(value.subarray(0, end));
        if (end > 0) controller.enqueue(take());
        keep(value.subarray(end));
        if (pending.length > maxMessageBytes || arriving.bytes > maxArrivingBytes) {
          take();
          reader.cancel().catch(() => {});
          controller.enqueue(replacement());
          controller.close();
          return;
        }
        if (end > 0) return;
      }
    },
    async cancel(reason) {
      take();
      await reader.cancel(reason);
    },
  });
}

function errorFor(requestBody: unknown): string {
  const message = `expected messages of at most ${maxMessageBytes} bytes, and ${maxArrivingBytes} at the same time, got more`;
  return JSON.stringify({
    jsonrpc: "2.0",
    id: requestIdIn(requestBody),
    error: { code: messageTooLargeCode, message },
  });
}

function requestIdIn(body: unknown): unknown {
  if (typeof body !== "string") return null;
  try {
    return (JSON.parse(body) as { readonly id?: unknown } | null)?.id ?? null;
  } catch {
    return null;
  }
}
