/** A call of a real tool through the front, made or refused. */
export interface FrontCall {
  /** Undefined if no tool has the name. */
  readonly server?: string | undefined;
  /** The server's own name for the tool. */
  readonly tool: string;
  readonly input: unknown;
  readonly by: "gateway";
  readonly outcome: "ok" | "error" | "refused";
  readonly refusal?: "policy" | "unknown" | "invalid" | "quota" | undefined;
  readonly milliseconds: number;
}

/** Counts and audits the calls of one caller. */
export interface FrontCallControl {
  /** Counts a call that is about to be made. Returns why it must not be made, for the model; undefined if it may. */
  admit(tool: Pick<FrontCall, "server" | "tool">): Promise<string | undefined>;
  /** Takes a call that was made or refused. */
  record(call: FrontCall): void;
}
