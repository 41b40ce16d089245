import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { LineReader } from "./line-reader.ts";
import { isMessage } from "./message.ts";

/** A client at the other end of two streams. Lighter than the SDK's: messages are parsed once, and checked where they are used. */
export class StdioServerTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines = new LineReader(
    (value) => {
      if (isMessage(value)) this.onmessage?.(value);
      else this.#refuse("a line is no JSON-RPC message");
    },
    () => this.#refuse("a line is no JSON"),
  );
  #isClosed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#read);
    this.#input.once("end", this.#end);
    this.#input.once("close", this.#end);
    // The client may be gone before the last answer is written.
    this.#output.on("error", this.#end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error("the client is gone");
    if (!this.#output.write(`${JSON.stringify(message)}\n`)) {
      await new Promise<void>((resolve) => {
        this.#output.once("drain", () => resolve());
        this.#output.once("close", () => resolve());
      });
    }
  }

  async close(): Promise<void> {
    this.#input.off("data", this.#read);
    this.#input.pause();
    this.#end();
  }

  readonly #read = (chunk: Buffer | string): void => {
    try {
      this.#lines.push(Buffer.from(chunk as Buffer));
    } catch (error) {
      this.onerror?.(error as Error);
      void this.close();
    }
  };

  readonly #end = (): void => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  };

  #refuse(reason: string): void {
    this.onerror?.(new Error(reason));
    const error = { code: -32700, message: `Parse error: ${reason}` };
    this.#output.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error })}\n`);
  }
}
