import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRecord } from "@toolcrib/shared/json";
import { parse } from "jsonc-parser";

/** A value, and where it was read. */
export interface FoundValue {
  readonly value: string;
  readonly source: string;
}

/** What Claude Code's settings say that matters for tool search. */
export interface ClaudeCodeSettings {
  /** The effective value: settings files override the environment. */
  variable(name: string): FoundValue | undefined;
  readonly model: FoundValue | undefined;
  /** Where a rule forbids the search tool. */
  readonly deniesSearchIn: string | undefined;
}

interface SettingsFile {
  readonly path: string;
  readonly env: Readonly<Record<string, unknown>>;
  readonly model: unknown;
  readonly deny: readonly unknown[];
}

/** Reads the settings files of Claude Code, in order of precedence. Missing or invalid files are ignored. */
export async function readClaudeCodeSettings(
  home: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<ClaudeCodeSettings> {
  const paths = [
    join(folder, ".claude", "settings.local.json"),
    join(folder, ".claude", "settings.json"),
    join(home, ".claude", "settings.json"),
  ];
  const files = (await Promise.all(paths.map(readSettingsFile))).filter((file) => file !== undefined);
  const variable = (name: string): FoundValue | undefined => {
    const file = files.find(({ env }) => env[name] !== undefined);
    if (file !== undefined) {
      return { value: String(file.env[name]), source: file.path };
    }
    const value = environment[name];
    return value === undefined ? undefined : { value, source: "the environment" };
  };
  const withModel = files.find(({ model }) => typeof model === "string");
  return {
    variable,
    model: variable("ANTHROPIC_MODEL") ?? (withModel && { value: String(withModel.model), source: withModel.path }),
    deniesSearchIn: files.find(({ deny }) => deny.includes("ToolSearch"))?.path,
  };
}

async function readSettingsFile(path: string): Promise<SettingsFile | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return undefined;
  }
  const settings = asRecord(parse(text));
  const { deny } = asRecord(settings["permissions"]);
  return { path, env: asRecord(settings["env"]), model: settings["model"], deny: Array.isArray(deny) ? deny : [] };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? (value as Record<string, unknown>) : {};
}
