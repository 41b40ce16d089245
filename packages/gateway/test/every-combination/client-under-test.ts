/** A tool, in no API's form. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A call that a client got. */
export interface ReceivedCall {
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
  /** Sends its requests there from now on. */
  connect(url: string): void;
  /** Sends these tools from now on; a client that defers keeps those of servers out of the prompt. */
  offer(tools: readonly OfferedTool[]): void;
  ask(question: string): Promise<ReceivedAnswer>;
  /** Sends the result of a call. */
  giveResult(call: ReceivedCall, result: string): Promise<ReceivedAnswer>;
  /** Answers a search of a client that defers. */
  giveFound(search: ReceivedCall, found: OfferedTool): Promise<ReceivedAnswer>;
}

interface ClientOptions {
  readonly isStreaming: boolean;
  /** Whether it defers the tools of servers and answers searches itself. */
  readonly defers: boolean;
}

export type CreateClient = (options: ClientOptions) => ClientUnderTest;

/** The name of the search tool of clients that defer. */
export const searchName = "ToolSearch";

export const searchTool: OfferedTool = {
  name: searchName,
  description: "Finds deferred tools.",
  schema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
};

/** Whether a tool belongs to a server, so that it can be deferred. */
export function isOfServer({ name }: OfferedTool): boolean {
  return name.startsWith("mcp__");
}
