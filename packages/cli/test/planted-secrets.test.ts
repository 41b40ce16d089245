import { createHash } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runToolcrib, startToolcrib } from "../src/testing/run-toolcrib.ts";
import { type SeenRequest, serve } from "../src/testing/serve.ts";
import { createTemporaryFiles } from "../src/testing/temporary-files.ts";

// Each place has a secret of its own; all contain the word, which nothing else does.
const secret = (place: string): string => `sk-${place}-zqjx5f1d83c07a`;

const files = createTemporaryFiles();
const environment = {
  HOME: files.folder,
  XDG_CACHE_HOME: files.folder,
  XDG_CONFIG_HOME: files.folder,
  XDG_DATA_HOME: files.folder,
  ANTHROPIC_API_KEY: secret("anthropic-key"),
  UPSTREAM_KEY: secret("upstream-key"),
  EXPANDED: secret("expanded"),
};
const run = { environment, folder: files.folder };

/** A server that says why it ends, with everything that it was given. */
const talkative = "console.error(JSON.stringify([process.env.SERVICE_TOKEN, process.argv])); process.exit(3)";

function login(serverUrl: string): void {
  const name = createHash("sha256").update(serverUrl).digest("hex").slice(0, 32);
  const tokens = { access_token: secret("oauth-access"), refresh_token: secret("oauth-refresh"), token_type: "Bearer" };
  files.write(`toolcrib/logins/${name}.json`, JSON.stringify({ tokens }));
}

async function writeConfigs() {
  const quoted: string[] = [];
  const quote = ({ path, headers }: SeenRequest): string => {
    quoted.push(`${path} ${JSON.stringify(headers)}`);
    return quoted.at(-1) ?? "";
  };
  const refusing = await serve((request) => {
    const error = { type: "authentication_error", message: `bad: ${quote(request)}` };
    return Response.json(
      { type: "error", error },
      { status: 403, headers: { "x-bad": encodeURIComponent(quote(request)) } },
    );
  });
  login(`${refusing}/oauth`);
  const config = {
    upstreams: {
      main: {
        dialect: "anthropic",
        url: `${refusing.replace("://", `://me:${secret("password")}@`)}?k=${secret("query")}`,
        apiKeyEnv: "UPSTREAM_KEY",
        headers: { "x-extra-token": secret("header") },
      },
    },
    retries: { attempts: 0 },
    trace: { captureContent: true, log: { file: join(files.folder, "trace.jsonl") } },
    mcpServers: {
      talkative: {
        command: process.execPath,
        args: ["-e", talkative, "--", "--api-key", secret("argument")],
        env: { SERVICE_TOKEN: secret("env") },
      },
      remote: {
        url: `${refusing}/mcp?token=${secret("mcp-query")}`,
        headers: { authorization: `Bearer \${EXPANDED}` },
      },
      oauth: { url: `${refusing}/oauth` },
      users: {
        url: `${refusing}/users`,
        auth: { type: "oauth", per: "user", clientId: "toolcrib", clientSecret: secret("client-secret") },
      },
    },
  };
  return { config, refusing, quoted };
}

function expectNoSecret(outputs: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(outputs)) {
    const found = [...text.matchAll(/.{0,60}zqjx.{0,20}/gs)].map(([context]) => context);
    expect([name, found]).toEqual([name, []]);
  }
}

it("toolcrib serve shows no secret: at startup, in answers, after a reload, and in its files", async () => {
  const { config, quoted } = await writeConfigs();
  const file = files.write("toolcrib.json", JSON.stringify(config));
  const command = startToolcrib(["serve", "--port", "0", "--config", file], run);
  onTestFinished(() => command.signal("SIGKILL"));
  const [, url = ""] = await command.saw(/(http:\/\/127\.0\.0\.1:\d+)/);
  const outputs: Record<string, string> = {};
  const ask = async (name: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, init);
    outputs[name] = JSON.stringify([...response.headers]) + (await response.text());
    return outputs[name];
  };
  const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(body),
  });
  const question = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "Hi" }] };

  await ask("answer", "/v1/messages", post(question, { "x-api-key": secret("client") }));
  for (const name of ["talkative", "remote", "oauth"]) {
    const tools = [{ type: "mcp_toolset", mcp_server_name: name }];
    await ask(`toolset ${name}`, "/v1/messages", post({ ...question, tools }));
  }
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const response = await fetch(`${url}/mcp`, post({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
  const session = { "mcp-session-id": response.headers.get("mcp-session-id") ?? "" };
  outputs["front"] = await response.text();
  const search = { name: "search_tools", arguments: { query: "anything at all" } };
  await ask("search", "/mcp", post({ jsonrpc: "2.0", id: 2, method: "tools/call", params: search }, session));
  await expect
    .poll(() => ask("health", "/admin/health"), { timeout: 20_000 })
    .toMatch(/"talkative","state":"failed".*|"state":"failed".*"talkative"/s);
  for (const path of ["/admin/traces", "/admin/catalogue", "/metrics", "/studio/", "/v1/models"]) await ask(path, path);
  writeFileSync(file, JSON.stringify({ ...config, keys: [{ name: "k", sha256: secret("hash") }] }));
  command.signal("SIGHUP");
  await command.saw(/the previous config stays active/);
  command.signal("SIGTERM");
  const { stdout, stderr } = await command.ended;

  const log = join(files.folder, "trace.jsonl");
  expectNoSecret({ ...outputs, stdout, stderr, log: readFileSync(log, "utf8") });
  expect(statSync(log).mode & 0o777).toBe(0o600);
  expect(outputs["health"]).toContain("[redacted]");
  for (const place of ["upstream-key", "header", "expanded", "mcp-query", "oauth-access"]) {
    expect([place, quoted.join("\n").includes(secret(place))]).toEqual([place, true]);
  }
});

it.each([
  ["doctor", []],
  ["doctor", ["--json"]],
  ["inspect", []],
])("toolcrib %s %j shows no secret of servers and upstreams that fail", async (name, options) => {
  const { config, refusing, quoted } = await writeConfigs();
  const file = files.write("toolcrib.json", JSON.stringify(config));
  const upstream = [
    "--upstream",
    refusing.replace("://", `://me:${secret("flag-password")}@`),
    "--upstream-key-env",
    "UPSTREAM_KEY",
  ];

  const { stdout, stderr } = await runToolcrib(
    [name, "--config", file, "--wait", "10", ...options, ...(name === "doctor" ? upstream : [])],
    run,
  );

  expectNoSecret({ stdout, stderr });
  expect(stdout + stderr).toContain("[redacted]");
  expect(quoted.join("\n").includes(secret("oauth-access"))).toBe(true);
});

it("toolcrib mcp shows no secret in its log", async () => {
  const { config } = await writeConfigs();
  const command = startToolcrib(
    ["mcp", "--eager", "--config", files.write("toolcrib.json", JSON.stringify(config))],
    run,
  );
  onTestFinished(() => command.signal("SIGKILL"));
  await Promise.all(
    [/talkative: failed: .*/, /remote: failed: .*/, /oauth: failed: .*/].map((line) => command.saw(line)),
  );
  command.signal("SIGTERM");
  const { stdout, stderr } = await command.ended;

  expectNoSecret({ stdout, stderr });
  expect(stderr).toContain("[redacted]");
});

it.each([
  ["an address with a password", ["doctor", "--upstream", `ftp://me:${secret("flag")}@host`]],
  ["a config that is not JSON", ["serve", "--config", "broken.json"]],
])("toolcrib quotes no secret in the error about %s", async (_name, words) => {
  files.write("broken.json", `{"upstreams":{"a":{"apiKey": ${secret("bare")}}}}`);

  const { exitCode, stdout, stderr } = await runToolcrib(words, run);

  expect(exitCode).toBe(2);
  expectNoSecret({ stdout, stderr });
});
