import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type JSONRPCMessage,
  type MessageExtraInfo,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  type TransportSendOptions,
} from "@modelcontextprotocol/server";
import { isServableMessage, requestIdOf } from "./message.ts";
import { eventStreamHeaders, PostReply, writeEvent } from "./post-reply.ts";
import { refuse } from "./refuse.ts";

type RequestId = string | number;

/** The id of our own request when a session continues here. */
const resumeId = "toolcrib resume";

export interface HttpSessionOptions {
  readonly onEnd: () => void;
  /** Whether a request is cancelled when its connection closes. */
  readonly endsWithConnection: (message: unknown) => boolean;
}

/**
 * One client's session over Streamable HTTP, using Node's own requests and responses. The SDK's transport uses web
 * streams, which cost more per call than everything else together.
 */
export class HttpSessionTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly sessionId: string;

  readonly #replies = new Map<RequestId, PostReply>();
  #stream: ServerResponse | undefined;
  #isClosed = false;
  #onResumed: (() => void) | undefined;

  readonly #onEnd: () => void;
  readonly #endsWithConnection: (message: unknown) => boolean;

  constructor(sessionId: string, { onEnd, endsWithConnection }: HttpSessionOptions) {
    this.sessionId = sessionId;
    this.#onEnd = onEnd;
    this.#endsWithConnection = endsWithConnection;
  }

  async start(): Promise<void> {}

  /** Continues a session that began in another process, with these params of `initialize`. Its client has had the answer there. */
  async resume(params: object): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#onResumed = resolve;
      this.onmessage?.({ jsonrpc: "2.0", id: resumeId, method: "initialize", params: { ...params } });
    });
    this.#onResumed = undefined;
    this.onmessage?.({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  /** Handles a request of this session; a POST comes with its parsed body. */
  handle(request: IncomingMessage, response: ServerResponse, body: unknown): void {
    const version = request.headers["mcp-protocol-version"];
    if (typeof version === "string" && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
      refuse(response, 400, `Unsupported protocol version: ${version.slice(0, 40)}`);
    } else if (request.method === "POST") this.#post(request, response, body);
    else if (request.method === "GET") this.#get(request, response);
    else if (request.method === "DELETE") {
      response.writeHead(200).end();
      void this.close();
    } else {
      response.setHeader("allow", "GET, POST, DELETE");
      refuse(response, 405, "Method not allowed");
    }
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ("id" in message && !("method" in message)) {
      const id = message.id as RequestId;
      if (id === resumeId) this.#onResumed?.();
      if (this.#replies.get(id)?.answer(id, message) !== undefined) this.#replies.delete(id);
      return;
    }
    const reply = options?.relatedRequestId === undefined ? undefined : this.#replies.get(options.relatedRequestId);
    if (reply !== undefined) reply.tell(message);
    // Without a stream the message has no receiver; interested clients open one.
    else if (this.#stream !== undefined) writeEvent(this.#stream, message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stream?.end();
    for (const reply of new Set(this.#replies.values())) reply.end();
    this.#replies.clear();
    this.#onEnd();
    this.onclose?.();
  }

  #post(request: IncomingMessage, response: ServerResponse, body: unknown): void {
    if (!accepts(request, "application/json") || !accepts(request, "text/event-stream")) {
      refuse(response, 406, "Expected Accept to name application/json and text/event-stream");
      return;
    }
    const isBatch = Array.isArray(body);
    const messages: readonly unknown[] = isBatch ? body : [body];
    if (messages.length === 0 || !messages.every(isServableMessage)) {
      refuse(response, 400, "Expected JSON-RPC messages", -32600, requestIdOf(body));
      return;
    }
    const ids = messages.flatMap((message) =>
      "method" in message && "id" in message ? [message.id as RequestId] : [],
    );
    if (ids.some((id) => this.#replies.has(id))) {
      refuse(response, 400, "Expected an id that no request under way has", -32600, requestIdOf(body));
      return;
    }
    const { auth } = request as { auth?: MessageExtraInfo["authInfo"] };
    const extra = auth === undefined ? undefined : { authInfo: auth };
    if (ids.length === 0) {
      response.writeHead(202, this.#headers()).end();
    } else {
      const reply = new PostReply(response, this.#headers(), ids, isBatch);
      for (const id of ids) this.#replies.set(id, reply);
      const ending = new Set(messages.filter(this.#endsWithConnection).map(requestIdOf));
      response.once("close", () => {
        if (response.writableFinished) return;
        for (const id of ids) {
          if (this.#replies.get(id) !== reply) continue;
          this.#replies.delete(id);
          // In the protocol, disconnecting does not cancel: other calls continue, and only their answers are lost.
          if (ending.has(id)) this.#cancel(id);
        }
      });
    }
    for (const message of messages) this.onmessage?.(message as JSONRPCMessage, extra);
  }

  #cancel(requestId: RequestId): void {
    const params = { requestId, reason: "The client disconnected." };
    this.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  }

  #get(request: IncomingMessage, response: ServerResponse): void {
    if (!accepts(request, "text/event-stream")) refuse(response, 406, "Expected Accept to name text/event-stream");
    else if (this.#stream !== undefined) refuse(response, 409, "This session has a stream already");
    else {
      this.#stream = response;
      response.writeHead(200, { ...this.#headers(), ...eventStreamHeaders });
      response.flushHeaders();
      response.once("close", () => {
        this.#stream = undefined;
      });
    }
  }

  #headers(): Readonly<Record<string, string>> {
    return { "mcp-session-id": this.sessionId };
  }
}

function accepts(request: IncomingMessage, type: string): boolean {
  const { accept = "" } = request.headers;
  return accept.includes(type) || accept.includes("*/*");
}
