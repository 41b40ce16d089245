import type { AdapterOptions } from "@toolcrib/core/adapters";
import type { Check } from "@toolcrib/shared/suites";
import type { StrictProvider, Wire } from "./strict-provider.ts";
import type { SuiteTool } from "./suite-tools.ts";

/** A call of a tool, as people or programs beside the agent see it. */
export interface SeenCall {
  readonly name: string;
  readonly input: unknown;
}

/** What a framework needs to make an agent. */
export interface AgentSetup {
  readonly tools: readonly SuiteTool[];
  readonly options: AdapterOptions;
  /** Reaches the scripted model. */
  readonly fetch: StrictProvider["fetch"];
  /** The names of tools that a person has to approve, in the framework's own way. */
  readonly approve?: readonly string[];
  /** Called by a hook of the framework before a tool runs. */
  readonly onHook?: (call: SeenCall) => void;
  /** Called with the name of each tool in the framework's traces. */
  readonly onTrace?: (name: string) => void;
}

/** The end of a run, and what the next one continues from. */
export interface AgentRun {
  readonly text: string;
  readonly history: readonly unknown[];
  /** What the run waits for a person to approve. */
  readonly asked?: readonly SeenCall[];
}

/** An agent of a framework. A second one stands for another process: they share only the history. */
export interface Agent {
  run(history: readonly unknown[], text: string, options?: RunOptions): Promise<AgentRun>;
}

export interface RunOptions {
  readonly stream?: boolean;
  readonly signal?: AbortSignal;
}

/** What not every framework has. */
export type Feature = "notes" | "unknown-tools" | "approvals" | "hooks" | "traces";

/** A framework and a model, and how they differ from others. */
export interface HarnessTraits {
  readonly title: string;
  readonly wire: Wire;
  readonly loader?: string;
  /** Whether finding a tool leaves everything before it unchanged. If not, the list of tools only ever grows at its end. */
  readonly keepsPrefix: boolean;
  /** What the framework does not have, and why. The suite then leaves a check out, or expects less. */
  readonly without?: Readonly<Partial<Record<Feature, string>>>;
}

/** A framework with its adapter and one model. */
export interface AdapterHarness extends HarnessTraits {
  createAgent(setup: AgentSetup): Agent;
}

/** A check of the suite. */
export interface AdapterCheck extends Check {
  /** What a framework must have for it. */
  readonly needs?: Feature;
}
