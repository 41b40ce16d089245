import {
  secretsInArguments,
  secretsInEnvironment,
  secretsInHeaders,
  secretsInSettings,
  secretsInUrl,
} from "@toolcrib/core/redaction";
import type { GatewayConfig, UpstreamConfig } from "../config/gateway-config.ts";
import { textsIn } from "./texts-in.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** All secrets in a config: keys, passwords, headers and queries, including those from the environment. */
export function configSecrets(config: GatewayConfig, environment: Environment = {}): readonly string[] {
  return [
    ...Object.values(config.upstreams ?? {}).flatMap((upstream) => upstreamSecrets(upstream, environment)),
    ...Object.values(config.mcpServers ?? {}).flatMap(serverSecrets),
    environment[config.oidc?.clientSecretEnv ?? ""] ?? "",
    ...secretsInUrl(config.modelDenyList?.url ?? ""),
    ...storeSecrets(config.store ?? "", environment),
    ...(config.skills?.urls ?? []).flatMap(secretsInUrl),
  ];
}

function upstreamSecrets({ url, apiKey, apiKeyEnv, headers, settings }: UpstreamConfig, environment: Environment) {
  return [
    apiKey ?? "",
    (apiKeyEnv === undefined ? undefined : environment[apiKeyEnv]) ?? "",
    ...urlSecrets(url ?? ""),
    ...secretsInHeaders(headers ?? {}),
    ...secretsInSettings(settings),
  ];
}

/** The name of a database user is no secret, and often a common word. */
function storeSecrets(store: string, { PGPASSWORD = "" }: Environment): readonly string[] {
  const [, name = ""] = /^\w+:\/\/([^\s/?#@:]+)@/.exec(store) ?? [];
  return [...secretsInUrl(store).filter((text) => text !== name), PGPASSWORD];
}

/** The credentials in a URL are sent as a header, which an upstream may quote. */
function urlSecrets(url: string): readonly string[] {
  const found = secretsInUrl(url);
  return [...found, ...found.map((text) => Buffer.from(text).toString("base64"))];
}

/** As written in the config; the code that starts the servers knows more. */
function serverSecrets(server: unknown): readonly string[] {
  if (typeof server !== "object" || server === null) return [];
  const { env, headers, args, url, ...others } = server as Readonly<Record<string, unknown>>;
  return [
    ...secretsInEnvironment(textsIn(env)),
    ...secretsInHeaders(textsIn(headers)),
    ...secretsInArguments(Array.isArray(args) ? args.filter((word) => typeof word === "string") : []),
    ...(typeof url === "string" ? secretsInUrl(url) : []),
    ...secretsInSettings(others),
  ];
}
