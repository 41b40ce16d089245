import { EventEmitter } from "node:events";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createGateway } from "../server/create-gateway.ts";
import { parseConfig } from "./config-schema.ts";
import type { GatewayConfig } from "./gateway-config.ts";
import { loadConfig } from "./load-config.ts";
import { resolveConfig } from "./resolve-config.ts";
import { watchConfig } from "./watch-config.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolcrib-config-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function fileWith(config: unknown): Promise<string> {
  const file = join(folder, "toolcrib.json");
  await writeFile(file, typeof config === "string" ? config : JSON.stringify(config));
  return file;
}

describe("loadConfig", () => {
  it("needs nothing", async () => {
    const config = resolveConfig(await loadConfig({}));

    expect(config).toMatchObject({ host: "127.0.0.1", port: 8788, routes: [{ model: "*" }], keys: [] });
    expect(config.handling).toMatchObject({ loader: "auto", inject: "off", serverSearch: "as-named" });
    expect(config.limits).toMatchObject({ bodyBytes: 33_554_432, deferredTools: 10_000, pingSeconds: 15 });
    expect(config.upstreams).toEqual({ anthropic: { dialect: "anthropic", url: "https://api.anthropic.com" } });
  });

  it("refuses a key that is given twice, and says where", async () => {
    const file = await fileWith(
      '{\n  "host": "a",\n  "limits": {\n    "bodyBytes": 1, // small\n    "bodyBytes": 2\n  }\n}',
    );

    await expect(loadConfig({ file })).rejects.toMatchObject({
      code: "config_key_twice",
      summary: `The config file ${file} has the key limits.bodyBytes twice: expected it once, got it in line 4 and in line 5.`,
    });
  });

  it("reads prices from a file of their own, and says where one is wrong", async () => {
    const prices = { asOf: "2026-11-01", models: [{ models: ["mine"], input: 1, output: 2 }] };
    const config = await loadConfig({ flags: { prices: await fileWith(prices), compare: 0.2 } });

    expect(config).toMatchObject({ prices, comparison: { withoutDeferral: 0.2 } });
    expect(await loadConfig({ environment: { TOOLCRIB_COMPARE: "0.3" } })).toMatchObject({
      comparison: { withoutDeferral: 0.3 },
    });
    const wrong = await fileWith(
      '{\n  "asOf": "2026-11-01",\n  "models": [{ "models": ["mine"], "input": -1, "output": 2 }]\n}',
    );
    await expect(loadConfig({ flags: { prices: wrong } })).rejects.toThrow(/line 3.*prices\.models\.0\.input/s);
    await expect(loadConfig({ flags: { prices: join(folder, "none.json") } })).rejects.toThrow(/no such file/);
    await expect(loadConfig({ flags: { compare: 2 } })).rejects.toThrow(/comparison\.withoutDeferral/);
  });

  it("prefers flags over the environment, and the environment over the file", async () => {
    const file = await fileWith({ port: 1, loader: "eager", inject: "auto", serverSearch: "hybrid" });
    const environment = { TOOLCRIB_PORT: "2", TOOLCRIB_LOADER: "append" };

    const config = await loadConfig({ file, environment, flags: { port: 3 } });

    expect(config).toMatchObject({ port: 3, loader: "append", inject: "auto", serverSearch: "hybrid" });
  });

  it("accepts comments and trailing commas in the file", async () => {
    const file = await fileWith(
      '{\n  // the port\n  "port": 1, /* and a route */\n  "routes": [{ "model": "*" },],\n}',
    );

    expect(await loadConfig({ file })).toMatchObject({ port: 1, routes: [{ model: "*" }] });
  });

  it("starts from one URL", async () => {
    const flags = {
      upstream: "http://localhost:9000",
      upstreamDialect: "openai-chat",
      loader: "bridge",
      inject: "always",
    };

    const config = await loadConfig({ flags, environment: { TOOLCRIB_UPSTREAM_KEY: "k" } });

    expect(config.upstreams).toEqual({
      upstream: { dialect: "openai-chat", url: "http://localhost:9000", apiKeyEnv: "TOOLCRIB_UPSTREAM_KEY" },
    });
  });

  it("puts the upstream of the flag before those of the file, so that routes use it", async () => {
    const file = await fileWith({ upstreams: { other: { dialect: "anthropic", url: "http://localhost:1" } } });

    const config = await loadConfig({ file, flags: { upstream: "http://localhost:2" } });

    expect(Object.keys(config.upstreams ?? {})).toEqual(["upstream", "other"]);
  });

  it("resolves skill folders relative to the file, and those of flags relative to the current folder", async () => {
    const file = await fileWith({ skills: { folders: ["./skills", "/shared"], urls: ["https://a.example/SKILL.md"] } });

    const config = await loadConfig({ file, flags: { skills: ["more"] } });

    expect(config.skills).toEqual({
      folders: [join(dirname(file), "skills"), "/shared", join(process.cwd(), "more")],
      urls: ["https://a.example/SKILL.md"],
    });
    expect((await loadConfig({ flags: { skills: ["/own"] } })).skills).toEqual({ folders: ["/own"] });
  });

  it("passes the engine its own variables, and no others", async () => {
    const config = await loadConfig({ environment: { ENABLE_TOOL_SEARCH: "auto:5", HOME: "/somewhere" } });

    expect(config.settings).toEqual({ environment: { ENABLE_TOOL_SEARCH: "auto:5" } });
  });

  it.each([
    ["a missing file", undefined, "config_unreadable", /no such file/],
    ["a file that is no JSON", "{", "config_unreadable", /expected a JSON object, got /],
    ["a field that is not known", { prot: 1 }, "config_unknown_field", /prot/],
    [
      "a field of the wrong type",
      { limits: { pingSeconds: "often" } },
      "config_invalid",
      /limits\.pingSeconds .* got "often"/,
    ],
    ["an unknown loader", { loader: "magic" }, "config_invalid", /loader .* got "magic"/],
    [
      "a rule without a condition",
      { settings: { policy: [{ action: "deny" }] } },
      "config_invalid",
      /settings\.policy\.0 /,
    ],
    [
      "arguments on a rule that pins",
      { keys: [{ name: "a", sha256: "0".repeat(64), policy: [{ action: "pin", arguments: { path: "x" } }] }] },
      "config_invalid",
      /keys\.0\.policy\.0\.arguments/,
    ],
    ["a hash that is none", { keys: [{ name: "a", sha256: "secret" }] }, "config_invalid", /keys\.0\.sha256/],
    [
      "a URL that is none",
      { upstreams: { a: { dialect: "anthropic", url: "localhost" } } },
      "config_invalid",
      /upstreams\.a\.url/,
    ],
    [
      "a URL with a login for a package",
      { upstreams: { a: { dialect: "ai-sdk", url: "https://me:hidden-word@localhost/v1" } } },
      "config_invalid",
      /upstreams\.a\.url to be a URL without a login, .* put it into headers, .* got "https:\/\/localhost\/v1"/,
    ],
  ])("reports %s", async (_name, content, code, text) => {
    const file = content === undefined ? join(folder, "nowhere.json") : await fileWith(content);

    const loading = loadConfig({ file });

    await expect(loading).rejects.toMatchObject({ code });
    await expect(loading).rejects.toThrow(text);
  });
});

describe("createGateway's config", () => {
  it.each<[string, GatewayConfig, string]>([
    ["a route to nowhere", { routes: [{ model: "*", upstream: "gone" }] }, "unknown_upstream"],
    ["no upstream at all", { upstreams: {} }, "config_invalid"],
    ["a key that is not in the environment", withUpstream({ apiKeyEnv: "NOT_SET" }), "key_missing_in_environment"],
    ["an upstream without a URL", withUpstream({ url: undefined }), "config_invalid"],
    ["a header that HTTP cannot send", withUpstream({ headers: { "x-team": "a\nb" } }), "config_invalid"],
    [
      "a package that is not installed",
      withUpstream({ dialect: "ai-sdk", package: "@nobody/nothing" }),
      "provider_package_missing",
    ],
  ])("refuses %s", async (_name, config, code) => {
    await expect(createGateway(config, { environment: {} })).rejects.toMatchObject({ code });
  });

  it("does not quote a key of the environment that is no header value", async () => {
    const creating = createGateway(withUpstream({ apiKeyEnv: "KEY" }), { environment: { KEY: "sk-one\nsk-two" } });

    await expect(creating).rejects.toMatchObject({ code: "config_invalid" });
    await expect(creating).rejects.toThrow(/expected KEY to be a text that an HTTP header can hold, got another text/);
  });

  function withUpstream(fields: object): GatewayConfig {
    return { upstreams: { a: { dialect: "anthropic", url: "http://localhost:1", ...fields } } };
  }

  it("sends models to the first matching route", async () => {
    const seen: unknown[] = [];
    const upstreams = {
      first: { dialect: "anthropic", url: "http://localhost:1" },
      second: { dialect: "openai-chat", url: "http://localhost:2/v1" },
    } as const;
    const routes = [
      { model: "claude-*", loader: "native" },
      { model: "GPT-?", upstream: "second", upstreamModel: "gpt", inject: "always", settings: { toolSearch: "auto" } },
    ] as const;
    const gateway = await createGateway(
      { upstreams, routes, settings: { searchToolName: "Find" }, loader: "bridge" },
      {
        createAnswerRequest:
          () =>
          async ({ route }) => {
            seen.push({ ...route, upstream: route.upstream.name });
            return { kind: "counted", inputTokens: 1 };
          },
      },
    );
    const ask = (model: string) =>
      gateway.app.request("/v1/messages", {
        method: "POST",
        body: JSON.stringify({ model, messages: [{ role: "user", content: "Hi" }] }),
      });

    await ask("claude-x");
    await ask("gpt-5");
    const nowhere = await ask("llama");

    expect(seen).toMatchObject([
      { upstream: "first", model: undefined, loader: "native", inject: "off", settings: { searchToolName: "Find" } },
      {
        upstream: "second",
        model: "gpt",
        loader: "bridge",
        inject: "always",
        settings: { searchToolName: "Find", toolSearch: "auto" },
      },
    ]);
    expect(nowhere.status).toBe(404);
    expect(await nowhere.json()).toMatchObject({ error: { type: "not_found_error", message: "model: llama" } });
    await gateway.close();
  });

  it("is replaced by a valid one, and stays if the new one is invalid", async () => {
    const gateway = await createGateway({ limits: { pingSeconds: 1 } });

    await gateway.reload({ limits: { pingSeconds: 2 } });
    await expect(gateway.reload({ routes: [{ model: "*", upstream: "gone" }] })).rejects.toMatchObject({
      code: "unknown_upstream",
    });

    expect(gateway.config.limits.pingSeconds).toBe(2);
    await gateway.close();
  });
});

describe("watchConfig", () => {
  it("reports a file that was written or replaced, and SIGHUP", async () => {
    const file = await fileWith({ port: 1 });
    const signals = new EventEmitter();
    let changes = 0;
    const stop = watchConfig({ file, signals, onChange: () => changes++ });

    await writeFile(file, "{}");
    await expect.poll(() => changes).toBe(1);
    await writeFile(`${file}.new`, '{"port":2}');
    await rename(`${file}.new`, file);
    await expect.poll(() => changes).toBe(2);
    signals.emit("SIGHUP");
    expect(changes).toBe(3);

    stop();
    expect(signals.listenerCount("SIGHUP")).toBe(0);
  });
});

describe("parseConfig", () => {
  it("accepts a config with every setting", () => {
    const everything: GatewayConfig = {
      $schema: "./toolcrib.schema.json",
      host: "0.0.0.0",
      port: 80,
      upstreams: {
        a: { dialect: "ai-sdk", package: "@ai-sdk/google", apiKeyEnv: "KEY", settings: { a: 1 }, headers: { b: "c" } },
      },
      routes: [
        {
          model: "*",
          upstream: "a",
          upstreamModel: "b",
          loader: "bridge",
          settings: { policy: [{ action: "pin", name: "x" }] },
        },
      ],
      loader: "auto",
      inject: "auto",
      serverSearch: "hybrid",
      settings: { toolSearch: "auto:10", contextWindows: [["*", 100_000]], ranker: "bm25" },
      keys: [
        {
          name: "a",
          sha256: "0".repeat(64),
          policy: [{ action: "deny", server: "x", client: "y", arguments: { path: "/etc/*" } }],
          admin: true,
        },
      ],
      limits: { bodyBytes: 1, tools: 2, deferredTools: 3, requestSeconds: 4, concurrentRequests: 5, pingSeconds: 6 },
      retries: { attempts: 0, firstDelaySeconds: 0, maxDelaySeconds: 1, maxRetryAfterSeconds: 2 },
      trace: { log: { file: "trace.jsonl" }, memory: 0, openTelemetry: true, captureContent: true },
      allowedHosts: ["a"],
      cors: { origins: ["https://a.example"] },
      mcp: { allowedHosts: ["mcp.example"] },
      mcpServers: { a: { command: "b" } },
      capabilities: [{ host: "a.example", loader: "native" }],
      skills: { folders: ["/skills"], urls: ["https://a.example/SKILL.md"] },
      modelDenyList: { url: "https://a.example/models.json", pollSeconds: 60 },
      probe: true,
    };

    expect(parseConfig(structuredClone(everything))).toEqual(everything);
  });
});
