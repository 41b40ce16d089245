// What the world, the tasks and the runner of `bench/tasks` agree on.

/** A tool as its MCP server lists it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** One file of `world/definitions`: what a real MCP server from npm lists, unchanged. */
export interface ServiceDefinition {
  /** Name of the server, as a user would write it in a config: `github`. */
  readonly server: string;
  readonly package: string;
  readonly version: string;
  readonly licence: string;
  readonly instructions?: string;
  readonly tools: readonly ToolDefinition[];
}

export interface CallResult {
  readonly text: string;
  readonly isError?: boolean;
}

/** A call that the world ran, in order. */
export interface CallRecord {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result: CallResult;
}

/** The simulated services of one task, each with a state of its own. Made anew for every play. */
export interface World {
  /** Runs a call. Unknown tools, invalid arguments and missing objects answer with `isError`, as the real server would. */
  readonly call: (server: string, tool: string, args: Readonly<Record<string, unknown>>) => CallResult;
  readonly calls: readonly CallRecord[];
  /** The state of a service: plain data that checks look at. */
  readonly state: (server: string) => Record<string, unknown>;
}

export type TaskKind = "single" | "chain" | "fan-out" | "other-words" | "nothing-fits";

export interface Task {
  readonly id: string;
  readonly kind: TaskKind;
  /** What the user writes. */
  readonly request: string;
  /** The tools that the oracle gets, as `server/tool`. Empty for `nothing-fits`. */
  readonly needs: readonly string[];
  /** A way to solve it, which a test runs against the world: arguments may use results of earlier steps. */
  readonly solution: (call: (tool: string, args: Readonly<Record<string, unknown>>) => CallResult) => string;
  /** What is wrong with the state of the world and the last answer; empty if the task is done right. */
  readonly check: (world: World, answer: string) => readonly string[];
}
