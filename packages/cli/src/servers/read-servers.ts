import { McpError } from "@toolcrib/mcp";
import { readConfigFiles, type ServerEntries, type ServerEntry } from "@toolcrib/mcp/config";
import { CommandError } from "../errors/command-error.ts";
import type { ChosenConfigs } from "./choose-config-files.ts";

/** Reads the servers of configs. A config that the user named must be readable; one that was found may hold no servers. */
export async function readServers({ files, areNamed }: ChosenConfigs): Promise<ServerEntries> {
  const { entries, problems } = await readConfigFiles(files);
  const unreadable = problems.find((problem) => problem instanceof McpError && problem.code === "config_unreadable");
  if (areNamed && unreadable !== undefined) {
    throw unreadable;
  }
  return {
    entries: entries.filter((entry) => !isOurselves(entry)),
    problems: problems.filter((problem) => problem.code !== "config_unreadable"),
  };
}

/** The same, where nothing can be done without a server. */
export async function readServersOrExplain(chosen: ChosenConfigs): Promise<ServerEntries> {
  const servers = await readServers(chosen);
  if (servers.entries.length === 0 && servers.problems.length === 0) {
    const files = chosen.files.length === 0 ? "" : ` in ${chosen.files.join(", ")}`;
    throw new CommandError("no_servers", { files });
  }
  return servers;
}

/** A client's config may name this very command: it would start itself endlessly. */
export function isOurselves(entry: ServerEntry): boolean {
  if (entry.transport !== "stdio") {
    return false;
  }
  const words = [entry.command, ...entry.args];
  const own = words.findIndex((word) => /(^|[\\/])toolcrib(\.js|\.cmd|@[\w.-]+)?$/.test(word));
  return own >= 0 && words[own + 1] === "mcp";
}
