import type { LintReport } from "@toolcrib/search";
import { isRecord } from "@toolcrib/shared/json";
import { CommandError } from "../errors/command-error.ts";
import { describeJson } from "../errors/describe-json.ts";
import { readText } from "../reading/read-text.ts";
import type { NamedTool } from "../servers/collect-tools.ts";
import { adviseDeferral, type CatalogueCosts, type DeferralAdvice } from "./deferral-advice.ts";
import { adviseDescriptions, type DescriptionAdvice } from "./description-advice.ts";
import { adviseEagerTools, type EagerAdvice } from "./eager-advice.ts";
import { readUsage, type UsageSources } from "./usage-sources.ts";

/** What to change about a catalogue. */
export interface Advice {
  readonly deferral: DeferralAdvice;
  readonly eagerTools: EagerAdvice;
  readonly descriptions: readonly DescriptionAdvice[];
}

/** Where use and descriptions come from. */
export interface AdviceSources extends UsageSources {
  /** A file with descriptions to measure. */
  readonly try?: string;
}

export interface AdviceQuestion {
  readonly tools: readonly NamedTool[];
  readonly costs: CatalogueCosts;
  readonly lint: LintReport;
  /** The maximum number of descriptions. */
  readonly limit: number;
}

/** Advises about a catalogue by its costs, its use and the lint. */
export async function advise({ tools, costs, lint, limit }: AdviceQuestion, sources: AdviceSources): Promise<Advice> {
  const usage = await readUsage(sources);
  const given = sources.try === undefined ? new Map<string, string>() : await readDescriptions(sources.try);
  return {
    deferral: adviseDeferral(costs),
    eagerTools: adviseEagerTools(tools, usage),
    descriptions: await adviseDescriptions({ tools, lint, usage, given, limit }),
  };
}

async function readDescriptions(file: string): Promise<ReadonlyMap<string, string>> {
  const value = parse(await readText(file));
  if (!isRecord(value) || !Object.values(value).every((text) => typeof text === "string")) {
    throw new CommandError("descriptions_invalid", { file, received: describeJson(value) });
  }
  return new Map(Object.entries(value as Record<string, string>));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
