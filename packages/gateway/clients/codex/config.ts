import type { McpServer } from "../frame/mcp-servers.ts";

/** Codex waits for servers that are required; otherwise a turn may begin without their tools. */
export interface CodexServer extends McpServer {
  readonly required?: boolean;
}

export interface CodexConfig {
  readonly model: string;
  readonly gatewayUrl: string;
  readonly servers: Readonly<Record<string, CodexServer>>;
  /** The path of a model catalogue; without one, Codex does not know the model. */
  readonly catalogue?: string | undefined;
  /** How many tokens a conversation may have before Codex compacts it. */
  readonly compactionLimit?: number | undefined;
}

/** The config.toml that a user of the gateway writes. */
export function formatConfig({ model, gatewayUrl, servers, catalogue, compactionLimit }: CodexConfig): string {
  return [
    `model = ${quote(model)}`,
    `model_provider = "toolcrib"`,
    // So that there is thinking to send back.
    `model_reasoning_effort = "high"`,
    ...(catalogue === undefined ? [] : [`model_catalog_json = ${quote(catalogue)}`]),
    ...(compactionLimit === undefined ? [] : [`model_auto_compact_token_limit = ${compactionLimit}`]),
    "check_for_update_on_startup = false",
    "[analytics]",
    "enabled = false",
    "[model_providers.toolcrib]",
    `name = "Toolcrib"`,
    `base_url = ${quote(`${gatewayUrl}/v1`)}`,
    `wire_api = "responses"`,
    `env_key = "TOOLCRIB_KEY"`,
    // A request that fails must not look like one that succeeds at the second attempt.
    "request_max_retries = 0",
    "stream_max_retries = 0",
    ...Object.entries(servers).flatMap(([name, { command, args, env, required = true }]) => [
      `[mcp_servers.${name}]`,
      `required = ${required}`,
      `command = ${quote(command)}`,
      `args = [${args.map(quote).join(", ")}]`,
      `env = { ${Object.entries(env)
        .map(([variable, value]) => `${variable} = ${quote(value)}`)
        .join(", ")} }`,
    ]),
    "",
  ].join("\n");
}

/** JSON strings of plain paths and names are TOML strings too. */
function quote(text: string): string {
  return JSON.stringify(text);
}
