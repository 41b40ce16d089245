/** One run of a program within a request: from its start, or from where it waited, until it ends or waits again. */
export interface ProgramRecord {
  /** As the client knows it. A program that waits has several records, in the requests that continue it. */
  readonly id: string;
  readonly language: "javascript" | "python";
  /** What the model wrote; present only while content capture is on. */
  readonly code?: string | undefined;
  /** Whether it went on from where it waited for the client. */
  readonly isResumed: boolean;
  readonly status: "waiting" | "finished" | "failed";
  /** Why it failed: an error code of the API, or the sandbox's reason. */
  readonly failure?: string | undefined;
  /** The calls that it made or got answers to in this run, in its order. */
  readonly calls: readonly ProgramCallRecord[];
  readonly milliseconds: number;
}

/** A call of a program. */
export interface ProgramCallRecord {
  /** Its number in the program. */
  readonly number: number;
  /** The tool's real name. */
  readonly name: string;
  /** Who makes it: the gateway calls tools of MCP servers, the client its own. */
  readonly by: "gateway" | "client";
  /** `approval`: it waits for the client to allow it. `waiting`: for its result, or for calls before it. `refused`: by a rule, or because there is no such tool. */
  readonly state: "answered" | "failed" | "refused" | "waiting" | "approval";
  /** Present only while content capture is on. */
  readonly arguments?: unknown;
}
