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
  const secrets = [
    ...Object.values(config.upstreams ?? {}).flatMap((upstream) => upstreamSecrets(upstream, environment)),
    ...Object.values(config.mcpServers ?? {}).flatMap(serverSecrets),
    environment[config.oidc?.clientSecretEnv ?? ""] ?? "",
    ...secretsInUrl(config.modelDenyList?.url ?? ""),
    ...storeSecrets(config.store ?? "", environment),
    ...(config.skills?.urls ?? []).flatMap(secretsInUrl),
  ];
  return [...secrets, ...secrets.flatMap(formsInBase64)];
}

/** Shorter ones are not recognised, and parts of them would be in any text. */
const minLength = 8;

/**
 * A secret as it occurs within texts in base64, of both alphabets: it depends on how many bytes are before it. Characters that it
 * shares with its neighbours are missing.
 */
function formsInBase64(secret: string): readonly string[] {
  if (secret.length < minLength) return [];
  const forms = ["", "-", "--"].map((before) => {
    const bytes = Buffer.from(before + secret);
    const text = bytes.toString("base64").replace(/=+$/, "");
    const start = before === "" ? 0 : before.length + 1;
    return text.slice(start, bytes.length % 3 === 0 ? undefined : -1);
  });
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

function upstreamSecrets({ url, apiKey, apiKeyEnv, headers, settings }: UpstreamConfig, environment: Environment) {
  return [
    apiKey ?? "",
    (apiKeyEnv === undefined ? undefined : environment[apiKeyEnv]) ?? "",
    ...secretsInUrl(url ?? ""),
    ...secretsInHeaders(headers ?? {}),
    ...secretsInSettings(settings),
  ];
}

/** The name of a database user is no secret, and often a common word. */
function storeSecrets(store: string, { PGPASSWORD = "" }: Environment): readonly string[] {
  const [, name = ""] = /^\w+:\/\/([^\s/?#@:]+)@/.exec(store) ?? [];
  return [...secretsInUrl(store).filter((text) => text !== name), PGPASSWORD];
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
