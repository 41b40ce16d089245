import type { ObservedScenario } from "./observed-scenario.ts";

/** Names of the gateway's own tools: a client that does not search must never see them. */
const hiddenNames = ["ToolSearch", "call_tool"];

/** Returns everything that is wrong, besides what the client prints itself. */
export function checkScenario(observed: ObservedScenario): readonly string[] {
  const { scenario, upstream, traces } = observed;
  const failed = traces.filter(({ status }) => status !== 200);
  return [
    ...upstream.problems,
    ...failed.map(({ status, error }) => `${status} ${error?.message}`),
    ...checkScript(observed),
    ...checkWay(observed),
    ...checkSecrecy(observed),
    ...checkConversations(observed),
    ...checkPrefixes(observed),
    ...(scenario.expected.check?.(observed) ?? []),
  ];
}

/** All steps are done, the subagent's too, and the upstream refuses what it is there to refuse. */
function checkScript({ scenario, upstream: { said, refused } }: ObservedScenario): readonly string[] {
  const missing = scenario.turns.flatMap(({ answers }) => answers).filter((answer) => !said.includes(answer));
  const { minRefused } = scenario.upstream;
  return [
    ...missing.map((answer) => `the model never says ${JSON.stringify(answer)}`),
    ...(refused.length < minRefused ? [`${refused.length} requests are refused instead of ${minRefused} or more`] : []),
  ];
}

/** Requests with tools are answered in the way that the scenario is about: otherwise it could pass without a search. */
function checkWay({ scenario: { expected }, traces }: ObservedScenario): readonly string[] {
  const withTools = traces.filter(({ tools }) => tools.received > 0);
  const others = withTools.map((trace) => trace.execution).filter((each) => each !== expected.execution);
  const found = traces.flatMap(({ searches }) => searches).filter(({ hits }) => hits.length > 0).length;
  const last = withTools.at(-1)?.loader;
  return [
    ...(withTools.length === 0 ? ["no request has tools"] : []),
    ...others.map((each) => `a request is ${each} instead of ${expected.execution}`),
    ...(found < expected.minFinds ? [`${found} searches find something instead of ${expected.minFinds}`] : []),
    ...(expected.loader !== undefined && last !== expected.loader
      ? [`the last loader is ${last} instead of ${expected.loader}`]
      : []),
  ];
}

/** What the gateway adds for its own search stays between the gateway and the model. */
function checkSecrecy({ scenario: { searcher }, exchanges }: ObservedScenario): readonly string[] {
  if (searcher !== "gateway") return [];
  const seen = hiddenNames.filter((name) => exchanges.some(({ answer }) => answer.includes(name)));
  return seen.map((name) => `the client gets to see ${name}`);
}

function checkConversations({ scenario: { expected }, measured }: ObservedScenario): readonly string[] {
  const { size } = new Set(measured.map(({ conversation }) => conversation));
  return size === expected.conversations
    ? []
    : [`there are ${size} conversations instead of ${expected.conversations}`];
}

function checkPrefixes({ scenario: { expected }, measured }: ObservedScenario): readonly string[] {
  const { maxBreaks, breaksAt = "tools" } = expected;
  const broken = measured.filter(({ brokenAt }) => brokenAt !== undefined);
  const isAllowed = (place: string | undefined) => breaksAt === "anywhere" || place === breaksAt;
  const unexpected = broken.filter(({ brokenAt }, number) => !isAllowed(brokenAt) || number >= maxBreaks);
  return unexpected.map(
    ({ brokenAt, kept }) => `a request breaks the prefix at ${brokenAt}: ${(kept * 100).toFixed(1)} % kept`,
  );
}
