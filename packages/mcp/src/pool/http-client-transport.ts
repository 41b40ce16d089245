import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
  type Transport,
  type TransportSendOptions,
} from "@modelcontextprotocol/client";
import { writeExactly } from "@toolcrib/shared/json";
import { repairResult } from "../wire/repair-result.ts";

/** Never sent, and outside of the range that the protocol reserves: the error was created locally. */
export const streamEndedCode = -31_000;

const streamEnded = { code: streamEndedCode, message: "the stream ended before the answer came" };

/**
 * The SDK's Streamable HTTP, except that a request whose stream ends without a response fails immediately and not by
 * timeout, and that a slightly invalid result is repaired.
 */
export class HttpClientTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Closing a request's stream cancels it. */
  readonly hasPerRequestStream = true;

  readonly #inner: StreamableHTTPClientTransport;
  /** Bodies with integers that the SDK would round, by what it writes. */
  readonly #exactBodies = new Map<string, string>();
  #version: string | undefined;

  constructor(url: URL, options: StreamableHTTPClientTransportOptions, warn: (message: string) => void) {
    const { fetch = globalThis.fetch } = options;
    this.#inner = new StreamableHTTPClientTransport(url, {
      ...options,
      fetch: (input, init) => fetch(input, this.#exactly(init)),
    });
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message) => this.onmessage?.(repairResult(message, { version: this.#version, warn }));
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
    this.#inner.setProtocolVersion(version);
  }

  async start(): Promise<void> {
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const { resumptionToken, onresumptiontoken, requestSignal, headers, onRequestStreamEnd } = options;
    const onEnd = isJSONRPCRequest(message)
      ? // If the response has arrived, nobody waits for this id any more, and the error is dropped.
        (onRequestStreamEnd ?? (() => this.onmessage?.({ jsonrpc: "2.0", id: message.id, error: streamEnded })))
      : undefined;
    const written = JSON.stringify(message);
    const exact = writeExactly(message);
    if (exact !== written) this.#exactBodies.set(written, exact);
    const sent = this.#inner.send(message, {
      ...(resumptionToken === undefined ? {} : { resumptionToken }),
      ...(onresumptiontoken === undefined ? {} : { onresumptiontoken }),
      ...(requestSignal === undefined ? {} : { requestSignal }),
      ...(headers === undefined ? {} : { headers }),
      ...(onEnd === undefined ? {} : { onRequestStreamEnd: onEnd }),
    });
    await sent.finally(() => this.#exactBodies.delete(written));
  }

  #exactly(init: RequestInit | undefined): RequestInit | undefined {
    const exact = typeof init?.body === "string" ? this.#exactBodies.get(init.body) : undefined;
    return exact === undefined ? init : { ...init, body: exact };
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }
}
