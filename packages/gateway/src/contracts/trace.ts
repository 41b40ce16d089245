import type { CacheDiagnosis } from "@toolcrib/core/cache";
import type { GateReason, Repair } from "@toolcrib/core/engine";
import type { SkillTrace } from "@toolcrib/core/skills";
import type { ComparisonSide } from "./comparison.ts";
import type { Usage } from "./inner-form.ts";
import type { ProgramRecord } from "./program-record.ts";
import type { PromptLengths, Savings } from "./savings.ts";

/** One search of the catalogue within a request. */
export interface SearchRecord {
  /** Who asked: the client's own search tool, a search type of the API, the one that the gateway injected, or a program. */
  readonly kind: "client" | "server" | "injected" | "program";
  /** The model's text, based on what the user said; present only while content capture is on. */
  readonly query?: string | undefined;
  readonly ranker: string;
  readonly searched: number;
  readonly hits: readonly string[];
  /** Tools that the answer names without loading them. */
  readonly candidates?: readonly string[];
  /** Why there was no hit, or the error's code. */
  readonly miss?: string;
  readonly milliseconds: number;
}

/** One call of a tool of an MCP server, made by the gateway. */
export interface ToolCallRecord {
  readonly server: string;
  readonly tool: string;
  /** The id of the program that made the call; undefined for calls of the model. */
  readonly program?: string;
  readonly isError: boolean;
  readonly milliseconds: number;
}

/** One call of the model within a request. */
export interface UpstreamCallRecord {
  readonly upstream: string;
  readonly model: string;
  readonly status: number;
  /** Set for a call that failed after its answer had begun, or that was given up: its upstream has worked for it, so it counts. */
  readonly isUsed?: boolean;
  /** As far as the upstream reported it. */
  readonly usage?: Usage;
  readonly milliseconds: number;
  readonly firstEventMilliseconds?: number;
  /** Why earlier attempts failed, one entry for each. */
  readonly retries: readonly string[];
  /** How the prefix of this call relates to the conversation's call before; undefined for the first. */
  readonly prefix?: CacheDiagnosis;
  /** The lengths of its prompt's parts; undefined if the gateway did not look into the request. */
  readonly prompt?: PromptLengths;
  /** Characters of a prompt that neither the upstream counted nor the gateway measured: its tokens are estimated from them. */
  readonly promptLength?: number;
  /** Characters of an answer that the upstream did not count, or not to its end: its tokens are estimated from them. */
  readonly outputLength?: number;
}

/** The prompt of a request's first model call, divided by what it consists of. The parts are estimated from their lengths. */
export interface ContextBudget {
  readonly source: "counted" | "estimated";
  readonly system: number;
  readonly messages: number;
  readonly eagerTools: number;
  readonly foundTools: number;
  /** The cost of the tools that were left out. */
  readonly withheldTools: number;
}

/** A step between two parties of a request, for sequence diagrams. Payloads are present only while content capture is on. */
export interface FlowStep {
  readonly at: number;
  readonly from: FlowParty;
  readonly to: FlowParty;
  readonly title: string;
  readonly payload?: unknown;
}

export type FlowParty = "client" | "gateway" | "model" | "catalogue" | "mcp-server" | "program";

/** The record of one request. It never contains secrets, and message text only while content capture is on. */
export interface TraceRecord {
  readonly id: string;
  readonly startedAt: string;
  readonly kind: "messages" | "count_tokens";
  /** The same for all requests of one conversation. Conversations of one sender that start alike, without a session id, share it. */
  readonly conversation: string;
  readonly client: string | undefined;
  /** The name of the gateway's key that the caller has. */
  readonly key?: string;
  readonly model: string;
  readonly isStreaming: boolean;
  readonly status: number;
  readonly error?: { readonly type: string; readonly message: string };
  readonly stopReason?: string | null;
  readonly gate?: { readonly isOn: boolean; readonly reason: GateReason };
  readonly execution:
    | "passed-through"
    | "client-search"
    | "server-search"
    | "injected"
    | "mcp-toolset"
    | "skills"
    | "repaired";
  readonly loader?: string;
  /** Why this loader: the route, the capability table, a probe, or a refusal. */
  readonly loaderReason?: string;
  readonly tools: {
    readonly received: number;
    readonly eager: number;
    readonly deferred: number;
    readonly sent: number;
    readonly found: readonly string[];
    readonly catalogueHash?: string;
  };
  /** What was left out of the upstream's request: fields that the operator drops, and what the upstream refused before. */
  readonly withheld?: readonly string[];
  readonly searches: readonly SearchRecord[];
  readonly toolCalls: readonly ToolCallRecord[];
  /** What the model's programs did. */
  readonly programs?: readonly ProgramRecord[];
  /** Skills that were shown to the model, searched and loaded. */
  readonly skills?: readonly SkillTrace[];
  /** The names of the tools that the client was asked to call, one for each call; unknown if the answer was forwarded unchanged. */
  readonly clientCalls?: readonly string[];
  readonly repairs: readonly Repair[];
  readonly upstreamCalls: readonly UpstreamCallRecord[];
  readonly warnings: readonly string[];
  readonly budget?: ContextBudget;
  /** As far as the upstreams reported it. What counts is `savings.sent`, where the rest is estimated. */
  readonly usage?: Usage;
  /** What its model calls cost, and what they would have cost with every tool loaded. */
  readonly savings: Savings;
  /** Its side, if conversations with and without deferral are compared, and its tools would be deferred. */
  readonly comparison?: ComparisonSide;
  readonly milliseconds: { readonly total: number; readonly own: number; readonly upstream: number };
  readonly flow: readonly FlowStep[];
}

/** The fields of a request's record, apart from its lists. */
export type TraceFacts = Partial<
  Omit<
    TraceRecord,
    | "savings"
    | "budget"
    | "searches"
    | "toolCalls"
    | "programs"
    | "skills"
    | "repairs"
    | "upstreamCalls"
    | "warnings"
    | "flow"
  >
>;

/** Collects the trace of one request while it runs. Merging is shallow; lists are appended to. */
export interface TraceRecorder {
  readonly id: string;
  readonly capturesContent: boolean;
  /** A function is called later, when no client waits for it. */
  note(facts: TraceFacts | (() => TraceFacts)): void;
  search(record: SearchRecord): void;
  toolCall(record: ToolCallRecord): void;
  program(record: ProgramRecord): void;
  skill(record: SkillTrace): void;
  repairs(repairs: readonly Repair[]): void;
  upstreamCall(record: UpstreamCallRecord): void;
  /** A model call that is under way: its record so far belongs to a request that ends before it. Returns a function that removes it. */
  runningCall(read: () => UpstreamCallRecord): () => void;
  warn(warning: string): void;
  /** The payload is a function, so that it costs nothing while content capture is off. */
  flow(step: {
    readonly from: FlowParty;
    readonly to: FlowParty;
    readonly title: string | (() => string);
    readonly payload?: () => unknown;
  }): void;
}

/** A request that is still running. */
export interface RunningTrace {
  readonly id: string;
  /** What happened so far, the newest last; it grows while the request runs. */
  readonly steps: readonly FlowStep[];
  /** The record so far, without its steps. Each call creates a new object. */
  soFar(): TraceRecord;
}

/** Where records go: a log, a ring in memory, spans. */
export interface TraceSink {
  readonly specificationVersion: "v1";
  /** Called once for each request, when it has ended. */
  record(trace: TraceRecord): void;
  /** Called for each step as it happens. The record is only built when the sink asks for it, so it costs nothing otherwise. */
  step?(running: RunningTrace): void;
}
