/** A tool, in no API's form. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A call that a client got. */
interface ReceivedCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** What a client got for one request. */
export interface ReceivedAnswer {
  readonly text: string;
  readonly calls: readonly ReceivedCall[];
}

/** A real SDK with one conversation, which it sends whole each time. */
export interface ClientUnderTest {
  /** Sends these tools from now on. */
  offer(tools: readonly OfferedTool[]): void;
  ask(question: string): Promise<ReceivedAnswer>;
  /** Sends the result of a call. */
  giveResult(call: ReceivedCall, result: string): Promise<ReceivedAnswer>;
}

interface ClientOptions {
  /** The gateway. */
  readonly url: string;
  readonly isStreaming: boolean;
}

export type CreateClient = (options: ClientOptions) => ClientUnderTest;
