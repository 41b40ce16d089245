/** Where the pieces of a streamed body go. */
export interface BodySink {
  /** Resolves when more may be written; undefined where that is at once. */
  write(chunk: string | Uint8Array): Promise<void> | undefined;
  /** Ends the body where it is complete: the client need not wait for the bookkeeping that follows. */
  end?(): void;
}

/** An answer to an HTTP request, whatever carries it. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | StreamedBody;
}

/** A body that is written as it comes. It never rejects, except when the connection is to be cut. */
export type StreamedBody = (sink: BodySink) => Promise<void>;
