import type { Catalogue } from "../client/catalogue.ts";
import type { AgentOutcome } from "../client/run-agent.ts";
import type { Provider } from "../cost/cost-of-calls.ts";
import type { DialectName } from "../dialects/dialect.ts";
import type { Relay } from "../relay/relay.ts";
import type { Task, World } from "../types.ts";

/** One task that is being played. */
export interface Play {
  /** The conversation's key at the relay. */
  readonly key: string;
  readonly task: Task;
  readonly world: World;
}

export interface SetUpServices {
  readonly relay: Relay;
  readonly catalogue: Catalogue;
}

/** A way to give tools to a model. */
export interface SetUp {
  readonly name: string;
  /** For tables. */
  readonly title: string;
  /** What the model API behind it speaks. */
  readonly dialect: DialectName;
  /** The names of tools that search, which the model calls. */
  readonly searchTools: readonly string[];
  /** Tools of its own that neither search nor reach the world. */
  readonly ownTools?: readonly string[];
  /** The tool by which other tools are called by name, with `name` and `arguments`. */
  readonly callTool?: string;
  /** Whose transcripts fit if it has none of its own: the model would decide alike. */
  readonly playsLike?: readonly string[];
  /** Nothing of the product is in it: what it costs is a measure for the others, and no part of the record. */
  readonly isReference?: true;
  readonly start: (services: SetUpServices) => Promise<StartedSetUp>;
}

export interface StartedSetUp {
  readonly play: (play: Play) => Promise<AgentOutcome>;
  readonly close: () => Promise<void>;
}

export function providerOf(dialect: DialectName): Provider {
  return dialect === "messages" ? "anthropic" : "openai";
}
