import type { Api } from "./apis.ts";
import { createBodies } from "./request-body.ts";
import { percentile } from "./statistics.ts";
import type { System } from "./system.ts";
import { createAgent, timedCall } from "./timed-call.ts";

export interface StreamsResult {
  readonly api: Api;
  readonly upstreamApi: Api;
  readonly system: string;
  readonly streams: number;
  readonly completed: number;
  readonly errors: number;
  readonly firstError?: string;
  readonly lastByteP50: number;
  readonly lastByteP99: number;
  readonly residentMegabytes: number | undefined;
}

/** Opens many streams at once, each of which takes the upstream two seconds. */
export async function measureStreams(
  system: System,
  { api, upstreamApi }: Pick<StreamsResult, "api" | "upstreamApi">,
  streams: number,
  residentMegabytes: (processId: number) => number | undefined,
): Promise<StreamsResult> {
  const nextBody = createBodies({ api, upstreamApi, kind: "plain", tools: 20, isStreaming: true });
  const body = Buffer.from(nextBody().toString().replace(`"model":"`, `"model":"slow-`));
  const agent = createAgent();
  const outcomes = await Promise.allSettled(
    Array.from({ length: streams }, () => timedCall(agent, system, { path: "/slow", api, upstreamApi }, body)),
  );
  agent.destroy();
  const times = outcomes.flatMap((outcome) =>
    outcome.status === "fulfilled" ? [outcome.value.lastByteMilliseconds] : [],
  );
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  return {
    api,
    upstreamApi,
    system: system.name,
    streams,
    completed: times.length,
    errors: streams - times.length,
    ...(failed === undefined ? {} : { firstError: String((failed as PromiseRejectedResult).reason) }),
    lastByteP50: percentile(times, 0.5),
    lastByteP99: percentile(times, 0.99),
    residentMegabytes: residentMegabytes(system.processId),
  };
}
