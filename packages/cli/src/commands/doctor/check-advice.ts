import { lintTools } from "@toolcrib/search";
import { isToolcribError } from "@toolcrib/shared/errors";
import { formatCountOf } from "@toolcrib/shared/text";
import { adviseDeferral } from "../../advice/deferral-advice.ts";
import { adviseEagerTools } from "../../advice/eager-advice.ts";
import type { UsageData } from "../../advice/usage-data.ts";
import { readUsage } from "../../advice/usage-sources.ts";
import { weighFirstRequests } from "../../advice/weigh-tools.ts";
import type { NamedTool } from "../../servers/collect-tools.ts";
import { namedRanker } from "../../servers/named-ranker.ts";
import { readOwnConfig } from "../../servers/read-own-config.ts";
import type { Check } from "./check/check.ts";

/** What the doctor needs to know for advice. */
export interface AdviceOptions {
  readonly config?: readonly string[];
  readonly model: string;
  readonly gateway?: string;
  readonly gatewayKeyEnv?: string;
}

/** Whether to defer the tools of the servers, which to keep in the prompt, and whether they can be found. */
export async function checkAdvice(tools: readonly NamedTool[], options: AdviceOptions): Promise<readonly Check[]> {
  if (tools.length === 0) return [];
  const { settings = {} } = await readOwnConfig(options.config ?? []);
  const { eager, deferred, off } = weighFirstRequests(tools, options.model, {
    ...settings,
    ranker: namedRanker(settings),
  });
  const { verdict, reasons } = adviseDeferral({
    tools: tools.length,
    eagerTokens: eager.tokens,
    deferredTokens: deferred.tokens,
    off: off ?? null,
  });
  const [says = ""] = reasons;
  const checks: Check[] =
    verdict !== "defer"
      ? [{ subject: "deferral", state: "ok", says }]
      : [
          {
            subject: "deferral",
            state: "note",
            says,
            fix: "Put them behind toolcrib mcp, or send the agent through toolcrib serve --inject auto. toolcrib inspect has the figures.",
          },
          await checkEagerTools(tools, options),
        ];
  return [...checks, await checkDescriptions(tools)];
}

async function checkEagerTools(tools: readonly NamedTool[], options: AdviceOptions): Promise<Check> {
  const subject = "tools to keep in the prompt";
  const { says, policy } = adviseEagerTools(tools, await usageOf(options));
  if (policy.length === 0) return { subject, state: "note", says };
  const fix = `In settings of toolcrib.json: "policy": ${JSON.stringify(policy)}`;
  return { subject, state: "note", says: `${policy.map(({ name }) => name).join(", ")}. ${says}`, fix };
}

/** A gateway that does not answer has a check of its own. */
async function usageOf(options: AdviceOptions): Promise<UsageData | undefined> {
  try {
    return await readUsage(options);
  } catch (error) {
    if (!isToolcribError(error)) throw error;
    return undefined;
  }
}

async function checkDescriptions(tools: readonly NamedTool[]): Promise<Check> {
  const { findings, selfRetrieval } = await lintTools(tools);
  const subject = "descriptions";
  const hard = new Set(findings.filter(({ severity }) => severity !== "note").map(({ tool }) => tool));
  const found = `${selfRetrieval.found} of ${selfRetrieval.asked} tools are found by their own first sentence`;
  if (hard.size === 0) return { subject, state: "ok", says: found };
  const [first = ""] = hard;
  return {
    subject,
    state: "note",
    says: `${found}; ${formatCountOf(hard.size, "tool")} can be described better, such as ${first}`,
    fix: "Run toolcrib inspect: it says what to write, and measures the effect.",
  };
}
