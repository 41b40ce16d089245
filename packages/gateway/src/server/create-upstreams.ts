import { shownUrl } from "@toolcrib/core/redaction";
import { isHeaderValue } from "@toolcrib/shared/text";
import type { StartTimer } from "@toolcrib/shared/timers";
import type { UpstreamConfig } from "../config/gateway-config.ts";
import type { ReportProblem } from "../contracts/report-problem.ts";
import type { Upstream } from "../contracts/upstream.ts";
import { upstreamDialects } from "../dialects/upstream-dialects.ts";
import { ConfigError } from "../errors/config-error.ts";

export interface Upstreams {
  readonly byName: ReadonlyMap<string, Upstream>;
  close(): void;
}

export interface CreateUpstreamsOptions {
  /** Holds the keys that configs name by their variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly startTimer?: StartTimer | undefined;
  readonly reportProblem?: ReportProblem | undefined;
  /** Upstreams from the program's options. The caller closes them. */
  readonly added?: readonly Upstream[] | undefined;
}

/** Creates the upstreams of a config, in addition to those from the options. */
export async function createUpstreams(
  configs: Readonly<Record<string, UpstreamConfig>>,
  { environment, startTimer, reportProblem, added = [] }: CreateUpstreamsOptions,
): Promise<Upstreams> {
  const made: Upstream[] = [];
  for (const [name, { dialect: dialectName, ...config }] of Object.entries(configs)) {
    const apiKey = keyOf(name, config, environment);
    const dialect = upstreamDialects.find((known) => known.name === dialectName);
    if (dialect === undefined) throw unknownDialect(name, dialectName);
    checkHeader(config.apiKeyEnv ?? `upstreams.${name}.apiKey`, apiKey);
    for (const [header, value] of Object.entries(config.headers ?? {})) {
      checkHeader(`upstreams.${name}.headers.${header}`, value);
    }
    const url = dialect.needsUrl ? urlOf(name, config) : config.url;
    made.push(await dialect.createUpstream({ ...config, name, url, apiKey, startTimer, reportProblem }));
  }
  const byName = new Map<string, Upstream>();
  for (const upstream of [...made, ...added]) {
    if (byName.has(upstream.name)) throw new ConfigError("duplicate_upstream", { name: upstream.name });
    byName.set(upstream.name, upstream);
  }
  return {
    byName,
    close: () => {
      for (const upstream of made) upstream.close?.();
    },
  };
}

function unknownDialect(upstream: string, received: string): ConfigError {
  return new ConfigError("config_invalid", {
    place: "",
    field: `upstreams.${upstream}.dialect`,
    expected: `one of ${upstreamDialects.map(({ name }) => name).join(", ")}`,
    received: JSON.stringify(received),
  });
}

function keyOf(
  upstream: string,
  { apiKey, apiKeyEnv }: Pick<UpstreamConfig, "apiKey" | "apiKeyEnv">,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (apiKey !== undefined || apiKeyEnv === undefined) return apiKey;
  const key = environment[apiKeyEnv];
  if (key === undefined || key === "") {
    throw new ConfigError("key_missing_in_environment", { upstream, variable: apiKeyEnv });
  }
  return key;
}

/** The error is without the value, which may be a secret. */
function checkHeader(field: string, value = ""): void {
  if (isHeaderValue(value)) return;
  const expected = "a text that an HTTP header can hold";
  throw new ConfigError("config_invalid", { place: "", field, expected, received: "another text" });
}

function urlOf(name: string, { url }: Pick<UpstreamConfig, "url">): string {
  if (url !== undefined && URL.canParse(url) && /^https?:/.test(url)) return url;
  const received = url === undefined ? "nothing" : JSON.stringify(shownUrl(url));
  throw new ConfigError("config_invalid", {
    place: "",
    field: `upstreams.${name}.url`,
    expected: "an http or https URL",
    received,
  });
}
