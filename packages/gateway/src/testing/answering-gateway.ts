import { afterEach, beforeEach, expect } from "vitest";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { AnswerRequest } from "../contracts/client-request.ts";
import type { AnswerEvent, AnswerMessage } from "../contracts/inner-form.ts";
import type { TraceRecord } from "../contracts/trace.ts";
import { createGateway } from "../server/create-gateway.ts";
import type { Gateway, GatewayOptions } from "../server/gateway.ts";

/** An answer with nothing in it. */
export const emptyAnswer: AnswerMessage = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
};

export const answerAtOnce: AnswerRequest = async () => ({ kind: "whole", message: emptyAnswer });

/** The least that is a request. */
export const question = { model: "m", max_tokens: 10, messages: [{ role: "user", content: "Hi" }] };

/** A gateway on a socket whose answers are given. */
export interface AnsweringGateway {
  readonly gateway: Gateway;
  readonly url: string;
  readonly traces: readonly TraceRecord[];
  readonly post: (body: unknown, headers?: Record<string, string>, path?: string) => Promise<Response>;
  /** Whether the next request is answered. */
  readonly expectHealthy: () => Promise<void>;
}

/** Gives tests such gateways, closes them after each, and lets a test fail whose gateway had an unexpected error. */
export function useAnsweringGateways(): {
  readonly start: (
    answerRequest?: AnswerRequest,
    config?: GatewayConfig,
    options?: GatewayOptions,
  ) => Promise<AnsweringGateway>;
  /** What was reported; a test that expects it takes it out. */
  readonly problems: string[];
} {
  const gateways: Gateway[] = [];
  const problems: string[] = [];
  beforeEach(() => {
    problems.length = 0;
  });
  afterEach(async () => {
    for (const gateway of gateways.splice(0)) await gateway.close();
    expect(problems).toEqual([]);
  });
  const start = async (
    answerRequest = answerAtOnce,
    config: GatewayConfig = {},
    options: GatewayOptions = {},
  ): Promise<AnsweringGateway> => {
    const traces: TraceRecord[] = [];
    let requests = 0;
    const gateway = await createGateway(config, {
      createAnswerRequest: () => answerRequest,
      createRequestId: () => `req_${++requests}`,
      reportProblem: (problem) => problems.push(problem),
      sinks: [{ specificationVersion: "v1", record: (trace) => traces.push(trace) }],
      ...options,
    });
    gateways.push(gateway);
    const { url } = await gateway.listen({ port: 0 });
    const post: AnsweringGateway["post"] = (body, headers = {}, path = "/v1/messages") =>
      fetch(url + path, { method: "POST", headers, body: typeof body === "string" ? body : JSON.stringify(body) });
    const expectHealthy = async (): Promise<void> => {
      expect((await post(question)).status).toBe(200);
    };
    return { gateway, url, traces, post, expectHealthy };
  };
  return { start, problems };
}

/** A stream that begins and then says nothing. */
export async function* thenNothing(): AsyncGenerator<AnswerEvent> {
  yield { type: "message_start", message: emptyAnswer };
  await new Promise(() => {});
}
