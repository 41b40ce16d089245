/** Receives the chunks of a streamed body. */
export interface BodySink {
  /** Resolves when more may be written; undefined if that is immediately. */
  write(chunk: string | Uint8Array): Promise<void> | undefined;
  /** Ends the body as soon as it is complete, so that the client does not wait for the bookkeeping that follows. */
  end?(): void;
}

/** An answer to an HTTP request, independent of the transport. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | StreamedBody;
}

/** A streamed body. It rejects only when the connection must be cut. */
export type StreamedBody = (sink: BodySink) => Promise<void>;
