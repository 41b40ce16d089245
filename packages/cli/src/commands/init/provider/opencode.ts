import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isRecord } from "@toolcrib/shared/json";
import { applyEdits, modify } from "jsonc-parser";
import { CommandError } from "../../../errors/command-error.ts";
import { readConfigText } from "../changes/init-steps.ts";
import { layoutOf, parseJsonConfig } from "../changes/json-config.ts";
import { describeChange, type Provider, type ProviderChange, providerName } from "./provider-plan.ts";

/** Adds the gateway to opencode's providers, and makes its model the default. */
export async function planOpencode(provider: Provider, scope: "project" | "user"): Promise<readonly ProviderChange[]> {
  const path = configPath(scope === "project" ? process.cwd() : userFolder());
  const before = await readConfigText(path);
  const config = before === null || before.trim() === "" ? {} : parseJsonConfig(path, before);
  checkShape(path, config);
  const providers = config["provider"];
  const known = isRecord(providers) ? providers[providerName] : undefined;
  const model = `${providerName}/${provider.model}`;
  let after = before === null || before.trim() === "" ? newFile : before;
  for (const [keys, value] of settingsOf(provider, known)) {
    after = applyEdits(after, modify(after, [...keys], value, { formattingOptions: layoutOf(after) }));
  }
  const summary = [
    ...(config["model"] === model ? [] : [describeChange("model", config["model"], model)]),
    `provider.${providerName} ${known === undefined ? "(new)" : "(changed)"}: ${provider.baseUrl}`,
  ];
  return [{ client: "opencode", path, before, after, summary, warnings: findObstacles(config, model) }];
}

/** Settings because of which opencode does not use the gateway, or not for every agent. */
function findObstacles(config: Readonly<Record<string, unknown>>, model: string): readonly string[] {
  const { disabled_providers: disabled, enabled_providers: enabled } = config;
  const name = JSON.stringify(providerName);
  const lists = [
    ...(Array.isArray(disabled) && disabled.includes(providerName)
      ? [`disabled_providers has ${name}, so opencode does not use the gateway: remove it from the list.`]
      : []),
    ...(Array.isArray(enabled) && !enabled.includes(providerName)
      ? [`enabled_providers has no ${name}, so opencode does not use the gateway: add it to the list.`]
      : []),
  ];
  // Modes are what agents were called before.
  const agents = ["agent", "mode"].flatMap((kind) => {
    const entries = isRecord(config[kind]) ? Object.entries(config[kind]) : [];
    return entries.map(([agent, entry]) => ({
      key: `${kind}.${agent}.model`,
      set: isRecord(entry) ? entry["model"] : undefined,
    }));
  });
  const elsewhere = agents.filter(({ set }) => typeof set === "string" && !set.startsWith(`${providerName}/`));
  return [
    ...lists,
    ...elsewhere.map(
      ({ key, set }) =>
        `${key} is ${JSON.stringify(set)}, so this agent does not use the gateway: remove it, or set it to ${JSON.stringify(model)}.`,
    ),
  ];
}

const newFile = '{\n  "$schema": "https://opencode.ai/config.json"\n}\n';

type JsonSetting = readonly [path: readonly string[], value: unknown];

/** A known entry is updated key by key, so that settings of the user in it stay. */
function settingsOf({ baseUrl, model, keyVariable }: Provider, known: unknown): readonly JsonSetting[] {
  const entry = ["provider", providerName];
  const key = keyVariable === undefined ? undefined : `{env:${keyVariable}}`;
  const options = { baseURL: baseUrl, ...(key !== undefined && { apiKey: key }) };
  const whole = { npm: "@ai-sdk/openai-compatible", name: "Toolcrib", options, models: { [model]: { name: model } } };
  if (!isRecord(known)) {
    return [
      [entry, whole],
      [["model"], `${providerName}/${model}`],
    ];
  }
  const models = isRecord(known["models"]) ? known["models"] : {};
  return [
    [[...entry, "npm"], whole.npm],
    ...Object.entries(options).map(([name, value]): JsonSetting => [[...entry, "options", name], value]),
    ...(Object.hasOwn(models, model) ? [] : [[[...entry, "models", model], { name: model }] as const]),
    [["model"], `${providerName}/${model}`],
  ];
}

function checkShape(file: string, config: unknown): asserts config is Record<string, unknown> {
  const places: readonly (readonly string[])[] = [
    [],
    ["provider"],
    ["provider", providerName],
    ["provider", providerName, "options"],
    ["provider", providerName, "models"],
  ];
  for (const keys of places) {
    const value = keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), config);
    if (value !== undefined && !isRecord(value)) {
      const expected = `an object${keys.length === 0 ? "" : ` at ${keys.join(".")}`}`;
      throw new CommandError("client_config_invalid", { file, expected, received: "another value" });
    }
  }
}

/** opencode reads both files, and the one with comments has the last word. */
function configPath(folder: string): string {
  const withComments = join(folder, "opencode.jsonc");
  return existsSync(withComments) ? withComments : join(folder, "opencode.json");
}

function userFolder(): string {
  return join(process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "opencode");
}
