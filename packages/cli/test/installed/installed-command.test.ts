import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { getMcpConfigForManifest, unpackExtension, v0_3 } from "@anthropic-ai/mcpb";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readRuntimeSpecifiers } from "../../../../scripts/static-imports/read-runtime-specifiers.ts";
import { readManifest, rootFolder } from "../../../../scripts/workspace.ts";
import { type InstalledCommand, installCommand, installPrograms } from "./pack-command.ts";
import { startProgramUpstream } from "./program-upstream.ts";

const megabyte = 1_000_000;
let installed: InstalledCommand;
let environment: NodeJS.ProcessEnv;
beforeAll(() => {
  installed = installCommand(mkdtempSync(join(tmpdir(), "toolcrib-installed-")));
  const { folder } = installed;
  // The user's own files must not matter.
  environment = {
    ...process.env,
    HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
  };
}, 180_000);
afterAll(() => rmSync(installed.folder, { recursive: true, force: true }));

function run(...options: string[]) {
  return spawnSync(installed.bin, options, { cwd: installed.folder, env: environment, encoding: "utf8" });
}

describe("the installed command", () => {
  it("takes at most 40 MB and 60 packages", () => {
    expect(installed.bytes).toBeLessThan(40 * megabyte);
    expect(installed.packages.length).toBeLessThanOrEqual(60);
    // It is far below that: everything is bundled.
    expect(installed.bytes).toBeLessThan(12 * megabyte);
    expect(installed.packages).toEqual(["toolcrib"]);
  });

  it("contains no sources, tests or development files, and the licences of what it bundles", () => {
    const folder = join(installed.folder, "node_modules/toolcrib");
    const notices = readFileSync(join(folder, "bundle/THIRD-PARTY-NOTICES.txt"), "utf8");

    for (const name of ["src", "dist", "scripts", "soak", "test"]) expect(existsSync(join(folder, name))).toBe(false);
    for (const name of ["commander", "hono", "zod", "@modelcontextprotocol/client"]) {
      expect(notices).toMatch(new RegExp(`^${name} \\d`, "m"));
    }
    expect(notices).not.toMatch(/^Licence: undefined$/m);
  });

  it("prints its version and help, and loads little for it", () => {
    const { version } = readManifest("packages/cli");
    const loaded = staticFiles(join(installed.folder, "node_modules/toolcrib/bundle"), "main.js");

    expect(run("--version").stdout).toBe(`${version}\n`);
    expect(run("--help").stdout).toContain("Usage: toolcrib");
    // The embedding table alone has four megabytes.
    expect([...loaded.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(megabyte);
  });

  it("searches", () => {
    const tools = join(installed.folder, "node_modules/toolcrib/sample/tools.jsonl");

    const { stdout, status } = run("search", "take a picture of a website", "--tools", tools, "--json");

    expect(status).toBe(0);
    expect(stdout).toContain("mcp__browser__take_screenshot");
  });

  it("serves the gateway and the studio", async () => {
    const child = spawn(installed.bin, ["serve", "--port", "0", "--json"], { cwd: installed.folder, env: environment });
    onTestFinished(() => void child.kill("SIGKILL"));
    const { url } = JSON.parse(await firstLine(child)) as { url: string };

    const page = await (await fetch(`${url}/studio/`)).text();
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? "";

    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
    expect((await fetch(new URL(script, `${url}/studio/`))).status).toBe(200);
    child.kill("SIGTERM");
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  });

  it("serves MCP servers as one", async () => {
    const client = await connect(installed.bin, ["mcp", "--config", memoryConfig(), "--eager"]);

    const { content } = await client.callTool({ name: "search_tools", arguments: { query: "create entities" } });

    expect(JSON.stringify(content)).toContain("create_entities");
  });

  it("says how to install what it needs for the demo, and plays the small one without it", () => {
    expect(run("demo", "--serve")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("npm install @toolcrib/demo"),
    });
    expect(run("demo")).toMatchObject({ status: 0, stdout: expect.stringContaining("A sample catalogue") });
  });
});

describe("the MCP bundle", () => {
  it("is valid, and serves MCP servers as one in the program that installs it", async () => {
    const mcpbPath = join(installed.folder, "toolcrib.mcpb");
    const extensionPath = join(installed.folder, "extension");
    execFileSync("npm", ["run", "--silent", "mcpb", "--workspace", "toolcrib", "--", mcpbPath], { cwd: rootFolder });
    expect(await unpackExtension({ mcpbPath, outputDir: extensionPath, silent: true })).toBe(true);
    const manifest = v0_3.McpbManifestSchema.parse(
      JSON.parse(readFileSync(join(extensionPath, "manifest.json"), "utf8")),
    );
    const options = { manifest, extensionPath, systemDirs: {}, pathSeparator: "/" };

    expect(await getMcpConfigForManifest({ ...options, userConfig: {} })).toBeUndefined();
    const config = await getMcpConfigForManifest({ ...options, userConfig: { config: memoryConfig() } });
    const client = await connect(process.execPath, config?.args ?? []);
    const { tools } = await client.listTools();

    expect(config?.command).toBe("node");
    expect(tools.map(({ name }) => name)).toEqual(manifest.tools?.map(({ name }) => name));
  });
});

describe("programs", () => {
  it("need packages beside the command, and the error names them", () => {
    expect(run("mcp", "--config", memoryConfig(), "--programs")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("npm install @toolcrib/code quickjs-wasi"),
    });
  });

  describe("with @toolcrib/code and an engine", () => {
    beforeAll(() => installPrograms(installed), 180_000);

    it("run in the MCP front", async () => {
      const client = await connect(installed.bin, ["mcp", "--config", memoryConfig(), "--programs"]);
      const code = `const [{ name }] = await search("read the whole graph"); return Object.keys(await tools[name]());`;

      const { content } = await client.callTool({ name: "run_program", arguments: { code } });

      expect(content).toEqual([{ type: "text", text: '["entities","relations"]' }]);
    });

    it("run in the gateway", async () => {
      const upstream = await startProgramUpstream(`return [1, 2].map((value) => value * 21);`);
      onTestFinished(upstream.close);
      const child = spawn(installed.bin, ["serve", "--port", "0", "--json", "--upstream", upstream.url], {
        cwd: installed.folder,
        env: environment,
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      const { url } = JSON.parse(await firstLine(child)) as { url: string };

      const response = await fetch(`${url}/v1/messages`, {
        method: "POST",
        headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "k" },
        body: JSON.stringify({
          model: "m",
          max_tokens: 100,
          messages: [{ role: "user", content: "Run it." }],
          tools: [
            { type: "code_execution_20260120", name: "code_execution" },
            {
              name: "get_order",
              input_schema: { type: "object" },
              allowed_callers: ["code_execution_20260120"],
            },
          ],
        }),
      });

      expect(JSON.stringify(await response.json())).toContain('"stdout":"[21,42]\\n"');
    });
  });
});

/** A config with a real MCP server. */
function memoryConfig(): string {
  const require = createRequire(import.meta.url);
  const memory = join(dirname(require.resolve("@modelcontextprotocol/server-memory/package.json")), "dist/index.js");
  const config = join(installed.folder, "mcp.json");
  writeFileSync(config, JSON.stringify({ mcpServers: { memory: { command: process.execPath, args: [memory] } } }));
  return config;
}

/** Connects the SDK's client to an MCP server that is started with these words; until the test has ended. */
async function connect(command: string, words: readonly string[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const env = { ...environment, PATH: process.env["PATH"] ?? "" } as Record<string, string>;
  await client.connect(new StdioClientTransport({ command, args: [...words], env, stderr: "ignore" }));
  onTestFinished(() => client.close());
  return client;
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("\n")) break;
  }
  return text;
}

/** The files of a bundle that are loaded with one of them, with their sizes. */
function staticFiles(folder: string, entry: string): Map<string, number> {
  const sizes = new Map<string, number>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (sizes.has(file)) continue;
    const source = readFileSync(join(folder, file), "utf8");
    sizes.set(file, source.length);
    const own = readRuntimeSpecifiers(file, source).filter((specifier) => specifier.startsWith("./"));
    open.push(...own.map((specifier) => specifier.slice(2)));
  }
  return sizes;
}
