import type { CallControls } from "../call-control/call-controls.ts";
import type { Policies } from "../config/policies.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { AnswerRequest } from "../contracts/client-request.ts";
import type { TraceSink } from "../contracts/trace.ts";
import type { Upstream } from "../contracts/upstream.ts";
import type { Directory } from "../identity/directory.ts";
import type { TokenVerifier } from "../identity/token-verifier.ts";
import type { Learning } from "../learning/learning.ts";
import type { GatewaySkills } from "../plan/skills/gateway-skills.ts";
import type { Capabilities } from "../route/capabilities.ts";
import type { FindRoute } from "../route/match-route.ts";
import type { FindPrice } from "../savings/prices.ts";

/** Everything made from a config. It is replaced as a whole on reload, so that a running request keeps the state it started with. */
export interface ConfiguredState {
  readonly config: ResolvedConfig;
  /** The rules for tools, for every endpoint. */
  readonly policies: Policies;
  /** Organisations, teams, users, keys and grants. It outlives configs. */
  readonly directory: Directory;
  /** Verifies tokens, if the config has an issuer. */
  readonly tokens: TokenVerifier | undefined;
  readonly upstreams: ReadonlyMap<string, Upstream>;
  readonly findRoute: FindRoute;
  readonly findPrice: FindPrice;
  /** What is known about upstreams and models. */
  readonly capabilities: Capabilities;
  readonly answerRequest: AnswerRequest;
  readonly sinks: readonly TraceSink[];
  readonly skills: GatewaySkills | undefined;
  /** Counts and audits tool calls, if the config says so. */
  readonly callControls: CallControls | undefined;
  /** Learns from the callers' calls, if the config says so. */
  readonly learning: Learning | undefined;
}
