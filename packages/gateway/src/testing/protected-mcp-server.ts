import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import Provider from "oidc-provider";
import { serveFetch } from "./serve.ts";

/** A call that reached the server. */
interface ProtectedCall {
  /** Whose token came with it. */
  readonly account: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A real MCP server behind a real authorization server. Any name and password are right, and the name is the account. */
export interface ProtectedMcpServer {
  readonly url: string;
  readonly calls: ProtectedCall[];
  /** The grant types that were exchanged for tokens. */
  readonly exchanges: string[];
  /** Every access and refresh token that was given out. */
  readonly tokens: ReadonlySet<string>;
  /** Accepts none of the access tokens that it has given out so far. */
  expireTokens(): void;
  /** Accepts no more refresh tokens of anybody. */
  endGrants(): void;
  close(): Promise<void>;
}

const inputSchema = { type: "object" as const };

/**
 * Starts both. Clients register themselves, PKCE is required, refresh tokens are replaced whenever they are used, and one that is used
 * twice ends the login: as strict as authorization servers get.
 */
export async function startProtectedMcpServer(): Promise<ProtectedMcpServer> {
  const calls: ProtectedCall[] = [];
  const exchanges: string[] = [];
  const tokens = new Set<string>();
  const expired = new Set<string>();
  let hasEnded = false;
  const handler = createMcpHandler(({ authInfo }) => serverFor(String(authInfo?.extra?.["account"]), calls));
  const resource = await serveFetch(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/.well-known/oauth-protected-resource/mcp") {
      return Response.json({
        resource: `${resource.url}/mcp`,
        authorization_servers: [issuer],
        scopes_supported: ["tools"],
      });
    }
    const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
    const found = token === "" || expired.has(token) ? undefined : await provider.AccessToken.find(token);
    if (found === undefined || found.aud !== `${resource.url}/mcp`) {
      const challenge = `Bearer resource_metadata="${resource.url}/.well-known/oauth-protected-resource/mcp"`;
      return Response.json({ error: "invalid_token" }, { status: 401, headers: { "www-authenticate": challenge } });
    }
    const authInfo = { token, clientId: found.clientId ?? "", scopes: [], extra: { account: found.accountId } };
    return handler.fetch(request, { authInfo });
  });
  let handle: ReturnType<Provider["callback"]> | undefined;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => void handle?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    scopes: ["tools", "offline_access"],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    cookies: { keys: ["for tests"] },
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: "tools", audience: `${resource.url}/mcp`, accessTokenTTL: 3_600 }),
        useGrantedResource: () => true,
      },
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  });
  provider.use(async (context, next) => {
    if (hasEnded && context.path === "/token") {
      context.status = 400;
      context.body = { error: "invalid_grant" };
      return;
    }
    await next();
    if (context.path !== "/token") return;
    exchanges.push(String(context["oidc"]?.params?.["grant_type"]));
    const { access_token: access, refresh_token: refresh } = (context.body ?? {}) as Record<string, string | undefined>;
    for (const token of [access, refresh]) if (token !== undefined) tokens.add(token);
  });
  handle = provider.callback();
  return {
    url: `${resource.url}/mcp`,
    calls,
    exchanges,
    tokens,
    expireTokens: () => {
      for (const token of tokens) expired.add(token);
    },
    endGrants: () => {
      hasEnded = true;
    },
    close: async () => {
      await handler.close();
      await resource.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The tools depend on the account: everybody has `whoami`, and one tool of their own. */
function serverFor(account: string, calls: ProtectedCall[]): Server {
  const server = new Server({ name: "crm", version: "1.0.0" }, { capabilities: { tools: {} } });
  const tools = [
    { name: "whoami", description: "Says whose account is used.", inputSchema, annotations: { readOnlyHint: true } },
    { name: `diary_of_${account}`, description: `Reads the private diary of ${account}.`, inputSchema },
  ];
  server.setRequestHandler("tools/list", () => ({ tools }));
  server.setRequestHandler("tools/call", ({ params }) => {
    calls.push({ account, tool: params.name, input: params.arguments ?? {} });
    return { content: [{ type: "text", text: `account ${account}` }] };
  });
  return server;
}
