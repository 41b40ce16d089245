import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { brokenServer, memoryServer } from "../../testing/memory-server.ts";
import { type RunningCommand, runToolcrib, startToolcrib } from "../../testing/run-toolcrib.ts";
import { serve } from "../../testing/serve.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";

const files = createTemporaryFiles();
const environment = {
  HOME: files.folder,
  XDG_CACHE_HOME: files.folder,
  XDG_CONFIG_HOME: files.folder,
  ANTHROPIC_API_KEY: undefined,
};
const run = { environment, folder: files.folder };

async function start(...options: string[]): Promise<{ command: RunningCommand; url: string }> {
  const command = startToolcrib(["serve", "--port", "0", ...options], run);
  onTestFinished(() => command.signal("SIGKILL"));
  const [, url = ""] = await command.saw(/(http:\/\/127\.0\.0\.1:\d+)/);
  return { command, url };
}

describe("toolcrib serve", () => {
  it("serves the gateway, the front and the page, and exits cleanly on a signal", async () => {
    const mcp = files.write(
      "mcp.json",
      JSON.stringify({ mcpServers: { memory: memoryServer(`${files.folder}/m.jsonl`) } }),
    );
    const { command, url } = await start("--mcp-config", mcp);
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };

    const health = await fetch(`${url}/healthz`);
    const front = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(initialize),
    });
    const servers = await fetch(`${url}/admin/health`);

    expect(await health.json()).toEqual({ status: "ok" });
    expect(await front.text()).toContain('"name":"toolcrib"');
    expect(await servers.json()).toMatchObject({ servers: [{ name: "memory" }] });
    command.signal("SIGTERM");
    const { exitCode, stdout, stderr } = await command.ended;
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`ANTHROPIC_BASE_URL=${url}`);
    expect(stderr).toContain("SIGTERM: stopping");
  });

  it("serves the front under any name to those who have a key", async () => {
    const key = "tck_of_this_test";
    const sha256 = createHash("sha256").update(key).digest("hex");
    const { url } = await start(
      "--config",
      files.write("keys.json", JSON.stringify({ keys: [{ name: "ci", sha256 }] })),
    );
    const status = await new Promise((resolve) => {
      const headers = {
        host: "gateway.example.com",
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "x-api-key": key,
      };
      const asked = request(`${url}/mcp`, { method: "POST", headers }, ({ statusCode }) => resolve(statusCode));
      const clientInfo = { name: "test", version: "1" };
      const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
      asked.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
    });

    expect(status).toBe(200);
  });

  it("forwards requests to the upstream of the flags, and prints one object with --json", async () => {
    const upstream = await serve(({ path, headers }) => Response.json({ path, key: headers["x-api-key"] }));
    const { command, url } = await start("--upstream", upstream, "--json");

    const answer = await fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "mine", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ model: "any", max_tokens: 1, messages: [{ role: "user", content: "Hello" }] }),
    });

    expect(await answer.json()).toEqual({ path: "/v1/messages", key: "mine" });
    command.signal("SIGINT");
    expect(JSON.parse((await command.ended).stdout)).toMatchObject({ url, servers: [] });
  });

  it("reloads its config on SIGHUP, and keeps the current one if the new one is invalid", async () => {
    const config = files.write("serve.json", JSON.stringify({ inject: "off" }));
    const { command } = await start("--config", config);

    writeFileSync(config, JSON.stringify({ inject: "sometimes" }));
    command.signal("SIGHUP");
    await command.saw(/is invalid, the previous config stays active/);
    writeFileSync(config, JSON.stringify({ inject: "auto" }));
    command.signal("SIGHUP");
    await command.saw(/serve\.json reloaded/);
    writeFileSync(config, JSON.stringify({ inject: "auto", search: { embedder: "encoder", learn: true } }));
    command.signal("SIGHUP");
    await command.saw(/a change of search\.embedder takes effect after a restart/);

    command.signal("SIGTERM");
    expect((await command.ended).exitCode).toBe(0);
  });

  it("starts and stops MCP servers with its config, and those of --mcp-config", async () => {
    const own = files.write("servers.json", JSON.stringify({ mcpServers: { one: memoryServer(`${files.folder}/1`) } }));
    const more = files.write("more.json", JSON.stringify({ mcpServers: { two: memoryServer(`${files.folder}/2`) } }));
    const { command, url } = await start("--config", own, "--mcp-config", more);
    const servers = async () => {
      const { servers } = (await (await fetch(`${url}/admin/health`)).json()) as { servers: { name: string }[] };
      return servers.map(({ name }) => name);
    };
    expect(await servers()).toEqual(["one", "two"]);

    writeFileSync(own, JSON.stringify({ mcpServers: { three: memoryServer(`${files.folder}/3`) } }));
    await command.saw(/servers\.json reloaded; MCP servers: added three; removed one/);
    expect(await servers()).toEqual(["three", "two"]);
    writeFileSync(more, '{"mcpServers": {"two"');
    await command.saw(/more\.json is invalid, the previous config stays active/);
    expect(await servers()).toEqual(["three", "two"]);
    writeFileSync(more, '{ /* none */ "mcpServers": {} }');
    await command.saw(/more\.json reloaded; MCP servers: removed two/);

    const tools = await vi.waitFor(async () => {
      const { tools } = (await (await fetch(`${url}/admin/catalogue`)).json()) as { tools: { name: string }[] };
      expect(tools.length).toBeGreaterThan(0);
      return tools.map(({ name }) => name);
    }, 20_000);
    expect(tools.filter((name) => !name.startsWith("mcp__three__"))).toEqual([]);
  });

  it("logs one line per request, names servers that fail, and warns about an upstream that is not there", async () => {
    const config = files.write("noisy.json", JSON.stringify({ mcpServers: { broken: brokenServer } }));
    const { command, url } = await start("--config", config, "--upstream", "http://127.0.0.1:9");
    const ask = () =>
      fetch(`${url}/v1/messages`, {
        method: "POST",
        headers: { "x-api-key": "sk-ant-secret-of-the-user", "anthropic-version": "2023-06-01" },
        body: JSON.stringify({ model: "any", max_tokens: 1, messages: [{ role: "user", content: "Hello" }] }),
      });

    await command.saw(/the upstream cannot be reached at http:\/\/127\.0\.0\.1:9 \(ECONNREFUSED\): start it/);
    await command.saw(/the MCP server broken failed: .*API_KEY is missing/);
    await ask();
    await command.saw(/^\d\d:\d\d:\d\d 502 any · [\d,]+ ms · no tools · api_error: .*cannot be reached/m);
    await (await fetch(`${url}/v1/v1/messages`, { method: "POST", body: "{}" })).text();
    await command.saw(/^\d\d:\d\d:\d\d 404 POST \/v1\/v1\/messages$/m);

    command.signal("SIGTERM");
    expect((await command.ended).stderr).not.toContain("secret-of-the-user");
  });

  it("names a server that fails again after it was removed and added", async () => {
    const broken = JSON.stringify({ mcpServers: { broken: brokenServer } });
    const config = files.write("again.json", broken);
    const { command } = await start("--config", config);
    await command.saw(/the MCP server broken failed/);

    writeFileSync(config, "{}");
    await command.saw(/again\.json reloaded; MCP servers: removed broken/);
    writeFileSync(config, broken);

    await command.saw(/the MCP server broken failed[\s\S]*the MCP server broken failed/);
  });

  it("logs no requests with --quiet", async () => {
    const { command, url } = await start("--quiet");

    await (await fetch(`${url}/nope`)).text();
    command.signal("SIGTERM");

    expect((await command.ended).stderr).not.toContain("/nope");
  });

  it("prints an error as JSON with --json", async () => {
    const { stdout, exitCode } = await runToolcrib(["serve", "--config", "missing.json", "--json"], run);

    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "config_unreadable", message: expect.stringContaining("no such file") },
    });
  });

  it("exits with 2 and no stack trace for an invalid config, a busy port and a public host without keys", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as AddressInfo;

    const wrong = await runToolcrib(["serve", "--config", files.write("wrong.json", '{"prot":1}')], run);
    const busy = await runToolcrib(["serve", "--port", String(port)], run);
    const open = await runToolcrib(["serve", "--port", "0", "--host", "0.0.0.0"], run);

    expect(wrong.stderr).toMatch(/wrong\.json, line 1\): expected port, got prot/);
    expect(busy.stderr).toContain("--port");
    for (const { exitCode, stderr } of [wrong, busy, open]) {
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/^error: /);
      expect(stderr).not.toContain("    at ");
    }
  });
});
