import type { Policies } from "../config/policies.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { AnswerRequest } from "../contracts/client-request.ts";
import type { TraceSink } from "../contracts/trace.ts";
import type { Upstream } from "../contracts/upstream.ts";
import type { GatewaySkills } from "../plan/skills/gateway-skills.ts";
import type { FindRoute } from "../route/match-route.ts";

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
