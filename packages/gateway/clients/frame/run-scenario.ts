import { startGateway } from "../../src/testing/gateways/start-gateway.ts";
import { measurePrefixes } from "../measure/prefix-by-conversation.ts";
import { startUpstream } from "../upstream/start-upstream.ts";
import { checkScenario } from "./check-scenario.ts";
import type { Scenario } from "./client.ts";
import { createClientFolders, deleteClientFolders } from "./client-folders.ts";
import type { InstalledClient } from "./install-client.ts";
import { keepDetails } from "./keep-details.ts";
import { recordWire } from "./record-wire.ts";
import { startRemoteServer } from "./remote-server.ts";

export interface ScenarioResult {
  readonly scenario: Scenario;
  /** Everything that is wrong; empty if the scenario passes. */
  readonly failures: readonly string[];
  /** Requests that the upstream refused; the client saw none of the refusals. */
  readonly refused: number;
  /** Requests with one before them in their conversation. */
  readonly followUps: number;
  /** Follow-ups that did not keep the whole previous prompt. */
  readonly breaks: number;
}

/** Runs all turns of one scenario with the real client. */
export async function runScenario(scenario: Scenario, client: InstalledClient): Promise<ScenarioResult> {
  const { route, model, turns, start } = scenario;
  const { dialect, refusals } = scenario.upstream;
  const folders = await createClientFolders();
  const upstream = await startUpstream(dialect, refusals);
  const remoteServer = scenario.usesRemoteServer === true ? await startRemoteServer() : undefined;
  const gateway = await startGateway({
    upstreamUrl: upstream.url,
    dialect,
    ...route,
    // The retries that every gateway has: a connection that was kept too long is not an error.
    retries: {},
    ...(remoteServer && { mcp: { allowedHosts: [remoteServer.url] } }),
  });
  const wire = await recordWire(gateway.url);
  const failures: string[] = [];
  const firstOfTurn: number[] = [];
  try {
    const conversation = await start({
      client,
      gatewayUrl: wire.url,
      model,
      folders,
      ...(remoteServer && { remoteServer }),
    });
    try {
      for (const [position, { prompt, expected }] of turns.entries()) {
        firstOfTurn.push(upstream.taken.length);
        const { text, errors } = await conversation.ask(prompt);
        const wrong = text === expected ? errors : [...errors, JSON.stringify(text.slice(0, 300))];
        failures.push(...wrong.map((each) => `turn ${position + 1}: ${each}`));
      }
    } finally {
      await conversation.close?.();
    }
  } finally {
    await wire.close();
    await gateway.close();
    await upstream.close();
    await remoteServer?.close();
    await deleteClientFolders(folders);
  }
  const measured = measurePrefixes(upstream.taken);
  const { traces } = gateway;
  const { exchanges } = wire;
  failures.push(...checkScenario({ scenario, upstream, traces, exchanges, measured, firstOfTurn }));
  if (failures.length > 0) failures.push(`details: ${await keepDetails({ exchanges, sent: upstream.bodies, traces })}`);
  return {
    scenario,
    failures: [...new Set(failures)],
    refused: upstream.refused.length,
    followUps: measured.filter(({ isFirst }) => !isFirst).length,
    breaks: measured.filter(({ brokenAt }) => brokenAt !== undefined).length,
  };
}
