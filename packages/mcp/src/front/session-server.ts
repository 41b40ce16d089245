import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { asResult } from "./as-result.ts";
import { callOptionsFor } from "./caller-channel.ts";
import type { FrontCaller } from "./front-caller.ts";
import type { FrontCatalogue } from "./front-catalogue.ts";
import type { ResolvedFrontOptions } from "./front-options.ts";
import { FrontSession } from "./front-session.ts";
import { findResource, offeredResources, offeredTemplates } from "./offered-lists.ts";
import { pageOf } from "./page-of.ts";
import { handlePrompts } from "./prompt-handlers.ts";
import type { ResourceSubscriptions } from "./resource-subscriptions.ts";

/** A client's session and the server that speaks with the client. */
export interface SessionServer {
  readonly server: Server;
  readonly session: FrontSession;
}

const instructions =
  "One server for many. Its tools are not listed from the start: find them with search_tools and call them with call_tool.";

/** Makes the MCP server for one client. */
export function createSessionServer(
  catalogue: FrontCatalogue,
  options: ResolvedFrontOptions,
  subscriptions: ResourceSubscriptions,
  caller: FrontCaller | undefined,
): SessionServer {
  const server = new Server(
    { name: options.name, version: options.version },
    {
      instructions,
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        completions: {},
        logging: {},
      },
    },
  );
  const session = new FrontSession(catalogue, options, () => server.getClientVersion()?.name ?? "", caller);
  server.setRequestHandler("tools/list", () => asResult<"tools/list">({ tools: session.listTools() }));
  // The one request that must be fast. As a fallback it skips the SDK's reading and checking of every field, which the servers behind the
  // front do as well; what is needed here is checked here.
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    if (method !== "tools/call") throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "Method not found");
    const { name, arguments: input } = (params ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof name !== "string")
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Expected the name of a tool");
    const result = await session.callTool(name, input, callOptionsFor(server, context, session));
    if (session.takeRevealed()) server.sendToolListChanged().catch(() => {});
    return asResult<"tools/call">(result);
  };
  handlePrompts(server, session);
  handleResources(server, session, subscriptions);
  return { server, session };
}

function handleResources(server: Server, session: FrontSession, subscriptions: ResourceSubscriptions): void {
  server.setRequestHandler("resources/list", ({ params }) => {
    const resources = [...offeredResources(session.view).values()];
    const { page, ...next } = pageOf(resources, ({ name }) => name, params?.cursor);
    return asResult<"resources/list">({ resources: page.map(({ name, item }) => ({ ...item, uri: name })), ...next });
  });
  server.setRequestHandler("resources/templates/list", ({ params }) => {
    const templates = [...offeredTemplates(session.view).values()];
    const { page, ...next } = pageOf(templates, ({ name }) => name, params?.cursor);
    const resourceTemplates = page.map(({ name, item }) => ({ ...item, uriTemplate: name }));
    return asResult<"resources/templates/list">({ resourceTemplates, ...next });
  });
  server.setRequestHandler("resources/read", async ({ params }, context) => {
    const place = findResource(session.view, params.uri);
    const options = callOptionsFor(server, context, session);
    const result = await session.view.pool.request(place.server, "resources/read", { uri: place.uri }, options);
    return asResult<"resources/read">(withUri(result, place.uri, params.uri));
  });
  server.setRequestHandler("resources/subscribe", async ({ params }) => {
    const place = findResource(session.view, params.uri);
    await subscriptions.add(session, place, params.uri, (uri) => {
      if (!session.view.isServerHidden(place.server)) server.sendResourceUpdated({ uri }).catch(() => {});
    });
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", async ({ params }) => {
    await subscriptions.remove(session, findResource(session.view, params.uri));
    return {};
  });
}

// What was asked for under another URI is given under that one, so that the client knows it again.
function withUri(result: Record<string, unknown>, uri: string, asked: string): Record<string, unknown> {
  const { contents } = result;
  if (uri === asked || !Array.isArray(contents)) return result;
  const renamed = contents.map((content: { readonly uri?: unknown }) =>
    content.uri === uri ? { ...content, uri: asked } : content,
  );
  return { ...result, contents: renamed };
}
