import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGateway } from "../server/create-gateway.ts";
import { parseConfig } from "./config-schema.ts";
import { loadConfig } from "./load-config.ts";

const hash = "0".repeat(64);

describe("a wrong config is explained in plain words", () => {
  it.each([
    [{ prot: 1 }, "The config has an unknown field: expected port, got prot."],
    [{ limits: { bodyByte: 5 } }, "The config has an unknown field: expected limits.bodyBytes, got limits.bodyByte."],
    [
      { upstreams: { a: { dialct: "anthropic" } } },
      "The config has an unknown field: expected upstreams.a.dialect, got upstreams.a.dialct.",
    ],
    [
      { routes: [{ model: "*" }, { modl: "*" }] },
      "The config has an unknown field: expected routes.1.model, got routes.1.modl.",
    ],
    [
      { settings: { policy: [{ action: "hide", nmae: "x" }] } },
      "The config has an unknown field: expected settings.policy.0.name, got settings.policy.0.nmae.",
    ],
    [
      { settings: { policy: [{ action: "pin" }] } },
      "The config is not usable: expected settings.policy.0 to be a rule with at least one of name, server, annotation, client, arguments, got an object.",
    ],
    [
      { prices: { asOf: "yesterday", models: [] } },
      'The config is not usable: expected prices.asOf to be a date, such as 2026-11-17, got "yesterday".',
    ],
    [{ cors: { zzz: [] } }, "The config has an unknown field: expected one of origins, got cors.zzz."],
    [[], "The config is not usable: expected the config to be an object, got an array of length 0."],
    [{ upstreams: [] }, "The config is not usable: expected upstreams to be an object, got an array of length 0."],
    [{ port: "8788" }, 'The config is not usable: expected port to be a number, got "8788".'],
    [{ port: 1.5 }, "The config is not usable: expected port to be a whole number, got 1.5."],
    [{ port: 100_000 }, "The config is not usable: expected port to be a number of at most 65535, got 100000."],
    [{ host: "" }, "The config is not usable: expected host to be a text that is not empty, got an empty string."],
    [
      { limits: { requestSeconds: 0 } },
      "The config is not usable: expected limits.requestSeconds to be a number of more than 0, got 0.",
    ],
    [{ loader: "brigde" }, /^The config is not usable: expected loader to be one of auto, native, .* got "brigde"\./],
    [
      { upstreams: { a: { dialect: "anthropic", url: "nope" } } },
      'The config is not usable: expected upstreams.a.url to be an http or https URL, got "nope".',
    ],
    [{ routes: [{}] }, "The config is not usable: expected routes.0.model to be a text, got nothing."],
    [
      { trace: { log: "stderr" } },
      'The config is not usable: expected trace.log to be off, stdout or {"file": …}, got "stderr".',
    ],
    [
      { settings: { toolSearch: 5 } },
      "The config is not usable: expected settings.toolSearch to be true, false, auto or auto:N, got 5.",
    ],
    [
      { settings: { contextWindows: [["m"]] } },
      "The config is not usable: expected settings.contextWindows.0 to be a list of at least 2 entries, got an array of length 1.",
    ],
    [
      { cors: { origins: ["*"] } },
      'The config is not usable: expected cors.origins.0 to be an origin, such as https://app.example.com, got "*".',
    ],
    [
      { allowedHosts: ["gateway.example.com:8788"] },
      /expected allowedHosts\.0 to be a host name without a port, such as gateway\.example\.com, got /,
    ],
  ])("%j", (config, message) => {
    expect(() => parseConfig(config)).toThrow(message);
  });

  it.each([
    [{ upstreams: {} }, "The config is not usable: expected upstreams to be at least one upstream, got none."],
    [
      {
        keys: [
          { name: "ci", sha256: hash },
          { name: "ci", sha256: hash.replace("0", "1") },
        ],
      },
      'The config is not usable: expected keys.1.name to be different from that of every other key, got "ci".',
    ],
    [
      {
        keys: [
          { name: "ci", sha256: hash.replace("0", "a") },
          { name: "me", sha256: hash.replace("0", "A") },
        ],
      },
      "The config is not usable: expected keys.1.sha256 to be different from that of every other key, got the hash of another key.",
    ],
  ])("also where a program builds it: %j", async (config, message) => {
    await expect(createGateway(config)).rejects.toThrow(message);
  });
});

it.each([
  "authorization",
  "X-Api-Key",
  "x-api-*",
  "Cookie",
  "coo*",
  "Host",
  "content-length",
  "Connection",
  "proxy-authorization",
  "x-forwarded-for",
  "x-forwarded-proto*",
  "toolcrib-key",
  "x-*",
  "*",
  "a b",
])("a config cannot pass on headers of the connection, cookies or keys: %s", (name) => {
  const config = { upstreams: { a: { dialect: "anthropic", forwardHeaders: ["x-title", name] } } };

  expect(() => parseConfig(config)).toThrow(
    `The config is not usable: expected upstreams.a.forwardHeaders.1 to be the name of a header, or its beginning and *, such as x-title or helicone-*, that is none of the connection, of a proxy, of cookies or of keys, got ${JSON.stringify(name)}.`,
  );
});

describe("in a file", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "toolcrib-problems-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("a wrong value is explained with the file and its line", async () => {
    const file = join(folder, "toolcrib.json");
    const problemOf = async (text: string): Promise<unknown> => {
      await writeFile(file, text);
      return loadConfig({ file }).catch(({ summary }: { readonly summary: string }) => summary);
    };

    expect(await problemOf('{\n  // the port\n  "port": "1"\n}')).toBe(
      `The config is not usable (${file}, line 3): expected port to be a number, got "1".`,
    );
    expect(await problemOf('\uFEFF{\n  "limits": {\n    "bodyByte": 1\n  }\n}')).toBe(
      `The config has an unknown field (${file}, line 3): expected limits.bodyBytes, got limits.bodyByte.`,
    );
    expect(await problemOf('{ "mcpServers": { "a": {\n"command": "x",\n"polcy": [] } } }')).toBe(
      `The config has an unknown field (${file}, line 3): expected mcpServers.a.policy, got mcpServers.a.polcy.`,
    );
    expect(await problemOf('{ "routes": [\n{}] }')).toBe(
      `The config is not usable (${file}, line 2): expected routes.0.model to be a text, got nothing.`,
    );
  });
});

it("hosts are compared without regard to case", async () => {
  const gateway = await createGateway({ allowedHosts: ["Gateway.Example.com"] });
  const response = await gateway.app.request("http://gateway.example.com/healthz");

  expect(response.status).toBe(200);
});
