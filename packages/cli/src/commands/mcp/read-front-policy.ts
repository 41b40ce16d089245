import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type GatewayConfig, parseConfig } from "@toolcrib/gateway";
import type { AccessRule } from "@toolcrib/mcp";
import { CommandError } from "../../errors/command-error.ts";

/** The rules of a `toolcrib.json`; clients' configs have none. */
export async function readFrontPolicy(files: readonly string[]): Promise<readonly AccessRule[]> {
  const own = files.find((file) => basename(file).includes("toolcrib"));
  return own === undefined ? [] : ((await readOwnConfig(own)).settings?.policy ?? []);
}

/** Reads `toolcrib.json`. */
export async function readOwnConfig(file: string): Promise<GatewayConfig> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new CommandError("file_unreadable", { file, reason: error instanceof Error ? error.message : String(error) });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const received = error instanceof Error ? error.message : String(error);
    throw new CommandError("json_invalid", { place: file, received });
  }
  return parseConfig(value);
}
