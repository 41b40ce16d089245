import type { PolicyRule } from "@toolcrib/core/policy";
import type { CallControls } from "../call-control/call-controls.ts";
import type { SkillsConfig } from "../config/gateway-config.ts";
import { Policies } from "../config/policies.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { AnswerRequest } from "../contracts/client-request.ts";
import type { ReportProblem } from "../contracts/report-problem.ts";
import type { TraceSink } from "../contracts/trace.ts";
import type { Upstream } from "../contracts/upstream.ts";
import type { ConfiguredState } from "../http/gateway-state.ts";
import type { Directory } from "../identity/directory.ts";
import { TokenVerifier } from "../identity/token-verifier.ts";
import type { Learning } from "../learning/learning.ts";
import type { GatewaySkills } from "../plan/skills/gateway-skills.ts";
import { type RetryOptions, withRetries } from "../retry/with-retries.ts";
import { Capabilities } from "../route/capabilities.ts";
import { findLoader, type LoaderTable } from "../route/loader-table.ts";
import { createFindRoute } from "../route/match-route.ts";
import { createFindPrice } from "../savings/prices.ts";
import type { ConfiguredSinks } from "../trace/configured-sinks.ts";
import { createUpstreams } from "./create-upstreams.ts";

/** The state of a config, and the function that closes its connections. */
export interface Configured {
  readonly state: ConfiguredState;
  close(): void;
}

export interface ConfigureOptions {
  /** Every loader that the config may name. */
  readonly loaders: LoaderTable;
  /** Upstreams in addition to those of the config. */
  readonly upstreams: readonly Upstream[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly retry: Omit<RetryOptions, "policy">;
  readonly reportProblem: ReportProblem;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
  /** Sinks of every config. */
  readonly sinks: readonly TraceSink[];
  /** Sinks of this config. */
  readonly configuredSinks: ConfiguredSinks;
  /** Rules in the entries of MCP servers. */
  readonly serverRules: readonly PolicyRule[];
  readonly directory: Directory;
  readonly createAnswerRequest: (config: ResolvedConfig) => AnswerRequest;
  readonly createCallControls: (config: ResolvedConfig) => CallControls | undefined;
  /** Loaded only if a config wants it. */
  readonly openLearning: () => Promise<Learning>;
  readonly openSkills: (places: SkillsConfig | undefined) => Promise<GatewaySkills | undefined>;
}

/** The same with another list of models that reject references. */
export function withUnsupportedModels(
  configured: Configured,
  unsupportedModels: readonly string[] | undefined,
): Configured {
  const { state } = configured;
  const findRoute = createFindRoute(state.config, state.upstreams, unsupportedModels);
  return { state: { ...state, findRoute }, close: () => configured.close() };
}

/** Creates everything that a config describes. If it is invalid, rejects and leaves nothing open. */
export async function configure(config: ResolvedConfig, options: ConfigureOptions): Promise<Configured> {
  requireLoaders(config, options.loaders);
  const callControls = options.createCallControls(config);
  const policies = new Policies(config, options.serverRules, options.directory);
  const learning = config.learns ? await options.openLearning() : undefined;
  const skills = await options.openSkills(config.skills);
  const upstreams = await createUpstreams(config.upstreams, {
    environment: options.environment,
    startTimer: options.retry.startTimer,
    reportProblem: options.reportProblem,
    added: options.upstreams,
  });
  const retrying = new Map(
    [...upstreams.byName].map(([name, upstream]) => [
      name,
      withRetries(upstream, { ...options.retry, policy: config.retries }),
    ]),
  );
  const findRoute = createFindRoute(config, retrying);
  const answerRequest = options.createAnswerRequest(config);
  const sinks = [...options.sinks, ...options.configuredSinks.for(config.trace)];
  return {
    state: {
      config,
      policies,
      directory: options.directory,
      tokens: config.oidc === undefined ? undefined : new TokenVerifier(config.oidc, options),
      upstreams: retrying,
      findRoute,
      findPrice: createFindPrice(config.prices),
      capabilities: new Capabilities(config.capabilities, options.loaders),
      answerRequest,
      sinks,
      skills,
      callControls,
      learning,
    },
    close: () => upstreams.close(),
  };
}

/** An unknown loader name is an error of the config, reported before the first request. */
function requireLoaders({ handling, routes, capabilities }: ResolvedConfig, loaders: LoaderTable): void {
  for (const { loader } of [handling, ...routes, ...capabilities]) {
    if (loader !== undefined && loader !== "auto") findLoader(loaders, loader);
  }
}
