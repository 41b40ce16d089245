import type { ResolvedConfig } from "@toolcrib/gateway";

/** How to start Claude Code with this gateway: a line for a shell that works as it is printed, as far as everything in it is known. */
export function claudeCodeLine(url: string, config: ResolvedConfig, model: string | undefined): string {
  const variables = {
    // Where the gateway defers tools itself, a search of the client's own would come on top.
    ENABLE_TOOL_SEARCH: injects(config) ? "false" : "true",
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_AUTH_TOKEN: tokenFor(config),
    ANTHROPIC_MODEL: needsModel(config) ? (model ?? "MODEL") : undefined,
  };
  const given = Object.entries(variables).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return [...given.map(([name, value]) => `${name}=${shellWord(value)}`), "claude"].join(" ");
}

/** Whether the client has to name a model of the upstream: its own names are those of Anthropic's API. */
export function needsModel(config: ResolvedConfig): boolean {
  return lastRoute(config)?.upstreamModel === undefined && !isAnthropicApi(config);
}

/** Whether clients need a key of the gateway. */
export function needsKey({ keys, requireKeys, oidc }: ResolvedConfig): boolean {
  return keys.length > 0 || requireKeys || oidc !== undefined;
}

function injects(config: ResolvedConfig): boolean {
  const { inject = config.handling.inject } = lastRoute(config) ?? {};
  return inject !== "off" && !isAnthropicApi(config);
}

/** Claude Code does not start without a token. With Anthropic's API it uses its own login. */
function tokenFor(config: ResolvedConfig): string | undefined {
  if (needsKey(config)) return "YOUR_TOOLCRIB_KEY";
  if (isAnthropicApi(config)) return undefined;
  const { apiKey, apiKeyEnv, url } = upstreamOf(config) ?? {};
  if ((apiKey ?? apiKeyEnv) !== undefined) return "local";
  return isOnThisNetwork(url) ? "local" : "YOUR_KEY";
}

/** The route of every model that no other route has. */
function lastRoute({ routes }: ResolvedConfig): ResolvedConfig["routes"][number] | undefined {
  return routes.find(({ model }) => model === "*");
}

function upstreamOf(config: ResolvedConfig): ResolvedConfig["upstreams"][string] | undefined {
  const [first] = Object.keys(config.upstreams);
  return config.upstreams[lastRoute(config)?.upstream ?? first ?? ""];
}

function isAnthropicApi(config: ResolvedConfig): boolean {
  const { dialect, url } = upstreamOf(config) ?? {};
  return dialect === "anthropic" && url !== undefined && new URL(url).hostname === "api.anthropic.com";
}

/** Whether an upstream is a server of one's own, which asks for no key. */
function isOnThisNetwork(url: string | undefined): boolean {
  const host = url === undefined ? "" : new URL(url).hostname;
  return /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[)|\.(?:local|internal|localhost)$|^[^.]+$/.test(
    host,
  );
}

/** A word as a shell reads it. */
export function shellWord(word: string): string {
  return /^[\w.,:/@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
