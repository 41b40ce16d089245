import { createHash } from "node:crypto";
import type { UserServerEntry } from "@toolcrib/mcp/config";
import { expect, it } from "vitest";
import { createGateway } from "../src/server/create-gateway.ts";
import { serve } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const operatorKey = "operator-key-of-this-test";

/** How a server at `own` leads to `other`, which is the same machine under another name. */
interface Lead {
  readonly challenge?: string;
  readonly authorizationServer?: string;
  readonly registration?: string;
  readonly token?: string;
  readonly redirect?: string;
}

/** A gateway with an MCP server that leads elsewhere, and what reaches that place. */
async function open(lead: (other: string) => Lead, trusted: (other: string) => readonly string[] = () => []) {
  const reached: string[] = [];
  const inside = await serve((request, _body, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "application/json" }).end('{"secret":"of the inside"}');
  });
  const other = inside.url.replace("127.0.0.1", "localhost");
  const found = lead(other);
  const json = (value: unknown) => JSON.stringify(value);
  const crm = await serve((request, _body, response) => {
    const send = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(json(body));
    const path = request.url ?? "";
    if (path === "/mcp") {
      const { challenge } = found;
      send(
        401,
        {},
        { "www-authenticate": `Bearer ${challenge === undefined ? "" : `resource_metadata="${challenge}"`}` },
      );
    } else if (path.startsWith("/.well-known/oauth-protected-resource")) {
      if (found.redirect !== undefined) send(302, {}, { location: found.redirect });
      else send(200, { resource: `${crm.url}/mcp`, authorization_servers: [found.authorizationServer ?? crm.url] });
    } else if (path.startsWith("/.well-known/oauth-authorization-server")) {
      send(200, {
        issuer: crm.url,
        authorization_endpoint: `${crm.url}/authorize`,
        token_endpoint: found.token ?? `${crm.url}/token`,
        registration_endpoint: found.registration ?? `${crm.url}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
      });
    } else if (path === "/register") send(201, { redirect_uris: ["http://x.test/"], client_id: "c" });
    else if (path === "/token") send(307, {}, { location: `${other}/token` });
    else send(404, {});
  });
  const entry: UserServerEntry = {
    name: "crm",
    source: "test",
    transport: "http",
    url: `${crm.url}/mcp`,
    headers: {},
    disabled: false,
    alwaysLoad: false,
    policy: [],
    auth: { type: "oauth", per: "user" },
  };
  const sha256 = createHash("sha256").update(operatorKey).digest("hex");
  const gateway = await createGateway(
    { keys: [{ name: "op", sha256, admin: true }], mcp: { allowedHosts: trusted(other) } },
    { userServers: () => [entry] },
  );
  closers.push(gateway, crm, inside);
  const change = async (body: object): Promise<{ readonly secret?: string }> => {
    const response = await gateway.app.request("http://localhost/admin/access", {
      method: "POST",
      headers: { "toolcrib-key": operatorKey, "content-type": "application/json" },
      body: json({ organisation: "acme", ...body }),
    });
    return (await response.json()) as { readonly secret?: string };
  };
  await change({ change: "add-organisation" });
  await change({ change: "set-user", user: "ada" });
  const { secret = "" } = await change({ change: "create-key", key: "ada", user: "ada" });
  const start = () =>
    gateway.app.request("http://localhost/connect", {
      method: "POST",
      headers: { origin: "http://localhost", host: "localhost", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ server: "crm", key: secret }).toString(),
    });
  const finish = (started: Response) => {
    const state = new URL(started.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const [cookie = ""] = started.headers.getSetCookie().map((text) => text.split(";")[0] ?? "");
    return gateway.app.request(`http://localhost/connect/callback?code=c&state=${state}`, { headers: { cookie } });
  };
  return { reached, start, finish };
}

it.each<[string, (other: string) => Lead]>([
  ["its authorization server", (other) => ({ authorizationServer: other })],
  ["an authorization server with TLS", (other) => ({ authorizationServer: other.replace("http:", "https:") })],
  ["the link-local address of a cloud", () => ({ authorizationServer: "http://169.254.169.254/" })],
  ["the place to register", (other) => ({ registration: `${other}/register` })],
])("a login does not lead the gateway to addresses that are not public: %s", async (_name, lead) => {
  const { reached, start } = await open(lead);

  const response = await start();
  const page = await response.text();

  expect(response.status).toBe(400);
  expect(page).toMatch(/is not an allowed host|leads to an address that is not public/);
  expect(page).not.toContain("of the inside");
  expect(reached).toEqual([]);
});

it.each<[string, (other: string) => Lead]>([
  ["that the server names", (other) => ({ challenge: `${other}/metadata` })],
  ["of a redirect", (other) => ({ redirect: `${other}/metadata` })],
])("a description at such an address is not read: the one %s", async (_name, lead) => {
  const { reached, start } = await open(lead);

  // The server itself is its authorization server then.
  expect((await start()).status).toBe(303);
  expect(reached).toEqual([]);
});

it.each<[string, (other: string) => Lead]>([
  ["the place for tokens", (other) => ({ token: `${other}/token` })],
  ["a redirect from there", () => ({})],
])("a code is not sent to such an address: %s", async (_name, lead) => {
  const { reached, start, finish } = await open(lead);

  const response = await finish(await start());

  expect(response.status).toBe(400);
  expect(reached).toEqual([]);
});

it("a login goes to an origin that the operator trusts", async () => {
  const { reached, start } = await open(
    (other) => ({ registration: `${other}/register` }),
    (other) => [other],
  );

  await start();

  expect(reached).toEqual(["POST /register"]);
});
