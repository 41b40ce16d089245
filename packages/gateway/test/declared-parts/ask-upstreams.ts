import type { UpstreamConfig } from "../../src/config/gateway-config.ts";
import type { UpstreamApi } from "../../src/dialects/shared/support/declare.ts";
import { createGateway } from "../../src/server/create-gateway.ts";
import { serveFetch } from "../../src/testing/serve.ts";
import { type WireName, wires } from "../translations/combinations.ts";

/** What came of a request. */
interface Asked {
  readonly status: number;
  readonly text: string;
  /** The paths in `toolcrib-omitted`. */
  readonly omitted: string;
  /** The bodies that the upstream got. */
  readonly sent: readonly unknown[];
}

export interface Asker {
  readonly ask: (client: UpstreamApi, body: object) => Promise<Asked>;
  readonly close: () => Promise<void>;
}

const configs: Readonly<
  Record<UpstreamApi, { readonly wire: WireName; readonly config: (url: string) => UpstreamConfig }>
> = {
  messages: { wire: "messages", config: (url) => ({ dialect: "anthropic", url }) },
  responses: { wire: "responses", config: (url) => ({ dialect: "openai-responses", url: `${url}/v1` }) },
  chat: {
    wire: "chat",
    config: (url) => ({
      dialect: "openai-chat",
      url: `${url}/v1`,
      settings: { traits: { takesCustomTools: true, takesImagesInResults: true } },
    }),
  },
  "ai-sdk": {
    wire: "messages",
    config: (url) => ({ dialect: "ai-sdk", package: "@ai-sdk/anthropic", url: `${url}/v1`, apiKey: "key" }),
  },
};

const answer = { text: "Fine.", end: "stop", usage: { input: 30, cached: 0, output: 5 } } as const;

/** A gateway for each kind of upstream. The upstreams take everything. */
export async function startAskers(): Promise<ReadonlyMap<UpstreamApi, Asker>> {
  const started = Object.entries(configs).map(async ([name, { wire, config }]) => {
    const sent: unknown[] = [];
    const server = await serveFetch(async (request) => {
      const body = (await request.json()) as { readonly stream?: boolean };
      sent.push(body);
      return wires[wire].writeAnswer(answer, body, 1);
    });
    const gateway = await createGateway({ upstreams: { test: config(server.url) }, retries: { attempts: 0 } });
    const { url } = await gateway.listen({ port: 0 });
    const ask = async (client: UpstreamApi, body: object): Promise<Asked> => {
      sent.length = 0;
      const response = await fetch(`${url}${wires[client as WireName].path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(client === "messages" ? { "x-api-key": "key" } : { authorization: "Bearer key" }),
        },
        body: JSON.stringify(body),
      });
      const text = withoutIds(await response.text());
      return {
        status: response.status,
        text,
        omitted: response.headers.get("toolcrib-omitted") ?? "",
        sent: [...sent],
      };
    };
    const close = async () => {
      await gateway.close();
      await server.close();
    };
    return [name as UpstreamApi, { ask, close }] as const;
  });
  return new Map(await Promise.all(started));
}

/** Ids and times differ from answer to answer. */
function withoutIds(text: string): string {
  return text.replaceAll(/"(?:id|item_id|request_id)":"[^"]*"/g, "").replaceAll(/"(?:created|created_at)":\d+/g, "");
}
