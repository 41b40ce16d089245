import type { GatewayConfig, RouteConfig } from "../../config/gateway-config.ts";
import type { TraceRecord } from "../../contracts/trace.ts";
import { createGateway } from "../../server/create-gateway.ts";
import type { StrictDialect } from "../strict/start-strict-upstream.ts";

/** A gateway on a real socket. */
export interface RunningGateway {
  readonly url: string;
  /** The records of finished requests. */
  readonly traces: readonly TraceRecord[];
  readonly close: () => Promise<void>;
}

export interface GatewayToStart extends Omit<RouteConfig, "model">, Pick<GatewayConfig, "limits" | "retries" | "mcp"> {
  readonly dialect?: StrictDialect | "ai-sdk";
  /** Where the upstream is. */
  readonly upstreamUrl: string;
  readonly idleSeconds?: number;
}

/** Puts a gateway with one upstream on a free port. */
export async function startGateway({
  dialect = "anthropic",
  upstreamUrl,
  limits,
  mcp,
  idleSeconds,
  retries = { attempts: 0 },
  ...route
}: GatewayToStart): Promise<RunningGateway> {
  const traces: TraceRecord[] = [];
  const url = dialect === "anthropic" ? upstreamUrl : `${upstreamUrl}/v1`;
  const gateway = await createGateway(
    {
      upstreams: { test: { dialect, url, idleSeconds } },
      routes: [{ model: "*", ...route }],
      retries,
      ...(limits && { limits }),
      ...(mcp && { mcp }),
    },
    { sinks: [{ specificationVersion: "v1", record: (trace) => traces.push(trace) }] },
  );
  const address = await gateway.listen({ port: 0 });
  return { url: address.url, traces, close: () => gateway.close() };
}
