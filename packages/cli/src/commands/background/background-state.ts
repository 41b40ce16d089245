import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseJson } from "@toolcrib/shared/json";
import { dataFolder } from "../../servers/data-folder.ts";

/** A gateway that runs in the background. */
export interface BackgroundGateway {
  readonly pid: number;
  readonly url: string;
  readonly startedAt: string;
  /** Where it writes its warnings. */
  readonly log: string;
}

const stateFile = (): string => join(dataFolder(), "serve.json");

/** The file for its output. */
export function logFile(): string {
  return join(dataFolder(), "serve.log");
}

export async function writeBackgroundGateway(gateway: BackgroundGateway): Promise<void> {
  await mkdir(dirname(stateFile()), { recursive: true });
  await writeFile(stateFile(), `${JSON.stringify(gateway, null, 2)}\n`, { mode: 0o600 });
}

/** The gateway that runs in the background; undefined if there is none. */
export async function findBackgroundGateway(): Promise<BackgroundGateway | undefined> {
  const text = await readFile(stateFile(), "utf8").catch(() => "");
  const gateway = parseJson(text) as BackgroundGateway | undefined;
  if (gateway === undefined) return undefined;
  // Another process may have its id by now, so the gateway itself must answer.
  if (isRunning(gateway.pid) && (await answers(gateway.url))) return gateway;
  await rm(stateFile(), { force: true });
  return undefined;
}

/** Whether a process exists. */
export function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

const maxMilliseconds = 5_000;

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(maxMilliseconds) });
    return ((await response.json()) as { readonly status?: unknown }).status !== undefined;
  } catch {
    return false;
  }
}
