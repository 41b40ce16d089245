import type { ClientDialect } from "../contracts/client-dialect.ts";

/** A question as a client of the dialect sends it. */
export interface WrittenQuestion {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a client makes of a stream. */
export interface ReadStream {
  readonly text: string;
  /** Whether the stream told its end. */
  readonly isComplete: boolean;
  /** The message of the error with which it ended. */
  readonly error?: string | undefined;
}

/** A dialect, and a small client that speaks it. */
export interface DialectUnderTest {
  readonly dialect: ClientDialect;
  writeQuestion(question: { readonly model: string; readonly text: string; readonly stream: boolean }): WrittenQuestion;
  /** The text of a whole answer. */
  readAnswer(body: object): string;
  readStream(stream: string): ReadStream;
  /** Whether its requests are bodies of the Messages API: then unknown fields, blocks and events pass. Default: no. */
  readonly isMessagesApi?: boolean | undefined;
}
