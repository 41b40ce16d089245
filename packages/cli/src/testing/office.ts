import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type CreatedKey, createApiKey, type GatewayConfig } from "@toolcrib/gateway";
import { readConfigValue } from "@toolcrib/mcp/config";
import type { Output } from "../output/console-output.ts";
import { createStyle } from "../output/style.ts";
import { type Serving, startServing } from "../serving/start-serving.ts";

const script = fileURLToPath(new URL("./office-server.mjs", import.meta.url));
const style = createStyle(false);
const output: Output = {
  style,
  noteStyle: style,
  isInteractive: false,
  showsProgress: false,
  print: () => {},
  note: () => {},
  warn: () => {},
  hide: () => {},
  redraw: () => {},
};

/** A config's entry for the office's server. */
export function officeEntry(runsFile: string, policy: readonly object[] = []): object {
  return { command: process.execPath, args: [script], env: { RUNS: runsFile }, policy };
}

/** A gateway as `toolcrib serve` makes it, before a real MCP server with notes. */
export interface Office {
  readonly serving: Serving;
  readonly url: string;
  /** Where the server writes down what ran. */
  readonly runsFile: string;
  /** The tools that ran, with their arguments. */
  readonly runs: () => readonly string[];
  /** Forgets what ran. */
  readonly forgetRuns: () => void;
  /** Connects the SDK's client to `/mcp`. */
  readonly connect: (key?: CreatedKey | string, options?: ClientOptions) => Promise<Client>;
  /** Replaces the config and the rules in the server's entry. */
  readonly reload: (config: GatewayConfig, entryPolicy?: readonly object[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the office; `folder` takes the file of what ran. */
export async function openOffice(
  folder: string,
  config: GatewayConfig = {},
  entryPolicy: readonly object[] = [],
): Promise<Office> {
  const clients: Client[] = [];
  const runsFile = join(folder, `${crypto.randomUUID()}.runs`);
  const entriesWith = (policy: readonly object[]) =>
    readConfigValue({ mcpServers: { office: officeEntry(runsFile, policy) } }, "test", { environment: {} }).entries;
  let rules = JSON.stringify(entryPolicy);
  let entries = entriesWith(entryPolicy);
  const serving = await startServing({ config, entries, port: 0, cacheFolder: null }, output);
  await serving.pool.settled(20_000);
  const { url } = serving.address;
  return {
    serving,
    url,
    runsFile,
    runs: () => (existsSync(runsFile) ? readFileSync(runsFile, "utf8").trim().split("\n") : []),
    connect: async (key, options = {}) => {
      const client = new Client({ name: "test", version: "1.0.0" }, options);
      const headers: Record<string, string> =
        key === undefined ? {} : { "x-api-key": typeof key === "string" ? key : key.key };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
      clients.push(client);
      return client;
    },
    reload: async (changed, policy = []) => {
      // An equal entry must be the same one, so that the server keeps running.
      if (JSON.stringify(policy) !== rules) entries = entriesWith(policy);
      rules = JSON.stringify(policy);
      await serving.reload(changed, entries);
      await serving.pool.settled(20_000);
    },
    forgetRuns: () => rmSync(runsFile, { force: true }),
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await serving.close();
    },
  };
}

/** Keys for tests, with rules. */
export function keysWith(policies: Readonly<Record<string, readonly object[]>>): {
  readonly keys: GatewayConfig["keys"];
  readonly of: Readonly<Record<string, CreatedKey>>;
} {
  const of = Object.fromEntries(Object.keys(policies).map((name) => [name, createApiKey()]));
  const keys = Object.entries(policies).map(([name, policy]) => ({ name, sha256: of[name]?.sha256 ?? "", policy }));
  return { keys: keys as NonNullable<GatewayConfig["keys"]>, of };
}
