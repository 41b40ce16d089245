import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { configSecrets, type GatewayConfig, loadConfig } from "@toolcrib/gateway";
import { entrySecrets } from "@toolcrib/mcp";
import { mergeServerEntries, readConfigFiles, type ServerEntries } from "@toolcrib/mcp/config";
import { type Output, runOnClosedPipe } from "../../output/console-output.ts";
import { packageFile } from "../../own-package/package-file.ts";
import { isOurselves } from "../../servers/read-servers.ts";
import { untilStopped } from "../../servers/until-stopped.ts";
import { checkUpstreams } from "../../serving/check-upstreams.ts";
import { listModels } from "../../serving/list-models.ts";
import { printServing } from "../../serving/print-serving.ts";
import { createRequestLog } from "../../serving/request-log.ts";
import { startServing } from "../../serving/start-serving.ts";
import { announceBackground, startBackground } from "../background/start-background.ts";
import { systemdUnit } from "./systemd-unit.ts";
import { type LoadedConfig, watchConfigs } from "./watch-configs.ts";

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
  readonly quiet?: true;
  readonly background?: true;
  readonly printUnit?: true;
  readonly json?: true;
}

const ownFile = "toolcrib.json";
/** What the process needs after its last answer, to write what it has in memory. */
const stopMarginSeconds = 10;

/** Serves until a signal comes. */
export async function runServe(options: ServeOptions, output: Output): Promise<void> {
  const file = options.config ?? (existsSync(ownFile) ? ownFile : undefined);
  if (options.printUnit) {
    await printUnit(file, output);
    return;
  }
  if (options.background) return startBackground(options, output);
  const { config: _file, mcpConfig = [], json: _json, background: _background, quiet, pins, ...flags } = options;
  const load = async (): Promise<LoadedConfig & Pick<ServerEntries, "problems">> => {
    const config = await loadConfig({ flags, environment: process.env, file });
    output.hide(configSecrets(config, process.env));
    const { entries, problems } = await readEntries(config, file, mcpConfig);
    output.hide(entries.flatMap(entrySecrets));
    for (const problem of problems) output.warn(problem.message);
    return { config, entries, problems };
  };
  const reload = async (): Promise<LoadedConfig> => {
    const loaded = await load();
    // A file that is just being written must not stop its servers.
    const unreadable = loaded.problems.find(({ code }) => code === "config_unreadable");
    if (unreadable !== undefined) throw unreadable;
    return loaded;
  };
  const started = await load();
  const { config, entries } = started;
  const stopped = untilStopped();
  const log = quiet ? undefined : createRequestLog(output);
  const logging = log === undefined ? {} : { sinks: [log.sink], onRefused: log.refused };
  const serving = await startServing({ config, entries, ...logging, ...(pins === undefined ? {} : { pins }) }, output);
  runOnClosedPipe();
  const files = [...(file === undefined ? [] : [file]), ...mcpConfig];
  const stopWatching = watchConfigs({ files, started, load: reload }, serving, output);
  if (options.json) {
    const { url, host, port } = serving.address;
    output.print(
      JSON.stringify({ url, host, port, servers: entries.map(({ name }) => name), studio: serving.hasStudio }),
    );
  } else {
    // Who wrote a config knows the models.
    const models = file === undefined ? await listModels(serving.address.url, serving.gateway.config) : [];
    printServing(serving, models, output);
  }
  announceBackground(serving.address.url);
  void checkUpstreams(serving.gateway.config, output);
  const signal = await stopped;
  output.note(`${signal}: stopping after the running answers; repeat to stop immediately`);
  stopWatching();
  const { delaySeconds, drainSeconds } = serving.gateway.config.shutdown;
  serving.gateway.drain();
  if (delaySeconds > 0) await sleep(delaySeconds * 1_000);
  await serving.close(drainSeconds * 1_000);
}

/** Prints a unit that runs this very command line. Its config may be written later, but not have mistakes. */
async function printUnit(file: string | undefined, output: Output): Promise<void> {
  const { shutdown } = file === undefined || !existsSync(file) ? {} : await loadConfig({ file, environment: {} });
  const { delaySeconds = 0, drainSeconds = 10 } = shutdown ?? {};
  const bin = packageFile("bin/toolcrib.js");
  if (/[\\/]_npx[\\/]/.test(bin)) {
    output.warn(
      "npx may delete this copy of toolcrib: install it with npm install --global toolcrib, and print the unit again",
    );
  }
  const given = process.argv.slice(2).filter((word) => word !== "--print-unit");
  const stopSeconds = Math.ceil(delaySeconds + drainSeconds) + stopMarginSeconds;
  const workingFolder = process.cwd();
  output.print(systemdUnit({ command: process.execPath, args: [bin, ...given], workingFolder, stopSeconds }));
}

/** The servers of the config itself, and of other configs; a problem with one does not stop the others. */
async function readEntries(
  config: GatewayConfig,
  file: string | undefined,
  others: readonly string[],
): Promise<ServerEntries> {
  const configs: ServerEntries[] = [];
  if (file !== undefined && config.mcpServers !== undefined) {
    configs.push(await readConfigFiles([file]));
  }
  if (others.length > 0) {
    configs.push(await readConfigFiles(others));
  }
  const { entries, problems } = mergeServerEntries(configs);
  return { entries: entries.filter((entry) => !isOurselves(entry)), problems };
}
