import type { GatewayConfig } from "../config/gateway-config.ts";
import { createRankerTable } from "../config/ranker-table.ts";
import { resolveConfig } from "../config/resolve-config.ts";
import { ConfigError } from "../errors/config-error.ts";
import type { Directory } from "../identity/directory.ts";
import type { GatewaySkills } from "../plan/skills/gateway-skills.ts";
import { openGatewaySkills } from "../plan/skills/open-gateway-skills.ts";
import { configSecrets } from "../redaction/config-secrets.ts";
import { createLoaderTable } from "../route/loader-table.ts";
import type { Answering } from "./answering.ts";
import type { BaseServices } from "./base-services.ts";
import type { CallControlsFactory } from "./call-controls-factory.ts";
import { type Configured, configure } from "./configure.ts";
import type { GatewayOptions } from "./gateway.ts";
import type { LazyLearning } from "./lazy-learning.ts";
import type { OpenedUserLogins } from "./open-user-logins.ts";
import type { Recorders } from "./recorders.ts";

/** What outlives configs, and every config uses. */
export interface SharedParts {
  readonly services: BaseServices;
  readonly directory: Directory;
  readonly users: OpenedUserLogins;
  readonly callControls: CallControlsFactory;
  readonly recorders: Recorders;
  readonly answering: Answering;
  readonly learning: LazyLearning;
}

/** Returns the function that creates what a config describes. It rejects, and leaves nothing open, if the config is invalid. */
export function createMakeConfigured(
  options: GatewayOptions,
  parts: SharedParts,
): (given: GatewayConfig) => Promise<Configured> {
  const { environment, startTimer, now, clock, redactor, reportProblem } = parts.services;
  const loaders = createLoaderTable(options.loaders);
  const rankers = createRankerTable(options.rankers);
  const createAnswerRequest = admitFirst(options.createAnswerRequest);
  let skills: GatewaySkills | undefined;
  return async (given) => {
    requireOptions(given, options);
    parts.users.check();
    // Secrets of earlier configs stay known: requests that began under them may still be running.
    redactor.learn([...configSecrets(given, environment), ...(options.secrets?.() ?? [])]);
    return configure(resolveConfig(given, rankers), {
      loaders,
      upstreams: options.upstreams ?? [],
      environment,
      reportProblem,
      now,
      clock,
      retry: { startTimer, now, random: options.random ?? Math.random },
      sinks: [...parts.recorders.sinks, ...(options.sinks ?? [])],
      configuredSinks: parts.recorders.configuredSinks,
      serverRules: options.mcpServerRules?.() ?? [],
      directory: parts.directory,
      createCallControls: (resolved) => parts.callControls.for(resolved),
      openLearning: () => parts.learning.open(),
      openSkills: async (places) => {
        skills = await openGatewaySkills(places, skills, reportProblem);
        return skills;
      },
      createAnswerRequest: createAnswerRequest ?? ((resolved) => parts.answering.for(resolved)),
    });
  };
}

/** A config may name optional packages, which the program has to pass. */
function requireOptions({ search }: GatewayConfig, { embedder, languages }: GatewayOptions): void {
  if (search?.embedder === "encoder" && (embedder ?? null) === null) {
    throw new ConfigError("embedder_missing", { name: "encoder" });
  }
  if (search?.languages === true && languages === undefined) throw new ConfigError("languages_missing", {});
}

/** A program that answers requests itself need not know about quotas. */
function admitFirst(create: GatewayOptions["createAnswerRequest"]): GatewayOptions["createAnswerRequest"] {
  if (create === undefined) return undefined;
  return (config) => {
    const answerRequest = create(config);
    return async (request) => {
      await request.admit?.();
      return answerRequest(request);
    };
  };
}
