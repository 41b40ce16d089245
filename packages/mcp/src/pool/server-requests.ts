import { ProtocolError, type RequestMethod } from "@modelcontextprotocol/client";
import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { modernErrors } from "../wire/protocol-era.ts";
import { abortable } from "./abortable.ts";
import { answerInputRequests } from "./answer-input-requests.ts";
import {
  callError,
  isConnectionOutdated,
  isLoginWanted,
  isNetworkFailure,
  isNeverSent,
  serverErrorOf,
} from "./call-errors.ts";
import type { CallOptions } from "./call-options.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import type { Connection } from "./connection.ts";
import { isInputRequired, type Resumption } from "./input-required.ts";
import { metaFor, withoutHopFields } from "./request-meta.ts";
import { untouchedResult } from "./untouched-result.ts";

/** What requests need to know about their server. */
export interface ServerLink {
  readonly server: string;
  readonly callMilliseconds: number;
  /** The current connection. */
  current(): Connection | undefined;
  /** A connection; starts the server if it is not running. */
  connect(): Promise<Connection>;
  /** Takes a connection that the server no longer knows out of use. Calls that run over it go on. */
  forget(connection: Connection): void;
  /** Takes a connection over which the server could not be reached out of use. Calls that run over it go on. */
  lose(connection: Connection, reason: string): void;
  explain(error: unknown): string;
  /** The error for a caller who must log in. */
  loginWanted(cause: unknown): McpError;
  /** Removes the server's secrets from a text. */
  redact(text: string): string;
  noteUse(): void;
}

/** A request to a server. */
export interface ServerRequest {
  readonly method: RequestMethod;
  readonly params: Readonly<Record<string, unknown>>;
  /** HTTP headers for this request, depending on the connection. */
  readonly headersFor?: ((connection: Connection) => Readonly<Record<string, string>>) | undefined;
}

/** How often a server may ask for input before it must respond. */
const maxRounds = 10;

/** Sends requests to a server and explains missing responses. */
export class ServerRequests {
  readonly inFlight: CallsInFlight = new CallsInFlight();
  readonly #link: ServerLink;

  constructor(link: ServerLink) {
    this.#link = link;
  }

  async send(request: ServerRequest, options: CallOptions): Promise<Record<string, unknown>> {
    const link = this.#link;
    const connection = link.current() ?? (await abortable(link.connect(), options.signal));
    try {
      return await this.#sendBy(connection, request, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (isConnectionOutdated(error, connection.era)) link.forget(connection);
      else if (isNeverSent(error)) link.lose(connection, link.explain(error));
      else throw this.#failure(error, connection, options);
      const renewed = await abortable(link.connect(), options.signal);
      try {
        return await this.#sendBy(renewed, request, options);
      } catch (second) {
        options.signal?.throwIfAborted();
        throw this.#failure(second, renewed, options);
      }
    }
  }

  #failure(error: unknown, connection: Connection, { channel }: CallOptions): McpError | ProtocolError {
    const link = this.#link;
    if (error instanceof McpError) return error;
    if (isLoginWanted(error)) return link.loginWanted(error);
    const answered = serverErrorOf(error);
    if (answered !== undefined) {
      const isCapabilityMissing =
        answered.code === modernErrors.missingCapability && channel?.takesInputRequired !== true;
      if (!isCapabilityMissing) return this.#redacted(answered);
      const reason = reasonOf(answered, (text) => link.redact(text));
      return new McpError("input_unanswered", { server: link.server, reason }, { cause: answered });
    }
    const reason = link.explain(error);
    if (isNetworkFailure(error)) link.lose(connection, reason);
    return callError(error, link.server, reason, link.callMilliseconds);
  }

  /** A server's error may quote the key that it was given. */
  #redacted(error: ProtocolError): ProtocolError {
    const message = this.#link.redact(error.message);
    return message === error.message ? error : new ProtocolError(error.code, message);
  }

  async #sendBy(
    connection: Connection,
    request: ServerRequest,
    options: CallOptions,
  ): Promise<Record<string, unknown>> {
    const { server } = this.#link;
    const { channel } = options;
    const done = this.inFlight.add(channel, connection);
    try {
      let resumption = connection.era === "modern" ? options.resumption : undefined;
      for (let round = 1; ; round++) {
        const result = await this.#sendOnce(connection, request, options, resumption).catch((error: unknown) => {
          // To send the call again would ask the caller again.
          throw round > 1 && isNeverSent(error) ? this.#failure(error, connection, options) : error;
        });
        if (!isInputRequired(result) || channel?.takesInputRequired === true) return result;
        if (round === maxRounds) {
          throw new McpError("input_unanswered", {
            server,
            reason: `it asked ${round} times without coming to an answer`,
          });
        }
        resumption = await answerInputRequests(result, server, options);
      }
    } finally {
      done();
      this.#link.noteUse();
    }
  }

  async #sendOnce(
    connection: Connection,
    { method, params, headersFor }: ServerRequest,
    options: CallOptions,
    resumption: Resumption | undefined,
  ): Promise<Record<string, unknown>> {
    const { signal, onProgress } = options;
    const _meta = metaFor(connection, options);
    const headers = headersFor?.(connection);
    const result = await connection.client.request(
      { method, params: { ...params, ...resumption, ...(_meta === undefined ? {} : { _meta }) } },
      untouchedResult,
      {
        timeout: this.#link.callMilliseconds,
        resetTimeoutOnProgress: true,
        allowInputRequired: true,
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onprogress: onProgress }),
        ...(headers === undefined ? {} : { headers }),
      },
    );
    return withoutHopFields(result, connection);
  }
}
