import type { GatewayConfig } from "../../config/gateway-config.ts";
import type { AnswerMessage } from "../../contracts/inner-form.ts";
import type { TraceRecord } from "../../contracts/trace.ts";
import { createGateway } from "../../server/create-gateway.ts";
import type { Gateway } from "../../server/gateway.ts";
import { createManualTimers, type ManualTimers } from "./manual-timers.ts";
import type { Proof, Stage } from "./proof.ts";
import type { SeenRequest } from "./scripted-upstream.ts";

/** What came of a request. */
export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The answer, where it is JSON. */
  readonly answer: AnswerMessage & { readonly error?: { readonly type: string; readonly message: string } };
  /** What reached the upstream because of it. */
  readonly sent: readonly SeenRequest[];
  readonly trace: TraceRecord | undefined;
}

/** A gateway that a proof looks at. */
export interface RunningGateway {
  readonly gateway: Gateway;
  readonly stage: Stage;
  readonly timers: ManualTimers;
  readonly traces: readonly TraceRecord[];
  /** Sends a request in the process. */
  readonly post: (body: object, headers?: Readonly<Record<string, string>>) => Promise<Exchange>;
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  /** Puts it on a socket, and gives the URL. */
  readonly listen: () => Promise<string>;
}

/** Makes the gateway of a config, for a proof. */
export async function runGateway(config: GatewayConfig, stage: Stage, proof: Proof): Promise<RunningGateway> {
  const traces: TraceRecord[] = [];
  const timers = proof.timers?.() ?? createManualTimers();
  const gateway = await createGateway(config, {
    reportProblem: () => {},
    random: () => 1,
    startTimer: timers.start,
    sinks: [{ specificationVersion: "v1", record: (trace) => traces.push(trace) }],
    ...proof.options,
  });
  return {
    gateway,
    stage,
    timers,
    traces,
    post: async (body, headers = {}) => {
      const before = stage.upstream.seen.length;
      const response = await gateway.app.request("/v1/messages", {
        method: "POST",
        headers: { host: "localhost", "x-api-key": "client-key", "anthropic-version": "2023-06-01", ...headers },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json") === true;
      return {
        status: response.status,
        headers: response.headers,
        text,
        answer: (isJson ? JSON.parse(text) : {}) as Exchange["answer"],
        sent: stage.upstream.seen.slice(before),
        trace: traces.at(-1),
      };
    },
    get: async (path, headers = {}) => gateway.app.request(path, { headers: { host: "localhost", ...headers } }),
    listen: async () => (await gateway.listen({ port: 0 })).url,
  };
}
