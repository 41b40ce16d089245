import type { FindRoute } from "../config/match-route.ts";
import type { Policies } from "../config/policies.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { TraceSink } from "../contracts/trace.ts";
import type { AnswerRequest } from "../contracts/turn.ts";
import type { Upstream } from "../contracts/upstream.ts";
import type { GatewaySkills } from "../skills/gateway-skills.ts";

/** What a config makes: replaced as a whole when the config is read again, so that a running request keeps the one it began with. */
export interface ConfiguredState {
  readonly config: ResolvedConfig;
  /** The rules for tools, at every door. */
  readonly policies: Policies;
  readonly upstreams: ReadonlyMap<string, Upstream>;
  readonly findRoute: FindRoute;
  readonly answerRequest: AnswerRequest;
  readonly sinks: readonly TraceSink[];
  readonly skills: GatewaySkills | undefined;
}

/** Somewhere to tell the operator about what nobody foresaw. */
export type ReportProblem = (problem: string, error?: unknown) => void;
