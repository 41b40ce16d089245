import { isDeepStrictEqual } from "node:util";
import { type ConfigPlace, findKeyProblem, foreignKeys } from "@toolcrib/mcp/config";
import type { OwnCommand } from "../../own-package/own-command.ts";
import { type ClientConfig, type RawEntry, readClientConfig, replaceServers } from "./client-config.ts";
import { literalSecretsIn } from "./literal-secrets.ts";

interface KeptServer {
  readonly name: string;
  readonly reason: string;
}

/** What is done to one client's config. */
interface ClientChange {
  readonly place: ConfigPlace;
  /** Servers that go behind the front. */
  readonly moved: readonly string[];
  /** Moved servers that got another name, because a different server has theirs. */
  readonly renamed: readonly { readonly name: string; readonly newName: string }[];
  /** Settings of moved servers that only the client knows: our own config rejects them. */
  readonly leftOut: readonly { readonly name: string; readonly keys: readonly string[] }[];
  /** Moved servers that hold secrets themselves, and where. */
  readonly secrets: readonly { readonly name: string; readonly places: readonly string[] }[];
  /** Servers that stay, and why. */
  readonly kept: readonly KeptServer[];
  readonly before: string;
  readonly after: string;
}

/** What is done to `toolcrib.json` of one scope. */
interface OwnChange {
  readonly path: string;
  /** Null where there is none yet. */
  readonly before: string | null;
  readonly after: string;
  /** Whether one of its servers holds a secret. */
  readonly isPrivate: boolean;
}

/** Everything that `toolcrib init` would do in one scope. */
export interface InitPlan {
  readonly own: OwnChange;
  readonly clients: readonly ClientChange[];
  /** Configs that are not changed, because all of their servers stay. */
  readonly unchanged: readonly { readonly place: ConfigPlace; readonly kept: readonly KeptServer[] }[];
}

export interface InitQuestion {
  readonly configs: readonly ClientConfig[];
  /** `toolcrib.json` of the scope. */
  readonly ownPath: string;
  readonly ownText: string | null;
  readonly ownCommand: OwnCommand;
  readonly frontName: string;
  /** Why git would commit what init writes, by the file: nothing secret may be written there. */
  readonly exposed: ReadonlyMap<string, string>;
}

/** Plans one scope; undefined where no server could be moved. */
export function planInit(question: InitQuestion): InitPlan | undefined {
  const { configs, ownPath, ownText, ownCommand, frontName, exposed } = question;
  const own = ownServers(ownPath, ownText);
  const collected = new Map(own.servers);
  const added: Record<string, unknown> = {};
  const clients: ClientChange[] = [];
  const unchanged: InitPlan["unchanged"][number][] = [];
  for (const config of configs) {
    const exposure = findExposure(config, ownPath, exposed);
    const kept = [...config.servers].flatMap(([name, entry]) => {
      const reason = reasonToStay(entry) ?? (isOwnEntry(entry) ? undefined : exposure(entry));
      return reason === undefined ? [] : [{ name, reason }];
    });
    const staying = new Set(kept.map(({ name }) => name));
    const moved = [...config.servers].filter(([name, entry]) => !staying.has(name) && !isOwnEntry(entry));
    if (moved.length === 0) {
      if (kept.length > 0) unchanged.push({ place: config.place, kept });
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
    const secrets = moved.flatMap(([name, movedEntry]) => {
      const places = literalSecretsIn(withoutForeignKeys(movedEntry));
      return places.length === 0 ? [] : [{ name, places }];
    });
    clients.push({ place: config.place, moved: names, renamed, leftOut, secrets, kept, before: config.text, after });
  }
  if (clients.length + unchanged.length === 0) {
    return undefined;
  }
  const after = replaceServers({ text: ownText ?? "", keyPath: ["mcpServers"] }, [], added);
  const isPrivate = [...collected.values()].some(holdsSecret);
  return {
    own: { path: ownPath, before: ownText, after: after.endsWith("\n") ? after : `${after}\n`, isPrivate },
    clients,
    unchanged,
  };
}

function holdsSecret(entry: RawEntry): boolean {
  return literalSecretsIn(entry).length > 0;
}

/** Why an entry must stay, because git would commit its secret: from our file, or from the copy of a config in which any entry has one. */
function findExposure(
  { place, servers }: ClientConfig,
  ownPath: string,
  exposed: InitQuestion["exposed"],
): (entry: RawEntry) => string | undefined {
  const ofCopy = [...servers.values()].some(holdsSecret) ? exposed.get(place.path) : undefined;
  const ofOwn = exposed.get(ownPath);
  return (entry) => {
    const [first] = literalSecretsIn(entry);
    if (first !== undefined && ofOwn !== undefined) {
      return `it holds a secret (${first}), and ${ofOwn}; put a variable in its place, such as \${TOKEN}`;
    }
    return ofCopy === undefined ? undefined : `the config holds a secret, and of its copy, ${ofCopy}`;
  };
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
