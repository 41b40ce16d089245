import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { checkScenario } from "./check-scenario.ts";
import { startConversation } from "./claude-code/conversation.ts";
import type { InstalledClient } from "./claude-code/install-client.ts";
import { measurePrefixes } from "./measure/prefix-by-conversation.ts";
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
  // With the retries that every gateway has: a connection that was kept too long is not an error.
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader, inject, retries: {} });
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
  const measured = measurePrefixes(upstream.taken);
  failures.push(...checkScenario({ scenario, upstream, traces: gateway.traces, measured, firstOfTurn }));
  return {
    scenario,
    failures: [...new Set(failures)],
    refused: upstream.refused.length,
    followUps: measured.filter(({ isFirst }) => !isFirst).length,
    breaks: measured.filter(({ brokenAt }) => brokenAt !== undefined).length,
  };
}
