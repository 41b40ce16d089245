import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type GatewayConfig, loadConfig } from "@toolcrib/gateway";
import { parse } from "jsonc-parser";

/** The gateway settings in toolcrib configs; client configs have none. The first config is used, with the rules of all. */
export async function readOwnConfig(files: readonly string[]): Promise<GatewayConfig> {
  const own: GatewayConfig[] = [];
  for (const file of files) {
    if (await isOwn(file)) {
      own.push(await loadConfig({ file, environment: { TOOLCRIB_STORE: process.env["TOOLCRIB_STORE"] } }));
    }
  }
  const [first = {}] = own;
  return { ...first, settings: { ...first.settings, policy: own.flatMap(({ settings }) => settings?.policy ?? []) } };
}

/** Recognised by its name or by its rules: silently ignoring rules would be worse than an error. */
async function isOwn(file: string): Promise<boolean> {
  if (basename(file).includes("toolcrib")) {
    return true;
  }
  const text = await readFile(file, "utf8").catch(() => "");
  const value: unknown = parse(text);
  return (value as { settings?: { policy?: unknown } } | undefined)?.settings?.policy !== undefined;
}
