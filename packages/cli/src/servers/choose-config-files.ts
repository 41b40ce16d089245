import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { type ConfigPlace, findConfigFiles } from "@toolcrib/mcp/config";

/** The configs of MCP servers to work with. */
export interface ChosenConfigs {
  readonly files: readonly string[];
  /** Whether the user named them; else they were found, and one without servers is no mistake. */
  readonly areNamed: boolean;
}

/** The places of all clients' configs on this machine, seen from the current folder. */
export function configPlaces(): readonly ConfigPlace[] {
  const { platform, env: environment } = process;
  return findConfigFiles({ platform, home: homedir(), environment, workingFolder: process.cwd() });
}

/** The named files; else `toolcrib.json` of this folder; else what the clients on this machine have. */
export function chooseConfigFiles(named: readonly string[] | undefined): ChosenConfigs {
  if (named !== undefined && named.length > 0) {
    return { files: named, areNamed: true };
  }
  const existing = configPlaces().filter(({ path }) => existsSync(path));
  const own = existing.find(({ client }) => client === "toolcrib");
  return { files: own === undefined ? existing.map(({ path }) => path) : [own.path], areNamed: false };
}
