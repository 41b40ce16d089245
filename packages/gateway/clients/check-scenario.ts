import type { TraceRecord } from "../src/contracts/trace.ts";
import type { MeasuredRequest } from "./measure/prefix-by-conversation.ts";
import { finds, type Scenario } from "./scenarios.ts";
import { turns } from "./turns.ts";
import type { Upstream } from "./upstream/start-upstream.ts";

/** What the gateway and the upstream saw of a scenario. */
export interface ObservedScenario {
  readonly scenario: Scenario;
  readonly upstream: Pick<Upstream, "said" | "refused" | "problems">;
  readonly traces: readonly TraceRecord[];
  readonly measured: readonly MeasuredRequest[];
  /** For each turn the number of its first request. */
  readonly firstOfTurn: readonly number[];
}

/** Everything that is wrong, besides what the client says itself. */
export function checkScenario(observed: ObservedScenario): readonly string[] {
  const { upstream, traces } = observed;
  const failed = traces.filter(({ status }) => status !== 200);
  return [
    ...upstream.problems,
    ...failed.map(({ status, error }) => `${status} ${error?.message}`),
    ...scriptFailures(observed),
    ...loaderFailures(observed),
    ...conversationFailures(observed),
    ...prefixFailures(observed),
    ...compactionFailures(observed),
  ];
}

/** All steps are done, the subagent's too, and the upstream refuses what it is there to refuse. */
function scriptFailures({ scenario, upstream: { said, refused } }: ObservedScenario): readonly string[] {
  const missing = turns.flatMap(({ answers }) => answers).filter((answer) => !said.includes(answer));
  const { minRefused } = scenario.upstream;
  return [
    ...missing.map((answer) => `the model never says ${JSON.stringify(answer)}`),
    ...(refused.length < minRefused ? [`${refused.length} requests are refused instead of ${minRefused} or more`] : []),
  ];
}

/** The requests take the way that the scenario is about: otherwise it could pass without a search. */
function loaderFailures({ scenario: { loader, search, upstream }, traces }: ObservedScenario): readonly string[] {
  const execution = ({ client: "client-search", injected: "injected", none: "repaired" } as const)[search];
  const others = traces.map((trace) => trace.execution).filter((each) => each !== execution);
  const found = traces.flatMap(({ searches }) => searches).filter(({ hits }) => hits.length > 0).length;
  const last = traces.at(-1)?.loader;
  const expected = loader === "native" && !upstream.takesReferences ? "bridge" : loader;
  return [
    ...others.map((each) => `a request is ${each} instead of ${execution}`),
    ...(search !== "none" && found < finds ? [`${found} searches find something instead of ${finds}`] : []),
    ...(loader !== "auto" && last !== expected ? [`the last loader is ${last} instead of ${expected}`] : []),
  ];
}

/** The subagent and the compaction each begin a conversation beside the first. */
function conversationFailures({ measured }: ObservedScenario): readonly string[] {
  const { size } = new Set(measured.map(({ conversation }) => conversation));
  return size === 3 ? [] : [`there are ${size} conversations instead of 3`];
}

function prefixFailures({ scenario: { maxBreaks }, measured }: ObservedScenario): readonly string[] {
  const broken = measured.filter(({ brokenAt }) => brokenAt !== undefined);
  const unexpected = broken.filter(({ brokenAt }, number) => brokenAt !== "tools" || number >= maxBreaks);
  return unexpected.map(
    ({ brokenAt, kept }) => `a request breaks the prefix at ${brokenAt}: ${(kept * 100).toFixed(1)} % kept`,
  );
}

/** A compaction rewrites the messages. Tools and system prompt stay as they were, except for tools that `append` had added. */
function compactionFailures({ scenario, measured, firstOfTurn }: ObservedScenario): readonly string[] {
  const compaction = turns.findIndex(({ prompt }) => prompt === "/compact");
  const next = firstOfTurn[compaction + 1] ?? measured.length;
  const [before, after] = [measured[next - 1], measured[next]];
  if (before === undefined || after === undefined) return ["there is no request after the compaction"];
  if (after.conversation === before.conversation) return ["nothing was compacted"];
  const levels = scenario.loader === "append" ? ["system"] : ["tools", "system"];
  const changed = levels.filter((level) => partOf(before, level) !== partOf(after, level));
  return changed.map((level) => `the compaction changes the level ${level}`);
}

function partOf({ parts }: MeasuredRequest, level: string): string | undefined {
  return parts[level === "tools" ? 0 : 1];
}
