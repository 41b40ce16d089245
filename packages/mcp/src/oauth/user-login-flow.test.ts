import { afterEach, describe, expect, it, vi } from "vitest";
import type { UserAuth } from "../config/server-entry.ts";
import { finishUserLogin, renewUserLogin, startUserLogin } from "../index.ts";
import { userServerEntry } from "../testing/user-server-entry.ts";

const server = "https://crm.example.com";
const redirectUrl = "https://tools.example.com/connect/callback";
const code = "code-of-ada-123456";
const now = () => 0;

const metadata = {
  issuer: server,
  authorization_endpoint: `${server}/authorize`,
  token_endpoint: `${server}/token`,
  registration_endpoint: `${server}/register`,
  response_types_supported: ["code"],
  code_challenge_methods_supported: ["S256"],
};

/** An authorization server that answers as given. */
function authorizationServer(answers: Readonly<Record<string, (body: URLSearchParams) => Response>>) {
  return async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(url);
    const answer = answers[pathname];
    if (answer !== undefined) return answer(init?.body instanceof URLSearchParams ? init.body : new URLSearchParams());
    if (pathname.startsWith("/.well-known/oauth-protected-resource")) {
      return Response.json({ resource: `${server}/mcp`, authorization_servers: [server] });
    }
    if (pathname.startsWith("/.well-known/oauth-authorization-server")) return Response.json(metadata);
    if (pathname === "/register") return Response.json({ redirect_uris: [redirectUrl], client_id: "c" });
    return new Response(null, { status: 404 });
  };
}

async function logIn(fetch: ReturnType<typeof authorizationServer>, client: Partial<UserAuth> = {}) {
  const plain = userServerEntry(`${server}/mcp`);
  const entry = { ...plain, auth: { ...plain.auth, ...client } };
  const { flow } = await startUserLogin({ entry, redirectUrl, state: "s", client: undefined, fetch });
  return finishUserLogin({ entry, redirectUrl, flow, code, issuer: undefined, now, fetch });
}

afterEach(() => void vi.restoreAllMocks());

describe("a login of a user", () => {
  it.each(["secret\ntoken", "secret token", "secrét-token", ""])(
    "refuses the access token %j, and does not quote it",
    async (token) => {
      const fetch = authorizationServer({
        "/token": () => Response.json({ access_token: token, token_type: "Bearer" }),
      });

      const failure = await logIn(fetch).catch((error: unknown) => error);

      expect(failure).toMatchObject({ code: "authorization_failed" });
      expect(String(failure)).not.toMatch(/secr.t/);
    },
  );

  it("refuses such a token when it is renewed", async () => {
    const good = authorizationServer({
      "/token": () => Response.json({ access_token: "one", refresh_token: "two", token_type: "Bearer" }),
    });
    const bad = authorizationServer({
      "/token": () => Response.json({ access_token: "secret\ntoken", token_type: "Bearer" }),
    });
    const login = await logIn(good);

    const failure = await renewUserLogin(login, { now, fetch: bad }).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(Error);
    expect(String(failure)).not.toContain("secret");
  });

  it.each([400, 200])(
    "keeps code and verifier out of the error and of the console if a refusal quotes them (%i)",
    async (status) => {
      const printed = [vi.spyOn(console, "warn"), vi.spyOn(console, "error"), vi.spyOn(console, "log")];
      for (const spy of printed) spy.mockImplementation(() => {});
      let verifier = "";
      const fetch = authorizationServer({
        "/token": (body) => {
          verifier = body.get("code_verifier") ?? "";
          const description = `not this pair: ${verifier} ${body.get("code")}`;
          return Response.json({ error: "invalid_grant", error_description: description, hint: verifier }, { status });
        },
      });

      const failure = await logIn(fetch).catch((error: unknown) => error);

      const texts = [String(failure), ...printed.flatMap(({ mock }) => mock.calls.map(String))].join("\n");
      expect(texts).toContain("not this pair: [redacted] [redacted]");
      expect(verifier).not.toBe("");
      expect(texts).not.toContain(verifier);
      expect(texts).not.toContain(code);
    },
  );

  it("keeps the client's secret out of the error and of the console", async () => {
    const printed = vi.spyOn(console, "warn").mockImplementation(() => {});
    const clientSecret = "secret/of+the client";
    const fetch = authorizationServer({
      "/token": () =>
        Response.json({ error: "invalid_client", error_description: `not ${clientSecret}` }, { status: 401 }),
    });

    const failure = await logIn(fetch, { clientId: "toolcrib", clientSecret }).catch((error: unknown) => error);

    const texts = [String(failure), ...printed.mock.calls.map(String)].join("\n");
    expect(texts).toContain("not [redacted]");
    expect(texts).not.toContain(clientSecret);
  });

  it.each([
    ["/register", 403],
    ["/register", 200],
    ["/.well-known/oauth-authorization-server", 200],
  ])("shows no answer that is none of OAuth: %s %i", async (path, status) => {
    const fetch = authorizationServer({ [path]: () => new Response("root:x:0:0 of another service", { status }) });

    const failure = await logIn(fetch).catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: "authorization_failed" });
    expect(String(failure)).not.toContain("root:x");
  });
});
