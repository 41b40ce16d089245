import type { Readable, Writable } from "node:stream";
import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY, type Transport } from "@modelcontextprotocol/server";
import { writeExactly } from "@toolcrib/shared/json";
import { LineReader } from "./line-reader.ts";
import { isServableMessage, requestIdOf } from "./message.ts";
import { MessageBatch } from "./message-batch.ts";
import { maxBatchMessages } from "./message-limit.ts";

const parseError = -32_700;
const invalidRequest = -32_600;

/** A client at the other end of two streams. Lighter than the SDK's: messages are parsed once, and validated on use. */
export class StdioServerTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #batches = new Map<string | number, MessageBatch>();
  #lines: LineReader | undefined;
  #isClosed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#lines = new LineReader(this.#input, {
      onValue: (value) => this.#take(value),
      onOther: () => this.#refuse(parseError, "Parse error: a line is no JSON"),
      onTooLarge: (error) => {
        this.onerror?.(error);
        void this.close();
      },
    });
    this.#input.once("end", this.#end);
    this.#input.once("close", this.#end);
    // The client may disconnect before the last response is written.
    this.#output.on("error", this.#end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error("the client is gone");
    const batch = "id" in message && !("method" in message) ? this.#batches.get(message.id ?? "") : undefined;
    if (batch === undefined) return this.#write(message);
    const id = (message as { readonly id: string | number }).id;
    this.#batches.delete(id);
    const answers = batch.take(id, message);
    if (answers !== undefined) await this.#write(answers);
  }

  async close(): Promise<void> {
    this.#lines?.stop();
    this.#end();
  }

  async #write(value: unknown): Promise<void> {
    if (this.#output.write(`${writeExactly(value)}\n`)) return;
    await new Promise<void>((resolve) => {
      this.#output.once("drain", () => resolve());
      this.#output.once("close", () => resolve());
    });
  }

  #take(value: unknown): void {
    if (isServableMessage(value)) {
      this.onmessage?.(value);
      return;
    }
    if (Array.isArray(value) && value.length > maxBatchMessages) {
      this.#refuse(invalidRequest, `Expected at most ${maxBatchMessages} messages in a batch`);
      return;
    }
    if (!Array.isArray(value) || value.length === 0 || !value.every(isLegacyMessage)) {
      this.#refuse(invalidRequest, "Invalid request: a line is no JSON-RPC message", value);
      return;
    }
    const batch = new MessageBatch(value);
    for (const id of batch.ids) this.#batches.set(id, batch);
    for (const message of value) this.onmessage?.(message);
  }

  readonly #end = (): void => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  };

  #refuse(code: number, message: string, value?: unknown): void {
    this.onerror?.(new Error(message));
    this.#output.write(`${JSON.stringify({ jsonrpc: "2.0", id: requestIdOf(value), error: { code, message } })}\n`);
  }
}

/** A message that may be part of a batch: since 2026 none may. */
function isLegacyMessage(value: unknown): value is JSONRPCMessage {
  if (!isServableMessage(value)) return false;
  const { params } = value as { readonly params?: { readonly _meta?: object | null } | null };
  const meta = params?._meta;
  return typeof meta !== "object" || meta === null || !Object.hasOwn(meta, PROTOCOL_VERSION_META_KEY);
}
