import type { IncomingHttpHeaders } from "node:http";
import { createStrictMessagesApi, type ScriptedModel } from "@toolcrib/anthropic/testing";
import OpenAI from "openai";
import { afterEach } from "vitest";
import type { GatewayConfig } from "../../config/gateway-config.ts";
import { createGateway } from "../../server/create-gateway.ts";
import type { GatewayOptions } from "../../server/gateway.ts";
import { serve } from "../serve.ts";

/** The real SDK in front of a gateway on a real socket, in front of a strict Messages API on another. */
export interface OpenAiGateway {
  readonly url: string;
  readonly client: OpenAI;
  readonly clientWith: (apiKey: string) => OpenAI;
  /** The bodies that the upstream accepted. */
  readonly bodies: () => readonly Readonly<Record<string, unknown>>[];
  readonly headers: readonly IncomingHttpHeaders[];
  readonly rejected: readonly string[];
}

type Route = Omit<NonNullable<GatewayConfig["routes"]>[number], "model">;

/** Starts what a test needs, and closes it afterwards. */
export function useOpenAiGateway(): (
  model: ScriptedModel,
  config?: Omit<GatewayConfig, "routes"> & { readonly route?: Route },
  options?: GatewayOptions,
) => Promise<OpenAiGateway> {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });
  return async (model, { route, ...config } = {}, options = {}) => {
    const headers: IncomingHttpHeaders[] = [];
    const api = createStrictMessagesApi(model);
    const upstream = await serve(async (request, body, response) => {
      headers.push(request.headers);
      const answer = await api.fetch(`http://localhost${request.url}`, {
        method: request.method ?? "POST",
        headers: request.headers as Record<string, string>,
        ...(body.length > 0 && { body: body.toString() }),
      });
      const { "content-length": _length, ...answerHeaders } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, answerHeaders);
      response.end(await answer.text());
    });
    closers.push(upstream.close);
    const gateway = await createGateway(
      {
        upstreams: { test: { dialect: "anthropic", url: upstream.url, ...(config.keys && { apiKey: "sk-own" }) } },
        routes: [{ model: "*", ...route }],
        retries: { attempts: 0 },
        ...config,
      },
      options,
    );
    closers.push(() => gateway.close());
    const { url } = await gateway.listen({ port: 0 });
    const clientWith = (apiKey: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
    return {
      url,
      client: clientWith("sk-client"),
      clientWith,
      bodies: () => api.accepted.map(({ body }) => body as unknown as Readonly<Record<string, unknown>>),
      headers,
      rejected: api.rejected,
    };
  };
}
