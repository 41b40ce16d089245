const anthropicHost = "api.anthropic.com";

/**
 * The key for an upstream. Without a variable that the user named, Anthropic's own key is sent to Anthropic alone: a key must not reach a
 * host only because it lies in the environment.
 */
export function upstreamKey(url: string, variable: string | undefined): string | undefined {
  const name = variable ?? (new URL(url).hostname === anthropicHost ? "ANTHROPIC_API_KEY" : undefined);
  return name === undefined ? undefined : process.env[name];
}
