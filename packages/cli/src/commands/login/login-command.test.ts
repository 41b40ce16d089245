import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runToolcrib, startToolcrib } from "../../testing/run-toolcrib.ts";
import { type SeenRequest, serve } from "../../testing/serve.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";

const files = createTemporaryFiles();
const environment = { HOME: files.folder, XDG_DATA_HOME: join(files.folder, "data") };
const run = { environment, folder: files.folder };

/** An authorization server that agrees to everything, with the resource on the same host. */
function authorize({ path, headers, body }: SeenRequest): Response {
  const issuer = `http://${headers.host}`;
  const url = new URL(path, issuer);
  if (url.pathname.startsWith("/.well-known/oauth-protected-resource")) {
    return Response.json({ resource: `${issuer}/mcp`, authorization_servers: [issuer] });
  }
  if (url.pathname.startsWith("/.well-known/oauth-authorization-server")) {
    return Response.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
    });
  }
  if (url.pathname === "/register") {
    return Response.json({ ...(JSON.parse(body) as object), client_id: "client-1" }, { status: 201 });
  }
  if (url.pathname === "/authorize") {
    const back = new URL(url.searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("code", "code-1");
    back.searchParams.set("state", url.searchParams.get("state") ?? "");
    return new Response(null, { status: 302, headers: { location: back.href } });
  }
  return url.pathname === "/token"
    ? Response.json({ access_token: "secret-token", token_type: "Bearer", refresh_token: "secret-refresh" })
    : new Response("", { status: 404 });
}

describe("toolcrib login", () => {
  it("logs in through a browser, keeps the tokens, and forgets them again", async () => {
    const url = await serve(authorize);
    const config = files.write("mcp.json", JSON.stringify({ mcpServers: { far: { url: `${url}/mcp` } } }));
    const command = startToolcrib(["login", "far", "--config", config], run);
    onTestFinished(() => command.signal("SIGKILL"));
    const [page] = await command.saw(/http:\/\/\S+\/authorize\?\S+/);

    // The browser of a user who agrees.
    await fetch(page);
    const { exitCode, stdout, stderr } = await command.ended;

    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "Logged in to far.\n" });
    expect(stdout + stderr).not.toContain("secret");
    const folder = join(files.folder, "data", "toolcrib");
    const tokens = (): string[] =>
      existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
    const before = tokens();
    expect(before.some((name) => name.endsWith(".json"))).toBe(true);
    expect((await runToolcrib(["login", "far", "--config", config, "--forget", "--json"], run)).stdout).toContain(
      '"isLoggedIn":false',
    );
    expect(tokens().length).toBeLessThan(before.length);
  });

  it("exits with 2 for a server without a URL", async () => {
    const config = files.write("local.json", JSON.stringify({ mcpServers: { near: { command: "near" } } }));

    const { exitCode, stderr } = await runToolcrib(["login", "near", "--config", config], run);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("Cannot log in to near");
  });
});
