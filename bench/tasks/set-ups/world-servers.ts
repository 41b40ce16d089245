import { ServerPool } from "@toolcrib/mcp";
import type { ServiceDefinition, World } from "../types.ts";

interface RpcMessage {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly arguments?: Readonly<Record<string, unknown>> };
}

const caching = { ttlMs: 3_600_000, cacheScope: "private" };
const host = "http://world.invalid";

/** A pool of MCP servers, one a service, that play the world which is in turn. */
export function poolOfWorld(services: readonly ServiceDefinition[], current: () => World): ServerPool {
  const byServer = new Map(services.map((service) => [service.server, service]));
  return new ServerPool({
    cacheFolder: null,
    entries: services.map(({ server }) => ({
      name: server,
      source: "the world",
      transport: "http",
      url: `${host}/${server}`,
      headers: {},
      disabled: false,
      alwaysLoad: false,
      policy: [],
    })),
    fetch: async (url, init) => {
      const service = byServer.get(new URL(String(url)).pathname.slice(1));
      if (service === undefined || typeof init?.body !== "string") return new Response(null, { status: 405 });
      return answerRpc(JSON.parse(init.body) as RpcMessage, service, current());
    },
  });
}

function answerRpc(message: RpcMessage, service: ServiceDefinition, world: World): Response {
  const { id, method } = message;
  if (id === undefined) return new Response(null, { status: 202 });
  const result = resultOf(message, service, world);
  if (result === undefined) {
    const error = { code: -32_601, message: `no method ${method}` };
    return Response.json({ jsonrpc: "2.0", id, error }, { status: 404 });
  }
  return Response.json({ jsonrpc: "2.0", id, result: { resultType: "complete", ...result } });
}

function resultOf({ method, params }: RpcMessage, service: ServiceDefinition, world: World): object | undefined {
  switch (method) {
    case "server/discover":
      return {
        supportedVersions: ["2026-07-28"],
        capabilities: { tools: {} },
        serverInfo: { name: service.server, version: service.version },
        ...(service.instructions === undefined ? {} : { instructions: service.instructions }),
        ...caching,
      };
    case "tools/list":
      return { tools: service.tools, ...caching };
    case "tools/call": {
      const { text, isError = false } = world.call(service.server, params?.name ?? "", params?.arguments ?? {});
      return { content: [{ type: "text", text }], isError };
    }
    default:
      return undefined;
  }
}
