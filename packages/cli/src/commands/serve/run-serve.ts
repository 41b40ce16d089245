import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { configSecrets, type GatewayConfig, loadConfig, watchConfig } from "@toolcrib/gateway";
import { entrySecrets } from "@toolcrib/mcp";
import { mergeServerEntries, readConfigFiles, type ServerEntries, type ServerEntry } from "@toolcrib/mcp/config";
import { isToolcribError } from "@toolcrib/shared/errors";
import type { Output } from "../../output/console-output.ts";
import { isOurselves } from "../../servers/read-servers.ts";
import { untilStopped } from "../../servers/until-stopped.ts";
import { printServing } from "../../serving/print-serving.ts";
import { type Serving, startServing } from "../../serving/start-serving.ts";

/** The options of `toolcrib serve`. */
export interface ServeOptions {
  readonly config?: string;
  readonly mcpConfig?: readonly string[];
  readonly host?: string;
  readonly port?: number;
  readonly upstream?: string;
  readonly upstreamDialect?: string;
  readonly upstreamKeyEnv?: string;
  readonly loader?: string;
  readonly inject?: string;
  readonly serverSearch?: string;
  readonly embedder?: string;
  readonly languages?: true;
  readonly learn?: true;
  readonly store?: string;
  readonly pins?: string;
  readonly skills?: readonly string[];
  readonly json?: true;
}

const ownFile = "toolcrib.json";
/** As long as process managers wait between the first signal and the one that cannot be refused. */
const drainMilliseconds = 10_000;

/** Serves until a signal comes. */
export async function runServe(options: ServeOptions, output: Output): Promise<void> {
  const file = options.config ?? (existsSync(ownFile) ? ownFile : undefined);
  const { config: _file, mcpConfig: _mcp, json: _json, pins, ...flags } = options;
  const load = async (): Promise<GatewayConfig> => {
    const loaded = await loadConfig({ flags, environment: process.env, file });
    output.hide(configSecrets(loaded, process.env));
    return loaded;
  };
  const config = await load();
  const entries = await readEntries(config, file, options.mcpConfig ?? [], output);
  const stopped = untilStopped();
  const serving = await startServing({ config, entries, ...(pins === undefined ? {} : { pins }) }, output);
  const stopWatching = file === undefined ? () => {} : watch(file, { load, started: config }, serving, output);
  if (options.json) {
    const { url, host, port } = serving.address;
    output.print(
      JSON.stringify({ url, host, port, servers: entries.map(({ name }) => name), studio: serving.hasStudio }),
    );
  } else {
    printServing(serving, output);
  }
  const signal = await stopped;
  output.note(`${signal}: stopping after the running answers; repeat to stop immediately`);
  stopWatching();
  await serving.close(drainMilliseconds);
}

/** The servers of the config itself, and of other configs; a problem with one does not stop the others. */
async function readEntries(
  config: GatewayConfig,
  file: string | undefined,
  others: readonly string[],
  output: Output,
): Promise<readonly ServerEntry[]> {
  const configs: ServerEntries[] = [];
  if (file !== undefined && config.mcpServers !== undefined) {
    configs.push(await readConfigFiles([file]));
  }
  if (others.length > 0) {
    configs.push(await readConfigFiles(others));
  }
  const { entries, problems } = mergeServerEntries(configs);
  output.hide(entries.flatMap(entrySecrets));
  for (const problem of problems) {
    output.warn(problem.message);
  }
  return entries.filter((entry) => !isOurselves(entry));
}

/** The config that the gateway started with, and the way to load it again. */
interface LoadedConfig {
  readonly started: GatewayConfig;
  readonly load: () => Promise<GatewayConfig>;
}

/** Reloads the config when its file changes; if it is invalid, the error is printed and the config in use stays. */
function watch(file: string, { load, started }: LoadedConfig, serving: Serving, output: Output): () => void {
  const reload = async (): Promise<void> => {
    try {
      const changed = await load();
      await serving.reload(changed);
      output.note(`${file} reloaded`);
      const waiting = (["host", "port", "store", "search", "mcpServers"] as const).filter(
        (field) => !isDeepStrictEqual(changed[field], started[field]),
      );
      if (waiting.length > 0) output.warn(`a change of ${waiting.join(" and ")} takes effect after a restart`);
    } catch (error) {
      const reason = isToolcribError(error) ? error.message : String(error);
      output.warn(`${file} is invalid, the previous config stays active: ${reason}`);
    }
  };
  return watchConfig({ file: resolve(file), onChange: () => void reload() });
}
