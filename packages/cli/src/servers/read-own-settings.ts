import { basename } from "node:path";
import type { Settings } from "@toolcrib/core";
import { loadConfig } from "@toolcrib/gateway";

/** The settings of `toolcrib.json`, where it is among the configs; clients' configs have none. */
export async function readOwnSettings(files: readonly string[]): Promise<Settings> {
  const own = files.find((file) => basename(file).includes("toolcrib"));
  return own === undefined ? {} : ((await loadConfig({ file: own })).settings ?? {});
}
