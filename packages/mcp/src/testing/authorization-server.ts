import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface BehindLoginOptions {
  /** Where the protected resource names its authorization server. */
  readonly metadataPath?: string;
  /** The scope that the first login must have. */
  readonly scope?: string;
}

/** An OAuth authorization server and a protected resource, on one free local port. */
export async function serveBehindLogin(
  answer: RequestListener,
  { metadataPath = "/.well-known/oauth-protected-resource/mcp", scope }: BehindLoginOptions = {},
): Promise<{
  readonly url: string;
  /** The requests received, such as `register` or `token refresh_token`. */
  readonly asked: string[];
  /** The scopes that logins asked for. */
  readonly scopes: (string | null)[];
  /** From now on a login must also have this scope. */
  requireScope(scope: string): void;
  /** Invalidates all access tokens; refresh tokens stay valid. */
  expireTokens(): void;
  close(): Promise<void>;
}> {
  const asked: string[] = [];
  const scopes: (string | null)[] = [];
  let required: string | undefined;
  const challenges = new Map<string, string>();
  const accessTokens = new Set<string>();
  const refreshTokens = new Set<string>();
  let origin = "";

  const server = createServer((request, response) => {
    void handle(request, response);
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === metadataPath) {
      send(response, 200, { resource: `${origin}/mcp`, authorization_servers: [origin] });
    } else if (url.pathname === "/.well-known/oauth-authorization-server") {
      send(response, 200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
      });
    } else if (url.pathname === "/register") {
      asked.push("register");
      send(response, 201, { ...JSON.parse(await text(request)), client_id: randomUUID() });
    } else if (url.pathname === "/authorize") {
      asked.push("authorize");
      scopes.push(url.searchParams.get("scope"));
      const code = randomUUID();
      challenges.set(code, url.searchParams.get("code_challenge") ?? "");
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      response.writeHead(302, { location: back.href }).end();
    } else if (url.pathname === "/token") {
      giveTokens(response, new URLSearchParams(await text(request)));
    } else if (url.pathname !== "/mcp") {
      send(response, 404, {});
    } else if (accessTokens.has(request.headers.authorization?.replace("Bearer ", "") ?? "")) {
      if (required === undefined || scopes.at(-1)?.includes(required) === true) answer(request, response);
      else {
        const error = `Bearer error="insufficient_scope", scope="${required}"`;
        response.setHeader("www-authenticate", error);
        send(response, 403, { error: "insufficient_scope" });
      }
    } else {
      const more = scope === undefined ? "" : `, scope="${scope}"`;
      response.setHeader("www-authenticate", `Bearer resource_metadata="${origin}${metadataPath}"${more}`);
      send(response, 401, { error: "invalid_token" });
    }
  }

  function giveTokens(response: ServerResponse, body: URLSearchParams): void {
    asked.push(`token ${body.get("grant_type")}`);
    const challenge = challenges.get(body.get("code") ?? "");
    const verifier = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const isGood = challenge === verifier || refreshTokens.has(body.get("refresh_token") ?? "");
    if (!isGood) {
      send(response, 400, { error: "invalid_grant" });
      return;
    }
    const tokens = { access_token: randomUUID(), refresh_token: randomUUID() };
    accessTokens.add(tokens.access_token);
    refreshTokens.add(tokens.refresh_token);
    send(response, 200, { ...tokens, token_type: "Bearer", expires_in: 3600 });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/mcp`,
    asked,
    scopes,
    requireScope: (wanted) => {
      required = wanted;
    },
    expireTokens: () => accessTokens.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
