import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SkillLibrary } from "@toolcrib/core/skills";
import {
  ConfigError,
  createGateway,
  type Gateway,
  type GatewayConfig,
  type ListeningAddress,
  type McpHandler,
  type RefusedRequest,
  type TraceSink,
} from "@toolcrib/gateway";
import { createFront, createFrontHttpHandler, entrySecrets, type ServerPool } from "@toolcrib/mcp";
import { isUserServer, type ServerEntry } from "@toolcrib/mcp/config";
import { ToolIndex } from "@toolcrib/search";
import { errorMessage } from "@toolcrib/shared/errors";
import { studioPages } from "@toolcrib/studio";
import { loadIndexParts } from "../indexing/index-parts.ts";
import type { Output } from "../output/console-output.ts";
import { openPrograms } from "../programs/open-programs.ts";
import { namedRanker } from "../servers/named-ranker.ts";
import { openPool } from "../servers/open-pool.ts";
import { createAdminSources } from "./admin-sources.ts";
import { letHeapGrow } from "./let-heap-grow.ts";
import { reportServers } from "./report-servers.ts";
import { openUserServers } from "./user-servers.ts";

/** What is served. */
export interface ServingOptions {
  readonly config: GatewayConfig;
  /** The MCP servers behind `/mcp`. */
  readonly entries: readonly ServerEntry[];
  readonly port?: number;
  readonly host?: string;
  /** Additional trace sinks. */
  readonly sinks?: readonly TraceSink[];
  /** Called for requests that no model endpoint answers. */
  readonly onRefused?: (refused: RefusedRequest) => void;
  /** Where lists of tools are kept; null keeps none. Default: the user's cache folder. */
  readonly cacheFolder?: string | null;
  /** The file with the hashes of approved definitions. */
  readonly pins?: string;
  /** Takes any free port where the one of the config is taken. */
  readonly fallsBackToFreePort?: true;
}

/** A gateway on its socket, with the front, the page and the pool behind them. */
export interface Serving {
  readonly gateway: Gateway;
  readonly pool: ServerPool;
  readonly address: ListeningAddress;
  /** Whether the studio is served: it is not where its page was not built. */
  readonly hasStudio: boolean;
  /** Replaces the config, and the MCP servers if they are given. Rejects, and changes nothing, if the config is invalid. */
  reload(config: GatewayConfig, entries?: readonly ServerEntry[]): Promise<void>;
  /** Ends everything: sockets, sessions and the processes of servers. Running answers get this time to complete. */
  close(drainMilliseconds?: number): Promise<void>;
}

/** Serves the gateway, `/mcp` and `/studio` on one socket, in a dedicated process. */
export async function startServing(options: ServingOptions, output: Output): Promise<Serving> {
  letHeapGrow();
  const { config, sinks = [], cacheFolder, onRefused } = options;
  let { entries } = options;
  const parts = await loadIndexParts(config.search ?? {});
  let requestSeconds = config.limits?.requestSeconds;
  const { programs, close: closePrograms } = await openPrograms(config.mcp?.programs, () => requestSeconds);
  const poolOptions = {
    entries: sharedOf(entries),
    ...(cacheFolder === undefined ? {} : { cacheFolder }),
  };
  const {
    pool,
    writes,
    trust,
    setEntries,
    close: closePool,
  } = await openPool(poolOptions, { pins: options.pins, store: config.store }, ({ name, target, state, reason }) => {
    if (state === "ok") {
      output.note(`${name} can be written again (${target})`);
    } else {
      output.warn(`${name} cannot be written to ${target} (${reason}); retrying in the background`);
    }
  });
  const stopReporting = reportServers(pool, output);
  let listsFound = config.mcp?.listFoundTools ?? false;
  const ranker = namedRanker(config.settings);
  let skills = (): SkillLibrary | undefined => undefined;
  let skillWait = config.settings?.skillWaitMilliseconds;
  const front = await createFront({
    pool,
    ranker,
    programs,
    ...(Object.keys(parts).length === 0 ? {} : { index: new ToolIndex(parts), userIndex: () => new ToolIndex(parts) }),
    listFoundTools: () => listsFound,
    skills: () => skills(),
    skillWaitMilliseconds: () => skillWait,
  });
  // The gateway checks hosts and origins for all of its endpoints.
  const frontHandler = createFrontHttpHandler(front, { isGuarded: true, portableSessions: true });
  const users = openUserServers(entries, trust);
  const mcpHandler: McpHandler = (request, response, caller, parsedBody) =>
    frontHandler(request, response, { ...caller, servers: () => users.of(caller.user) }, parsedBody);
  const pages = findPages(output);
  const closeServers = async (): Promise<void> => {
    await frontHandler.close();
    await front.close();
    await users.close();
    await closePrograms();
    stopReporting();
    await closePool();
  };
  try {
    const gateway = await createGateway(config, {
      mcpHandler,
      ...parts,
      sinks,
      admin: createAdminSources(pool, writes),
      findMcpServer: (name, user) => {
        const entry = entries.find((each) => each.name === name);
        if (entry === undefined) return undefined;
        const place = isUserServer(entry) ? users.of(user)?.pool : pool;
        // In both only: during a reload, a new server is not in the pool yet, and a removed one still is.
        return place?.entries().some((each) => each.name === name) === true ? place.connection(name) : undefined;
      },
      userServers: () => entries.filter(isUserServer),
      mcpServerUrls: () => entries.flatMap((entry) => ("url" in entry ? [{ name: entry.name, url: entry.url }] : [])),
      secrets: () => entries.flatMap(entrySecrets),
      mcpServerRules: () => entries.flatMap(({ policy }) => policy),
      ...(pages === undefined ? {} : { pages }),
      ...(onRefused === undefined ? {} : { onRefused }),
      reportProblem: (problem, error) => output.warn(`${problem}${error instanceof Error ? `: ${error.message}` : ""}`),
    });
    skills = () => gateway.skills;
    users.useTokens(gateway.userTokens);
    const address = await listen(gateway, options, output);
    return {
      gateway,
      pool,
      address,
      hasStudio: pages !== undefined,
      reload: async (changed, changedEntries = entries) => {
        const earlier = entries;
        entries = changedEntries;
        try {
          // The embedder and the languages are loaded once; indexes of two would not fit each other.
          await gateway.reload({ ...changed, search: config.search });
        } catch (error) {
          entries = earlier;
          throw error;
        }
        // The rules of new servers are in force before their tools exist.
        await Promise.all([setEntries(sharedOf(entries)), users.setEntries(entries)]);
        front.setRanker(namedRanker(changed.settings));
        listsFound = changed.mcp?.listFoundTools ?? false;
        skillWait = changed.settings?.skillWaitMilliseconds;
        requestSeconds = changed.limits?.requestSeconds;
        front.announcePolicyChange();
      },
      close: async (drainMilliseconds = 0) => {
        await gateway.close({ drainMilliseconds });
        await closeServers();
      },
    };
  } catch (error) {
    await closeServers();
    throw error;
  }
}

async function listen(
  gateway: Gateway,
  { port, host, fallsBackToFreePort }: ServingOptions,
  output: Output,
): Promise<ListeningAddress> {
  const place = { ...(port === undefined ? {} : { port }), ...(host === undefined ? {} : { host }) };
  try {
    return await gateway.listen(place);
  } catch (error) {
    if (fallsBackToFreePort !== true || port !== undefined || !isPortTaken(error)) {
      throw error;
    }
    const address = await gateway.listen({ ...place, port: 0 });
    output.warn(`port ${gateway.config.port} is in use, so port ${address.port} is used instead; --port chooses one`);
    return address;
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof ConfigError && error.code === "port_in_use";
}

/** The servers that all callers share. */
function sharedOf(entries: readonly ServerEntry[]): readonly ServerEntry[] {
  return entries.filter((entry) => !isUserServer(entry));
}

/** A page that is not built must not keep the gateway from starting. */
function findPages(output: Output): ReturnType<typeof studioPages> | undefined {
  try {
    // The published command has the page beside its own code.
    const folder = fileURLToPath(new URL("studio", import.meta.url));
    return studioPages(existsSync(folder) ? { folder } : {});
  } catch (error) {
    output.warn(`the studio is not available: ${errorMessage(error)}`);
    return undefined;
  }
}
