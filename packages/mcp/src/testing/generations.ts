import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { RemoteServerEntry, ServerEntry, StdioServerEntry } from "../config/server-entry.ts";
import { scriptedEntry } from "./scripted-entry.ts";

/** The older protocol versions, each with the SDK of its time. */
export const legacySdks = {
  "2024-11-05": "mcp-sdk-2024-11-05",
  "2025-03-26": "mcp-sdk-2025-03-26",
  "2025-06-18": "mcp-sdk-2025-06-18",
  "2025-11-25": "@modelcontextprotocol/sdk",
} as const;

export type LegacyVersion = keyof typeof legacySdks;

const programs = {
  legacy: fileURLToPath(new URL("./legacy-server.mjs", import.meta.url)),
  modern: fileURLToPath(new URL("./modern-server.mjs", import.meta.url)),
  front: fileURLToPath(new URL("./stdio-front.mjs", import.meta.url)),
};

/** An older-protocol server as a process. */
export function legacyEntry(version: LegacyVersion, name = "old"): StdioServerEntry {
  return { ...scriptedEntry(name), args: [programs.legacy, legacySdks[version]], env: {} };
}

/** A 2026 protocol server as a process. */
export function modernEntry(settings: Readonly<Record<string, unknown>> = {}, name = "new"): StdioServerEntry {
  return { ...scriptedEntry(name, settings), args: [programs.modern] };
}

/** An entry for a server at a URL. */
export function remoteEntry(
  url: string,
  name = "far",
  headers: Readonly<Record<string, string>> = {},
): RemoteServerEntry {
  const common = { name, source: "test", disabled: false, alwaysLoad: false, policy: [] };
  return { ...common, transport: "http", url, headers };
}

/** A server program that listens on a local port. */
export async function startRemote(
  entry: StdioServerEntry,
  path = "/mcp",
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const child = spawn(entry.command, entry.args, {
    env: { ...process.env, ...entry.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, "line")) as [string];
  return {
    url: `http://127.0.0.1:${line.replace("port ", "")}${path}`,
    async close() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** An older-protocol server over HTTP; the oldest supports SSE only. */
export function legacyRemote(version: LegacyVersion): ReturnType<typeof startRemote> {
  const entry = legacyEntry(version);
  const isOldest = version === "2024-11-05";
  return startRemote({ ...entry, args: [...entry.args, isOldest ? "sse" : "http"] }, isOldest ? "/sse" : "/mcp");
}

/** A 2026 protocol server over HTTP. */
export function modernRemote(settings: Readonly<Record<string, unknown>> = {}): ReturnType<typeof startRemote> {
  return startRemote(modernEntry({ ...settings, isHttp: true }));
}

/** How a client starts the front as a process. */
export function frontCommand(
  entries: readonly ServerEntry[],
  clientCapabilities: object = {},
): { readonly command: string; readonly args: string[]; readonly env: Record<string, string> } {
  return {
    command: process.execPath,
    args: [programs.front],
    env: {
      PATH: process.env["PATH"] ?? "",
      ENTRIES: JSON.stringify(entries),
      CAPABILITIES: JSON.stringify(clientCapabilities),
    },
  };
}
