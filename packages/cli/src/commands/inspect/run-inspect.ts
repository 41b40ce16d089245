import { lintTools } from "@toolcrib/search";
import { advise } from "../../advice/advise.ts";
import { weighFirstRequests, weighServers, weighTools } from "../../advice/weigh-tools.ts";
import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import type { Output } from "../../output/console-output.ts";
import { createProgressBar } from "../../output/progress-bar.ts";
import { collectTools, type NamedTool } from "../../servers/collect-tools.ts";
import { troubleOf } from "../../servers/describe-server.ts";
import { namedRanker } from "../../servers/named-ranker.ts";
import { readOwnConfig } from "../../servers/read-own-config.ts";
import { upstreamKey } from "../../tokens/upstream-key.ts";
import { countWeights } from "./count-weights.ts";
import { type InspectReport, printInspection } from "./print-inspection.ts";

/** The options of `toolcrib inspect`. */
export interface InspectOptions {
  readonly config?: readonly string[];
  readonly tools?: readonly string[];
  readonly wait: number;
  readonly fresh?: true;
  readonly upstream?: string;
  readonly upstreamKeyEnv?: string;
  readonly model: string;
  readonly limit: number;
  readonly history?: string;
  readonly gateway?: string;
  readonly gatewayKeyEnv: string;
  readonly try?: string;
  readonly json?: true;
}

/** Collects the tools, weighs them, lints them, and prints what came of it. */
export async function runInspect(options: InspectOptions, output: Output): Promise<ExitCode> {
  const { tools, servers, problems } = await collectTools(options, output);
  // Pins and thresholds count only where the user has our own config.
  const { settings = {} } = await readOwnConfig(options.config ?? []);
  const engineSettings = { ...settings, ranker: namedRanker(settings) };
  const weighed = { servers: weighServers(tools), savings: weighFirstRequests(tools, options.model, engineSettings) };
  const { upstream: url, model } = options;
  const counted =
    url === undefined
      ? weighed
      : await countWeights({ ...weighed, tools }, { url, model, apiKey: upstreamKey(url, options.upstreamKeyEnv) });
  const lint = await lintWithProgress(tools, output);
  const costs = {
    tools: tools.length,
    eagerTokens: counted.savings.eager.tokens,
    deferredTokens: counted.savings.deferred.tokens,
    off: counted.savings.off ?? null,
  };
  const report: InspectReport = {
    tokens: { source: url === undefined ? "estimated" : "counted", model: url === undefined ? null : model },
    ...costs,
    servers: counted.servers,
    heaviestTools: weighTools(tools),
    deferredTools: counted.savings.deferred.tools.length,
    lint,
    advice: await advise({ tools, costs, lint, limit: options.limit }, options),
    failures: servers.flatMap((status) => {
      const reason = troubleOf(status);
      return reason === undefined || status.state === "disabled" ? [] : [{ server: status.name, reason }];
    }),
    problems,
  };
  if (options.json) {
    output.print(JSON.stringify(report));
  } else {
    printInspection(report, options.limit, output);
  }
  const hasErrors = lint.findings.some(({ severity }) => severity === "error");
  return hasErrors || report.failures.length > 0 || problems.length > 0 ? exitCodes.problemsFound : exitCodes.success;
}

async function lintWithProgress(tools: readonly NamedTool[], output: Output): Promise<InspectReport["lint"]> {
  const progressBar = createProgressBar("Searching for every tool", output);
  try {
    return await lintTools(tools, { onProgress: (done, total) => progressBar.update(done, total) });
  } finally {
    progressBar.finish();
  }
}
