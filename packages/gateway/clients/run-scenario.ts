import { startGateway } from "../src/testing/start-gateway.ts";
import { startConversation } from "./claude-code/conversation.ts";
import type { InstalledClient } from "./claude-code/install-client.ts";
import { type MeasuredRequest, measurePrefixes } from "./measure/prefix-by-conversation.ts";
import type { Scenario } from "./scenarios.ts";
import { turns } from "./turns.ts";
import { startUpstream } from "./upstream/start-upstream.ts";

/** What came of a scenario. */
export interface ScenarioResult {
  readonly scenario: Scenario;
  /** Everything that is wrong; nothing where it passed. */
  readonly failures: readonly string[];
  /** Requests that it refused: the client saw none of them. */
  readonly refused: number;
  /** Requests with one before them in their conversation. */
  readonly followUps: number;
  /** Those of them that did not keep all of the one before. */
  readonly breaks: number;
}

/** Runs all turns of one scenario with the real client. */
export async function runScenario(scenario: Scenario, client: InstalledClient): Promise<ScenarioResult> {
  const { loader, search, model } = scenario;
  const { dialect, refusals } = scenario.upstream;
  const upstream = await startUpstream(dialect, refusals);
  const inject = search === "injected" ? "always" : "off";
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader, inject });
  const conversation = await startConversation({
    client,
    gatewayUrl: gateway.url,
    model,
    environment: {
      ENABLE_TOOL_SEARCH: String(search === "client"),
      CLAUDE_CODE_ENABLE_FINE_GRAINED_TOOL_STREAMING: "1",
    },
  });
  const failures: string[] = [];
  const firstOfTurn: number[] = [];
  try {
    for (const [position, { prompt, expected }] of turns.entries()) {
      firstOfTurn.push(upstream.taken.length);
      const { isError, text } = await conversation.ask(prompt);
      if (isError || text !== expected) failures.push(`turn ${position + 1}: ${JSON.stringify(text.slice(0, 300))}`);
    }
  } finally {
    await conversation.close();
    await gateway.close();
    await upstream.close();
  }
  const failed = gateway.traces.filter(({ status }) => status !== 200);
  failures.push(...upstream.problems, ...failed.map(({ status, error }) => `${status} ${error?.message}`));
  const measured = measurePrefixes(upstream.taken);
  const broken = measured.filter(({ brokenAt }) => brokenAt !== undefined);
  failures.push(
    ...missingConversations(measured),
    ...prefixFailures(broken, scenario),
    ...compactionFailures(measured, firstOfTurn, scenario),
  );
  return {
    scenario,
    failures: [...new Set(failures)],
    refused: upstream.refused.length,
    followUps: measured.filter(({ isFirst }) => !isFirst).length,
    breaks: broken.length,
  };
}

function prefixFailures(broken: readonly MeasuredRequest[], { maxBreaks }: Scenario): readonly string[] {
  const unexpected = broken.filter(({ brokenAt }, number) => brokenAt !== "tools" || number >= maxBreaks);
  return unexpected.map(
    ({ brokenAt, kept }) => `a request breaks the prefix at ${brokenAt}: ${(kept * 100).toFixed(1)} % kept`,
  );
}

/** The script has a subagent and a compaction, each with a conversation of its own beside the main one. */
function missingConversations(measured: readonly MeasuredRequest[]): readonly string[] {
  const { size } = new Set(measured.map(({ conversation }) => conversation));
  return size === 3 ? [] : [`there are ${size} conversations instead of 3`];
}

/** A compaction rewrites the messages. Tools and system prompt stay as they were, except for tools that `append` had added. */
function compactionFailures(
  measured: readonly MeasuredRequest[],
  firstOfTurn: readonly number[],
  { loader }: Scenario,
): readonly string[] {
  const compaction = turns.findIndex(({ prompt }) => prompt === "/compact");
  const next = firstOfTurn[compaction + 1] ?? measured.length;
  const [before, after] = [measured[next - 1], measured[next]];
  if (before === undefined || after === undefined) return ["there is no request after the compaction"];
  if (after.conversation === before.conversation) return ["nothing was compacted"];
  const levels = loader === "append" ? ["system"] : ["tools", "system"];
  const changed = levels.filter((level) => partOf(before, level) !== partOf(after, level));
  return changed.map((level) => `the compaction changes the level ${level}`);
}

function partOf({ parts }: MeasuredRequest, level: string): string | undefined {
  return parts[level === "tools" ? 0 : 1];
}
