/** Who a call is made for. */
export interface CallActor {
  /** The key, or the user without one; undefined when the gateway has no keys. */
  readonly name?: string | undefined;
  readonly key?: string | undefined;
  readonly user?: string | undefined;
  /** In which the names of keys, users and teams are unique; undefined for keys of the config. */
  readonly organisation?: string | undefined;
  readonly teams?: readonly string[] | undefined;
  /** The account of the operating system, where a program without keys makes the calls. */
  readonly account?: string | undefined;
}

/** Why a tool call was not made. */
export type CallRefusal = "policy" | "unknown" | "invalid" | "quota" | "limit";

/** A call of a tool by its real name, made or refused. */
export interface ToolCall {
  /** The MCP server, if the tool has one. */
  readonly server?: string | undefined;
  /** With a server, the server's own name for the tool. */
  readonly tool: string;
  readonly input: unknown;
  /** Who ran it: the gateway, or the client, which reports the result with its next request. */
  readonly by: "gateway" | "client";
  readonly outcome: "ok" | "error" | "refused";
  readonly refusal?: CallRefusal | undefined;
  /** The id that the client or the model knows the call by. */
  readonly id?: string | undefined;
  /** Unknown for calls that the client made. */
  readonly milliseconds?: number | undefined;
}

/** Watches over the tool calls of one request: every place that makes or refuses one asks here and reports here. */
export interface CallControl {
  /** Counts a call that is about to be made. Returns why it must not be made, for the model; undefined if it may. */
  admit(tool: Pick<ToolCall, "server" | "tool">): Promise<string | undefined>;
  /** Writes a call to the audit log, later. */
  record(call: ToolCall): void;
}
