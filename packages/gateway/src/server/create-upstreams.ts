import { shownUrl } from "@toolcrib/core/redaction";
import type { StartTimer } from "@toolcrib/shared/timers";
import type { UpstreamConfig } from "../config/gateway-config.ts";
import type { Upstream } from "../contracts/upstream.ts";
import { ConfigError } from "../errors/config-error.ts";
import { createAiSdkUpstream } from "../upstreams/ai-sdk/create-ai-sdk-upstream.ts";
import { type ClosableUpstream, createAnthropicUpstream } from "../upstreams/anthropic/create-anthropic-upstream.ts";

export interface Upstreams {
  readonly byName: ReadonlyMap<string, Upstream>;
  close(): void;
}

export interface CreateUpstreamsOptions {
  /** Holds the keys that configs name by their variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly startTimer?: StartTimer | undefined;
}

/** Makes the upstreams that a config names. */
export async function createUpstreams(
  configs: Readonly<Record<string, UpstreamConfig>>,
  { environment, startTimer }: CreateUpstreamsOptions,
): Promise<Upstreams> {
  const closable: ClosableUpstream[] = [];
  const byName = new Map<string, Upstream>();
  for (const [name, config] of Object.entries(configs)) {
    const apiKey = keyOf(name, config, environment);
    if (config.dialect === "anthropic") {
      const upstream = createAnthropicUpstream({ ...config, name, apiKey, url: urlOf(name, config), startTimer });
      closable.push(upstream);
      byName.set(name, upstream);
    } else {
      const { dialect: _dialect, url: baseUrl, ...settings } = config;
      if (config.dialect === "openai") urlOf(name, config);
      byName.set(name, await createAiSdkUpstream({ ...settings, name, baseUrl, apiKey, startTimer }));
    }
  }
  return {
    byName,
    close: () => {
      for (const upstream of closable) upstream.close();
    },
  };
}

function keyOf(
  upstream: string,
  { apiKey, apiKeyEnv }: UpstreamConfig,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (apiKey !== undefined || apiKeyEnv === undefined) return apiKey;
  const key = environment[apiKeyEnv];
  if (key === undefined || key === "") {
    throw new ConfigError("key_missing_in_environment", { upstream, variable: apiKeyEnv });
  }
  return key;
}

function urlOf(name: string, { url }: UpstreamConfig): string {
  if (url !== undefined && URL.canParse(url) && /^https?:/.test(url)) return url;
  const received = url === undefined ? "nothing" : JSON.stringify(shownUrl(url));
  throw new ConfigError("config_invalid", {
    field: `upstreams.${name}.url`,
    expected: "an http or https URL",
    received,
  });
}
