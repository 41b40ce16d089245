import { isJSONRPCRequest, type JSONRPCMessage, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

type SendOptions = Parameters<StreamableHTTPClientTransport["send"]>[1];

/** Never sent, and outside of the range that the protocol reserves: says that the error arose here. */
export const streamEndedCode = -31_000;

/** Streamable HTTP as the SDK has it, except that a request whose stream ends without an answer fails at once and not by its time limit. */
export class HttpClientTransport extends StreamableHTTPClientTransport {
  override async send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || !isJSONRPCRequest(message) || options?.onRequestStreamEnd !== undefined) {
      return super.send(message, options);
    }
    const { id } = message;
    const error = { code: streamEndedCode, message: "the stream ended before the answer came" };
    return super.send(message, {
      ...options,
      // Where the answer has come, nobody waits for this id any more, and the error is dropped.
      onRequestStreamEnd: () => this.onmessage?.({ jsonrpc: "2.0", id, error }),
    });
  }
}
