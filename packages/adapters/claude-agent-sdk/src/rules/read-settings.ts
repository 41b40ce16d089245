import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { QueryOptions } from "./query-options.ts";

/** Settings of Claude Code, as far as they hold rules about tools. */
interface Settings {
  readonly permissions?: Readonly<Record<string, unknown>>;
  readonly hooks?: Readonly<Record<string, readonly { readonly matcher?: unknown }[]>>;
}

/** Settings that a session has, and where they come from. */
export interface SettingsSource {
  /** The option that they are in, or the path of their file. */
  readonly name: string;
  readonly isFile: boolean;
  /** Whether the project brings them: Claude Code lets them allow something only once a person trusts it. */
  readonly isOfProject?: boolean;
  readonly settings: Settings;
}

/** The settings of a session, its files included. What cannot be read is for Claude Code to report. */
export function readSettings(options: QueryOptions): readonly SettingsSource[] {
  const { settings, managedSettings, cwd = process.cwd(), env = process.env, projectConfigRoot = cwd } = options;
  const { settingSources = ["user", "project", "local"] } = options;
  const home = env["CLAUDE_CONFIG_DIR"] ?? join(env["HOME"] ?? homedir(), ".claude");
  const files: Readonly<Record<string, string>> = {
    user: join(home, "settings.json"),
    project: join(projectConfigRoot, ".claude", "settings.json"),
    local: join(cwd, ".claude", "settings.local.json"),
  };
  const isPath = typeof settings === "string" && !settings.trimStart().startsWith("{");
  const ofSources = settingSources.flatMap((source) => {
    const path = Object.hasOwn(files, source) ? files[source] : undefined;
    return path === undefined ? [] : [{ path, isOfProject: source === "project" }];
  });
  const paths = [...ofSources, ...(isPath ? [{ path: resolve(cwd, settings), isOfProject: false }] : [])];
  return [
    ...(isPath ? [] : [{ name: "settings", isFile: false, settings: parsed(settings) }]),
    { name: "managedSettings", isFile: false, settings: parsed(managedSettings) },
    ...paths.map(({ path, isOfProject }) => ({
      name: path,
      isFile: true,
      isOfProject,
      settings: parsed(contentOf(path)),
    })),
  ];
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function parsed(settings: unknown): Settings {
  if (typeof settings !== "string") return isObject(settings) ? settings : {};
  try {
    const value: unknown = JSON.parse(settings);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Settings {
  return typeof value === "object" && value !== null;
}
