import { isDeepStrictEqual } from "node:util";
import { type ConfigPlace, findKeyProblem, foreignKeys } from "@toolcrib/mcp/config";
import type { OwnCommand } from "../../own-package/own-command.ts";
import { type ClientConfig, type RawEntry, readClientConfig, replaceServers } from "./client-config.ts";

/** What is done to one client's config. */
interface ClientChange {
  readonly place: ConfigPlace;
  /** Servers that go behind the front. */
  readonly moved: readonly string[];
  /** Moved servers that got another name, because a different server has theirs. */
  readonly renamed: readonly { readonly name: string; readonly newName: string }[];
  /** Settings of moved servers that only the client knows: our own config rejects them. */
  readonly leftOut: readonly { readonly name: string; readonly keys: readonly string[] }[];
  /** Servers that stay, and why. */
  readonly kept: readonly { readonly name: string; readonly reason: string }[];
  readonly before: string;
  readonly after: string;
}

/** What is done to `toolcrib.json` of one scope. */
interface OwnChange {
  readonly path: string;
  /** Null where there is none yet. */
  readonly before: string | null;
  readonly after: string;
}

/** Everything that `toolcrib init` would do in one scope. */
export interface InitPlan {
  readonly own: OwnChange;
  readonly clients: readonly ClientChange[];
}

export interface InitQuestion {
  readonly configs: readonly ClientConfig[];
  /** `toolcrib.json` of the scope. */
  readonly ownPath: string;
  readonly ownText: string | null;
  readonly ownCommand: OwnCommand;
  readonly frontName: string;
}

/** Plans one scope; undefined where there is nothing to move. */
export function planInit({ configs, ownPath, ownText, ownCommand, frontName }: InitQuestion): InitPlan | undefined {
  const own = ownServers(ownPath, ownText);
  const collected = new Map(own.servers);
  const added: Record<string, unknown> = {};
  const clients: ClientChange[] = [];
  for (const config of configs) {
    const kept = [...config.servers].flatMap(([name, entry]) => {
      const reason = reasonToStay(entry);
      return reason === undefined ? [] : [{ name, reason }];
    });
    const staying = new Set(kept.map(({ name }) => name));
    const moved = [...config.servers].filter(([name, entry]) => !staying.has(name) && !isOwnEntry(entry));
    if (moved.length === 0) {
      continue;
    }
    const renamed: { name: string; newName: string }[] = [];
    for (const [name, clientEntry] of moved) {
      const entry = withoutForeignKeys(clientEntry);
      const ownName = freeName(collected, name, entry, config.place.client);
      if (ownName !== name) renamed.push({ name, newName: ownName });
      if (!collected.has(ownName)) {
        collected.set(ownName, entry);
        added[ownName] = entry;
      }
    }
    const names = moved.map(([name]) => name);
    const entry = frontEntry(config, ownCommand, ownPath);
    const after = replaceServers(config, names, { [frontName]: entry });
    const leftOut = moved
      .map(([name, movedEntry]) => ({ name, keys: foreignKeys(movedEntry) }))
      .filter(({ keys }) => keys.length > 0);
    clients.push({ place: config.place, moved: names, renamed, leftOut, kept, before: config.text, after });
  }
  if (clients.length === 0) {
    return undefined;
  }
  const after = replaceServers({ text: ownText ?? "", keyPath: ["mcpServers"] }, [], added);
  return { own: { path: ownPath, before: ownText, after: after.endsWith("\n") ? after : `${after}\n` }, clients };
}

function ownServers(path: string, text: string | null): Pick<ClientConfig, "servers"> {
  const place: ConfigPlace = { client: "toolcrib", scope: "project", path };
  return (text === null ? undefined : readClientConfig(place, text)) ?? { servers: new Map() };
}

function withoutForeignKeys(entry: RawEntry): RawEntry {
  const foreign = new Set(foreignKeys(entry));
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !foreign.has(key)));
}

/** What only the client itself can fill in must stay with it, and so must what is probably a mistyped restriction. */
function reasonToStay(entry: RawEntry): string | undefined {
  const wrongKey = findKeyProblem(entry, "client");
  if (wrongKey !== undefined) {
    return `it has ${wrongKey.received} where ${wrongKey.expected} is expected`;
  }
  return JSON.stringify(entry).includes(`\${input:`)
    ? "it asks for an input that only the editor can ask for"
    : undefined;
}

/** Whether the entry starts this command already. */
function isOwnEntry({ command, args }: RawEntry): boolean {
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
  return words.some((word, index) => /(^|[\\/])toolcrib(\.js|\.cmd)?$/.test(word) && words[index + 1] === "mcp");
}

/** The same entry in two clients is one server; another one under the same name gets the client's name behind it. */
function freeName(collected: ReadonlyMap<string, RawEntry>, name: string, entry: RawEntry, client: string): string {
  const isFree = (candidate: string): boolean => {
    const there = collected.get(candidate);
    return there === undefined || isDeepStrictEqual(there, entry);
  };
  let candidate = name;
  for (let number = 1; !isFree(candidate); number++) {
    candidate = number === 1 ? `${name}-${client}` : `${name}-${client}-${number}`;
  }
  return candidate;
}

function frontEntry({ place, keyPath }: ClientConfig, { command, args }: OwnCommand, ownPath: string): RawEntry {
  const entry = { command, args: [...args, "mcp", "--config", configArgument(place, ownPath)] };
  return keyPath.at(-1) === "servers" ? { type: "stdio", ...entry } : entry;
}

/** In a project, a path that holds on every machine. */
function configArgument({ client, scope }: ConfigPlace, ownPath: string): string {
  if (scope === "user") {
    return ownPath;
  }
  return client === "claude-code" ? "toolcrib.json" : `\${workspaceFolder}/toolcrib.json`;
}
