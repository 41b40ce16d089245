import type { ProgramLanguage } from "@toolcrib/code";
import { secretsInUrl } from "@toolcrib/core/redaction";
import { maxToolNameLength } from "@toolcrib/core/tools";
import { type CallAudit, type GatewayConfig, openCallAudit } from "@toolcrib/gateway";
import { createFront, entrySecrets, type PoolEvent, serveFrontOnStdio } from "@toolcrib/mcp";
import { openSkills } from "@toolcrib/mcp/skills";
import { type EmbedderName, type RankerName, ToolIndex, UsageHistory } from "@toolcrib/search";
import { errorMessage } from "@toolcrib/shared/errors";
import { loadIndexParts } from "../../indexing/index-parts.ts";
import { createFileLearning } from "../../learning/file-learning.ts";
import { openHistoryFile } from "../../learning/read-history-file.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";
import { openPrograms } from "../../programs/open-programs.ts";
import { chooseConfigFiles } from "../../servers/choose-config-files.ts";
import { namedRanker } from "../../servers/named-ranker.ts";
import { openPool } from "../../servers/open-pool.ts";
import { readOwnConfig } from "../../servers/read-own-config.ts";
import { readServers, readServersOrExplain } from "../../servers/read-servers.ts";
import { untilStopped } from "../../servers/until-stopped.ts";

/** The options of `toolcrib mcp`. */
export interface McpOptions {
  readonly config?: readonly string[];
  readonly eager?: true;
  readonly pins?: string;
  readonly skills?: readonly string[];
  readonly listUpTo: number;
  readonly listFound?: true;
  readonly ranker?: RankerName;
  readonly embedder?: EmbedderName;
  readonly languages?: true;
  readonly history?: string;
  readonly programs?: ProgramLanguage;
  readonly json?: true;
}

/** Clients prefix our tool names with `mcp__toolcrib__`; the result must still be short enough for a model. */
const maxNameLength = maxToolNameLength - "mcp__toolcrib__".length;

/** How long the last writes may take when it ends. */
const lastWriteMilliseconds = 2_000;

/** Serves the front on standard input and output until the client disconnects or a signal arrives, then stops all servers. */
export async function runMcp(options: McpOptions, output: Output): Promise<void> {
  const chosen = chooseConfigFiles(options.config);
  const config = await readOwnConfig(chosen.files);
  const { settings, mcp, search, skills: configured } = config;
  const places = { ...configured, folders: [...(configured?.folders ?? []), ...(options.skills ?? [])] };
  const hasSkills = places.folders.length > 0 || (places.urls ?? []).length > 0;
  const { entries, problems } = await (hasSkills ? readServers(chosen) : readServersOrExplain(chosen));
  const secrets = [...entries.flatMap(entrySecrets), ...(places.urls ?? []).flatMap(secretsInUrl)];
  output.hide(secrets);
  const { policy = [], skillWaitMilliseconds } = settings ?? {};
  const log = createLog(output, options.json === true);
  for (const problem of problems) {
    log("problem", problem.message);
  }
  const skills = hasSkills ? await openSkills(places) : undefined;
  for (const { location, reason } of skills?.failures ?? []) {
    log("problem", `the skill at ${location} is skipped: ${reason}`);
  }
  const parts = await loadIndexParts({
    embedder: options.embedder ?? search?.embedder,
    languages: options.languages ?? search?.languages,
  });
  const start = options.eager ? "eager" : "lazy";
  const { programs, close: closePrograms } = await openPrograms(options.programs ?? mcp?.programs);
  const history = await openHistory(options.history, search?.learn === true);
  const audit = await openAudit(config, secrets, log);
  const {
    pool,
    writes,
    close: closePool,
  } = await openPool({ entries, start, maxToolNameLength: maxNameLength }, { pins: options.pins, store: config.store });
  const stopListening = pool.subscribe((event) => logEvent(event, log));
  const front = await createFront({
    pool,
    policy,
    ranker: options.ranker ?? namedRanker(settings),
    ...(Object.keys(parts).length === 0 ? {} : { index: new ToolIndex(parts) }),
    listAllUpTo: options.listUpTo,
    listFoundTools: options.listFound ?? mcp?.listFoundTools ?? false,
    ...(skills === undefined ? {} : { skills, skillWaitMilliseconds: () => skillWaitMilliseconds }),
    programs,
    callControl: audit?.control,
    ...(history === undefined ? {} : { learning: createFileLearning(history, options.history, writes) }),
  });
  const stdio = serveFrontOnStdio(front);
  log("ready", `${entries.length} servers, ${pool.tools().length} tools known`);
  await Promise.race([stdio.closed, untilStopped()]);
  stopListening();
  await stdio.close();
  await front.close();
  // First of all: clients do not wait long before they kill a server.
  await audit?.close();
  await closePrograms();
  await closePool();
  await writes.settled(lastWriteMilliseconds);
  // Standard input would keep the process alive after a signal.
  process.stdin.destroy();
}

/** The audit log of the config; undefined if it has none, or none that would outlive this process. */
async function openAudit(config: GatewayConfig, secrets: readonly string[], log: Log): Promise<CallAudit | undefined> {
  if (config.audit === undefined) return undefined;
  if (config.store === undefined || config.store === "memory") {
    log("problem", "calls are not audited: the audit log needs a store that is a folder or PostgreSQL");
    return undefined;
  }
  return openCallAudit(config, {
    door: "stdio",
    environment: process.env,
    secrets,
    reportProblem: (problem, error) => log("problem", `${problem}: ${errorMessage(error)}`),
  });
}

/** What was learned so far; undefined if nothing is to be learned. */
async function openHistory(file: string | undefined, learns: boolean): Promise<UsageHistory | undefined> {
  if (file !== undefined) {
    return openHistoryFile(file);
  }
  return learns ? new UsageHistory() : undefined;
}

type Log = (event: string, message: string, server?: string) => void;

// Standard output belongs to the protocol.
function createLog(output: Output, asJson: boolean): Log {
  return (event, message, server) => {
    const place = server === undefined ? "" : ` ${server}`;
    output.note(asJson ? JSON.stringify({ event, server, message }) : `toolcrib${place}: ${plainText(message)}`);
  };
}

function logEvent(event: PoolEvent, log: Log): void {
  switch (event.type) {
    case "state":
      log("state", event.reason === undefined ? event.state : `${event.state}: ${event.reason}`, event.server);
      break;
    case "warning":
      log("warning", event.message, event.server);
      break;
    case "held":
      log("held", `${event.held.length} definitions are held back: "toolcrib approve" shows them`, event.server);
      break;
    default:
  }
}
