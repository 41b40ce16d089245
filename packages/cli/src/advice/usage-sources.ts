import type { AdminApiTraces } from "@toolcrib/gateway";
import { askAdmin } from "../gateway/ask-admin.ts";
import { readHistoryFile } from "../learning/read-history-file.ts";
import { type UsageData, usageOfHistory, usageOfTraces } from "./usage-data.ts";

/** Where the use of tools is known from. */
export interface UsageSources {
  /** A file of what search learned. */
  readonly history?: string;
  /** The URL of a running gateway. */
  readonly gateway?: string;
  readonly gatewayKeyEnv?: string;
}

const maxTraces = 1_000;

/** Reads how tools were used; undefined if no source is named. */
export async function readUsage({
  history,
  gateway,
  gatewayKeyEnv = "",
}: UsageSources): Promise<UsageData | undefined> {
  if (history !== undefined) return usageOfHistory(await readHistoryFile(history));
  if (gateway === undefined) return undefined;
  const address = { url: gateway, key: process.env[gatewayKeyEnv] };
  return usageOfTraces((await askAdmin(address, `/traces?limit=${maxTraces}`)) as AdminApiTraces);
}
