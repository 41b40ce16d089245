import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type GatewayConfig, watchConfig } from "@toolcrib/gateway";
import type { ServerEntry } from "@toolcrib/mcp/config";
import { isToolcribError } from "@toolcrib/shared/errors";
import type { Output } from "../../output/console-output.ts";
import type { Serving } from "../../serving/start-serving.ts";

/** What the config files say. */
export interface LoadedConfig {
  readonly config: GatewayConfig;
  readonly entries: readonly ServerEntry[];
}

export interface WatchedConfig {
  /** The config of the gateway, and the files with more MCP servers. */
  readonly files: readonly string[];
  readonly started: LoadedConfig;
  readonly load: () => Promise<LoadedConfig>;
}

/** What a gateway reads only once. */
function readOnce({ host, port, store, search, mcp }: GatewayConfig): Readonly<Record<string, unknown>> {
  return {
    host,
    port,
    store,
    "search.embedder": search?.embedder,
    "search.languages": search?.languages,
    "search.index": search?.index,
    "mcp.programs": mcp?.programs,
  };
}

/** Reloads the config when a file changes. If it is invalid, the error is printed and the config in use stays. Returns a function that stops it. */
export function watchConfigs({ files, started, load }: WatchedConfig, serving: Serving, output: Output): () => void {
  let entries = started.entries;
  let last: Promise<void> = Promise.resolve();
  const reload = async (file: string): Promise<void> => {
    try {
      const changed = await load();
      await serving.reload(changed.config, changed.entries);
      output.note(`${file} reloaded${describeServers(entries, changed.entries)}`);
      entries = changed.entries;
      const atStart = readOnce(started.config);
      const waiting = Object.entries(readOnce(changed.config)).flatMap(([field, value]) =>
        value === atStart[field] ? [] : [field],
      );
      if (waiting.length > 0) output.warn(`a change of ${waiting.join(" and ")} takes effect after a restart`);
    } catch (error) {
      const reason = isToolcribError(error) ? error.message : String(error);
      output.warn(`${file} is invalid, the previous config stays active: ${reason}`);
    }
  };
  const stops = files.map((file) =>
    watchConfig({
      file: resolve(file),
      // One after the other: two at once would start the same server twice.
      onChange: () => {
        last = last.then(() => reload(file));
      },
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Which MCP servers came, went and changed. */
function describeServers(before: readonly ServerEntry[], after: readonly ServerEntry[]): string {
  const find = (entries: readonly ServerEntry[], wanted: string) => entries.find(({ name }) => name === wanted);
  const added = after.filter(({ name }) => find(before, name) === undefined);
  const removed = before.filter(({ name }) => find(after, name) === undefined);
  const changed = after.filter((entry) => {
    const earlier = find(before, entry.name);
    return earlier !== undefined && !isDeepStrictEqual(earlier, entry);
  });
  const parts = (
    [
      ["added", added],
      ["removed", removed],
      ["changed", changed],
    ] as const
  ).flatMap(([what, entries]) =>
    entries.length === 0 ? [] : [`${what} ${entries.map(({ name }) => name).join(", ")}`],
  );
  return parts.length === 0 ? "" : `; MCP servers: ${parts.join("; ")}`;
}
