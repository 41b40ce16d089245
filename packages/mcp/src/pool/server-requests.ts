import { ProtocolError, ProtocolErrorCode, type RequestMethod } from "@modelcontextprotocol/client";
import { reasonOf } from "../errors/reason-of.ts";
import { abortable } from "./abortable.ts";
import { callError, isNetworkFailure, isSessionGone, isUnknownToServer } from "./call-errors.ts";
import type { CallOptions } from "./call-options.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import type { Connection } from "./connection.ts";
import { untouchedResult } from "./untouched-result.ts";

/** What requests need to know of the server they go to. */
export interface ServerLink {
  readonly server: string;
  readonly callMilliseconds: number;
  /** The connection as it stands. */
  current(): Connection | undefined;
  /** A connection, for which the server is started where it does not run. */
  connect(): Promise<Connection>;
  /** The server forgot this connection's session. */
  forget(connection: Connection): Promise<void>;
  /** The server cannot be reached by this connection any more. */
  lose(connection: Connection, reason: string): void;
  explain(error: unknown): string;
  noteUse(): void;
}

/** Sends requests to a server and says why there is no answer, where there is none. */
export class ServerRequests {
  readonly inFlight: CallsInFlight = new CallsInFlight();
  readonly #link: ServerLink;

  constructor(link: ServerLink) {
    this.#link = link;
  }

  async send(
    method: RequestMethod,
    params: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<Record<string, unknown>> {
    const link = this.#link;
    const connection = link.current() ?? (await abortable(link.connect(), options.signal));
    try {
      return await this.#sendBy(connection, method, params, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof ProtocolError) throw error;
      if (isUnknownToServer(error)) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, reasonOf(error));
      if (!isSessionGone(error)) {
        const reason = link.explain(error);
        if (isNetworkFailure(error)) link.lose(connection, reason);
        throw callError(error, link.server, reason, link.callMilliseconds);
      }
      await link.forget(connection);
      return this.#sendBy(await abortable(link.connect(), options.signal), method, params, options);
    }
  }

  async #sendBy(
    { client }: Connection,
    method: RequestMethod,
    params: Readonly<Record<string, unknown>>,
    { signal, onProgress, meta, channel }: CallOptions,
  ): Promise<Record<string, unknown>> {
    const done = this.inFlight.add(channel);
    try {
      return await client.request(
        { method, params: meta === undefined ? { ...params } : { ...params, _meta: { ...meta } } },
        untouchedResult,
        {
          timeout: this.#link.callMilliseconds,
          resetTimeoutOnProgress: true,
          ...(signal === undefined ? {} : { signal }),
          ...(onProgress === undefined ? {} : { onprogress: onProgress }),
        },
      );
    } finally {
      done();
      this.#link.noteUse();
    }
  }
}
