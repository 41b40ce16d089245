import { homedir } from "node:os";
import { join } from "node:path";
import { isRecord } from "@toolcrib/shared/json";
import { readConfigText } from "../changes/init-steps.ts";
import { createCatalogue } from "./codex-catalogue.ts";
import { parseTomlConfig, setTomlStrings } from "./edit-toml.ts";
import { describeChange, type Provider, type ProviderChange, providerName, type Setting } from "./provider-plan.ts";

const entry = ["model_providers", providerName];

/** Makes the gateway Codex's provider. Codex takes providers from the user's config only, not from a project's. */
export async function planCodex(provider: Provider, ownSearch: boolean): Promise<readonly ProviderChange[]> {
  const folder = process.env["CODEX_HOME"] || join(homedir(), ".codex");
  const path = join(folder, "config.toml");
  const before = await readConfigText(path);
  const config = parseTomlConfig(path, before ?? "");
  const cataloguePath = join(folder, "toolcrib-models.json");
  const catalogue = ownSearch ? await planCatalogue(cataloguePath, provider.model) : undefined;
  // Without --own-search the gateway searches, also after an earlier run with it.
  const isLeft = !ownSearch && config["model_catalog_json"] === cataloguePath;
  const settings = [
    ...settingsOf(provider, catalogue?.path),
    ...(isLeft ? [{ path: ["model_catalog_json"], value: undefined }] : []),
  ];
  const after = setTomlStrings(path, before ?? "", settings);
  const summary = describeSettings(config, settings, provider);
  const warnings = overridingProfile(config, provider);
  return [...(catalogue === undefined ? [] : [catalogue]), { client: "codex", path, before, after, summary, warnings }];
}

/** Settings of the selected profile come before those that we write. */
function overridingProfile(config: Readonly<Record<string, unknown>>, { model }: Provider): readonly string[] {
  const { profile, profiles } = config;
  if (typeof profile !== "string" || !isRecord(profiles)) return [];
  const selected = profiles[profile];
  if (!isRecord(selected)) return [];
  const wanted = { model_provider: providerName, model };
  const overriding = Object.entries(wanted).filter(
    ([key, value]) => selected[key] !== undefined && selected[key] !== value,
  );
  return overriding.map(
    ([key, value]) =>
      `The profile ${JSON.stringify(profile)} is selected and sets ${key} = ${JSON.stringify(selected[key])}, so Codex does not use ` +
      `${JSON.stringify(value)}: remove that line from [profiles.${profile}], or the line that selects the profile.`,
  );
}

function settingsOf({ baseUrl, model, keyVariable }: Provider, catalogue: string | undefined): readonly Setting[] {
  return [
    { path: ["model"], value: model },
    { path: ["model_provider"], value: providerName },
    ...(catalogue === undefined ? [] : [{ path: ["model_catalog_json"], value: catalogue }]),
    { path: [...entry, "name"], value: "Toolcrib" },
    { path: [...entry, "base_url"], value: baseUrl },
    { path: [...entry, "wire_api"], value: "responses" },
    // Codex refuses to start if the variable is missing, so it is named only if there is a key.
    ...(keyVariable === undefined ? [] : [{ path: [...entry, "env_key"], value: keyVariable }]),
  ];
}

function describeSettings(
  config: Readonly<Record<string, unknown>>,
  settings: readonly Setting[],
  { baseUrl }: Provider,
): readonly string[] {
  const valueAt = (path: readonly string[]): unknown =>
    path.reduce<unknown>((table, key) => (isRecord(table) ? table[key] : undefined), config);
  const changed = settings.filter(({ path, value }) => valueAt(path) !== value);
  const hasEntry = changed.some(({ path }) => path.length > 1);
  const state = valueAt(entry) === undefined ? "new" : "changed";
  return [
    ...changed
      .filter(({ path }) => path.length === 1)
      .map(({ path: [key = ""], value }) => describeChange(key, config[key], value)),
    ...(hasEntry ? [`[${entry.join(".")}] (${state}): ${baseUrl}`] : []),
  ];
}

async function planCatalogue(path: string, model: string): Promise<ProviderChange> {
  const before = await readConfigText(path);
  const after = await createCatalogue(model);
  return { client: "codex", path, before, after, summary: [`${model}: Codex searches its MCP tools itself`] };
}
