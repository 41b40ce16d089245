import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { jsonProblem } from "@toolcrib/core/redaction";
import { findJsonLine, findRepeatedKey, parseJsonWithComments } from "@toolcrib/mcp/config";
import { parsePlace } from "@toolcrib/store";
import { messagesDialectName } from "../contracts/messages-dialect-name.ts";
import { ConfigError } from "../errors/config-error.ts";
import type { AddedNames } from "./added-names.ts";
import { parseConfig } from "./config-schema.ts";
import type { GatewayConfig, UpstreamConfig } from "./gateway-config.ts";

/** Options from the command line. */
export interface ConfigFlags {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  /** The URL of an upstream. */
  readonly upstream?: string | undefined;
  /** Default: `anthropic`. */
  readonly upstreamDialect?: string | undefined;
  /** The environment variable with the upstream's key. */
  readonly upstreamKeyEnv?: string | undefined;
  readonly loader?: string | undefined;
  readonly inject?: string | undefined;
  readonly serverSearch?: string | undefined;
  /** What compares meanings. */
  readonly embedder?: string | undefined;
  /** Whether texts in other languages are read. */
  readonly languages?: boolean | undefined;
  /** Whether searches learn from calls. */
  readonly learn?: boolean | undefined;
  /** Where data that outlives a request is kept. */
  readonly store?: string | undefined;
  /** The share of conversations without deferral, for a comparison. */
  readonly compare?: number | undefined;
  /** A file with a price table. */
  readonly prices?: string | undefined;
  /** Folders with skills, in addition to those of the file. */
  readonly skills?: readonly string[] | undefined;
}

export interface ConfigSources {
  readonly flags?: ConfigFlags | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** The file to read; without it, only the other sources are used. */
  readonly file?: string | undefined;
  /** Names of loaders and rankers that the program passes to `createGateway`: the config may use them. */
  readonly added?: AddedNames | undefined;
}

const engineVariables = ["ENABLE_TOOL_SEARCH", "DISABLE_EXPERIMENTAL_BETAS", "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS"];

/** Merges the config file, the environment and the flags; flags have the highest precedence, the file the lowest. */
export async function loadConfig({
  flags = {},
  environment = {},
  file,
  added = {},
}: ConfigSources): Promise<GatewayConfig> {
  const fromFile = file === undefined ? {} : withFoldersBeside(file, await parseFile(file, added));
  const given = mergeFlags(flags, {
    host: environment["TOOLCRIB_HOST"],
    port: readPort(environment["TOOLCRIB_PORT"]),
    upstream: environment["TOOLCRIB_UPSTREAM"],
    upstreamDialect: environment["TOOLCRIB_UPSTREAM_DIALECT"],
    upstreamKeyEnv: environment["TOOLCRIB_UPSTREAM_KEY"] === undefined ? undefined : "TOOLCRIB_UPSTREAM_KEY",
    loader: environment["TOOLCRIB_LOADER"],
    inject: environment["TOOLCRIB_INJECT"],
    serverSearch: environment["TOOLCRIB_SERVER_SEARCH"],
    embedder: environment["TOOLCRIB_EMBEDDER"],
    languages: readSwitch(environment["TOOLCRIB_LANGUAGES"]),
    learn: readSwitch(environment["TOOLCRIB_LEARN"]),
    store: environment["TOOLCRIB_STORE"] || undefined,
    compare: readNumber(environment["TOOLCRIB_COMPARE"]),
    prices: environment["TOOLCRIB_PRICES"],
  });
  const { upstream, upstreamDialect, upstreamKeyEnv, embedder, languages, learn, skills = [], ...others } = given;
  const { compare, prices: priceFile, ...rest } = others;
  const prices = priceFile === undefined ? fromFile.prices : (await readPrices(priceFile)).prices;
  const comparison = compare === undefined ? fromFile.comparison : { withoutDeferral: compare };
  const searchFlags = withoutUndefined({ embedder, languages, learn });
  const search = Object.keys(searchFlags).length === 0 ? fromFile.search : { ...fromFile.search, ...searchFlags };
  const config = parseConfig(
    withoutUndefined({
      ...fromFile,
      ...withoutUndefined(rest),
      upstreams: upstreamsOf(),
      search,
      skills: skillsOf(),
      prices,
      comparison,
    }),
    added,
  );
  return { ...config, settings: { ...engineEnvironment(environment), ...config.settings } };

  /** The upstream from the flags comes first, so that it is the default for routes. */
  function upstreamsOf(): Record<string, unknown> | undefined {
    if (upstream === undefined) return fromFile.upstreams;
    const given: Partial<UpstreamConfig> = {
      dialect: upstreamDialect ?? messagesDialectName,
      url: upstream,
      apiKeyEnv: upstreamKeyEnv,
    };
    return { upstream: withoutUndefined(given), ...fromFile.upstreams };
  }

  function skillsOf(): GatewayConfig["skills"] {
    if (skills.length === 0) return fromFile.skills;
    return {
      ...fromFile.skills,
      folders: [...(fromFile.skills?.folders ?? []), ...skills.map((folder) => resolve(folder))],
    };
  }
}

/** Resolves the folders of skills and of the store relative to the config file. */
function withFoldersBeside(file: string, config: GatewayConfig): GatewayConfig {
  const { skills, store } = config;
  const beside = (folder: string): string => resolve(dirname(file), folder);
  return {
    ...config,
    ...(skills?.folders === undefined ? {} : { skills: { ...skills, folders: skills.folders.map(beside) } }),
    ...(store === undefined || parsePlace(store).kind !== "folder" ? {} : { store: beside(store) }),
  };
}

async function parseFile(file: string, added: AddedNames): Promise<GatewayConfig> {
  const { text, value } = await readJsonFile(file);
  return parseConfig(value, added, placeIn(file, text));
}

/** Reads a price table, in the format of `prices` in a config. */
async function readPrices(file: string): Promise<Pick<GatewayConfig, "prices">> {
  const { text, value } = await readJsonFile(file);
  return parseConfig({ prices: value }, {}, (path) => placeIn(file, text)(path.slice(1)));
}

function placeIn(file: string, text: string): (path: readonly PropertyKey[]) => string {
  return (path) => {
    const line = findJsonLine(text, path as (string | number)[]);
    return line === undefined ? ` (${file})` : ` (${file}, line ${line})`;
  };
}

async function readJsonFile(file: string): Promise<{ readonly text: string; readonly value: unknown }> {
  let read: { readonly text: string; readonly value: unknown };
  try {
    const text = await readFile(file, "utf8");
    read = { text, value: parseJsonWithComments(text) };
  } catch (error) {
    throw new ConfigError("config_unreadable", { file, reason: readingProblem(error) });
  }
  const repeated = findRepeatedKey(read.text);
  if (repeated === undefined) return read;
  const { key, first, second } = repeated;
  throw new ConfigError("config_key_twice", { file, key, first, second });
}

function readingProblem(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "no such file";
  if (code === "EISDIR") return "a folder";
  return error instanceof SyntaxError ? `invalid JSON: ${jsonProblem(error)}` : jsonProblem(error);
}

function engineEnvironment(environment: Readonly<Record<string, string | undefined>>): GatewayConfig["settings"] {
  const known = engineVariables.filter((name) => environment[name] !== undefined);
  if (known.length === 0) return {};
  return { environment: Object.fromEntries(known.map((name) => [name, environment[name]])) };
}

function mergeFlags(first: ConfigFlags, second: ConfigFlags): ConfigFlags {
  return { ...second, ...withoutUndefined(first) };
}

function readPort(text: string | undefined): number | undefined {
  return text === undefined || text === "" ? undefined : Number(text);
}

function readNumber(text: string | undefined): number | undefined {
  return text === undefined || text === "" ? undefined : Number(text);
}

function readSwitch(text: string | undefined): boolean | undefined {
  return text === undefined || text === "" ? undefined : text === "1" || text === "true";
}

function withoutUndefined<Part extends object>(part: Part): Part {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Part;
}
