import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from "@ai-sdk/provider";
import { describeValue } from "@toolcrib/shared/errors";
import { compareNames } from "@toolcrib/shared/names";
import { ConfigError } from "../../../errors/config-error.ts";
import { limitedFetch } from "./limited-fetch.ts";
import { compatiblePackage, compatibleProviderName, isOpenAi } from "./provider-traits.ts";

/** A model of any specification version that the installed package supports. */
export type AnyLanguageModel = LanguageModelV2 | LanguageModelV3 | LanguageModelV4;

/** Returns the model with a given name. */
export type ModelSource = (modelId: string) => AnyLanguageModel;

export interface ProviderSettings {
  readonly package: string;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** More settings for the provider's factory, such as `region` or `resourceName`. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

/** Imports a package by name; tests inject their own. */
export type ImportPackage = (packageName: string) => Promise<Readonly<Record<string, unknown>>>;

type Factory = (settings: Readonly<Record<string, unknown>>) => unknown;

/** Loads a provider package and creates the provider. */
export async function loadProvider(
  settings: ProviderSettings,
  importPackage: ImportPackage = importInstalled,
): Promise<ModelSource> {
  if (settings.package === compatiblePackage) requireBaseUrl(settings);
  const exports = await importPackage(settings.package).catch((cause: unknown) => {
    throw new ConfigError(
      "provider_package_missing",
      { package: settings.package, reason: reasonOf(cause) },
      { cause },
    );
  });
  if (settings.package === compatiblePackage) return compatibleProvider(settings, exports as CompatiblePackage);
  const provider = factoryOf(settings.package, exports)(factorySettings(settings)) as Provider;
  const source = provider.languageModel ?? provider;
  if (typeof source !== "function") throw unusable(settings.package, "a provider", provider);
  return (modelId) => source.call(provider, modelId) as AnyLanguageModel;
}

interface Provider {
  readonly languageModel?: (modelId: string) => unknown;
  call(thisArgument: unknown, modelId: string): unknown;
}

type CompatiblePackage = typeof import("@ai-sdk/openai-compatible");

function requireBaseUrl({ baseUrl }: ProviderSettings): void {
  if (baseUrl !== undefined) return;
  throw new ConfigError("provider_package_unusable", {
    package: compatiblePackage,
    expected: "a base URL",
    received: "none",
  });
}

function compatibleProvider(settings: ProviderSettings, { createOpenAICompatible }: CompatiblePackage): ModelSource {
  const provider = createOpenAICompatible({
    ...(factorySettings(settings) as { baseURL: string }),
    name: compatibleProviderName,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(isOpenAi(settings.baseUrl ?? "") ? { transformRequestBody: withCompletionTokens } : {}),
  });
  return (modelId) => provider.chatModel(modelId);
}

function withCompletionTokens({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}

/** A redirect would send the conversation to an address that nobody configured. */
export const fetchHere: typeof globalThis.fetch = (input, init) =>
  globalThis.fetch(input, { ...init, redirect: "error" });

function factorySettings({
  baseUrl,
  apiKey,
  headers,
  fetch = fetchHere,
  settings,
}: ProviderSettings): Record<string, unknown> {
  return {
    ...settings,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(headers === undefined ? {} : { headers }),
    // Responses are limited before the package reads them.
    fetch: limitedFetch(fetch),
  };
}

/** Provider packages export `createName`; if there are several, take the one closest to the package's name. */
function factoryOf(packageName: string, exports: Readonly<Record<string, unknown>>): Factory {
  const names = Object.keys(exports).filter((name) => /^create[A-Z]/.test(name) && typeof exports[name] === "function");
  const wanted = `create${packageName.split("/").at(-1) ?? ""}`.replace(/[^a-z0-9]|provider$/gi, "").toLowerCase();
  const [nearest] = names.sort(
    (one, other) =>
      Number(other.toLowerCase() === wanted) - Number(one.toLowerCase() === wanted) ||
      one.length - other.length ||
      compareNames(one, other),
  );
  if (nearest === undefined) throw unusable(packageName, "an export called create…", Object.keys(exports).join(", "));
  return exports[nearest] as Factory;
}

async function importInstalled(packageName: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(packageName)) as Record<string, unknown>;
  } catch (error) {
    if ((error as { code?: string }).code !== "ERR_MODULE_NOT_FOUND") throw error;
    // The package may be installed next to the config and not next to the gateway, as with a global `toolcrib`.
    const here = createRequire(join(process.cwd(), "package.json"));
    return (await import(pathToFileURL(here.resolve(packageName)).href)) as Record<string, unknown>;
  }
}

function unusable(packageName: string, expected: string, received: unknown): ConfigError {
  return new ConfigError("provider_package_unusable", {
    package: packageName,
    expected,
    received: describeValue(received),
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : describeValue(error);
}
