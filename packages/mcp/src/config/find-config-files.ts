import { posix, win32 } from "node:path";

/** The machine properties that config locations depend on. */
export interface ConfigPlaces {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** `APPDATA` and `XDG_CONFIG_HOME` are read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder in which project configs are searched. */
  readonly workingFolder: string;
}

/** A place where a client stores its MCP servers; the file may not exist. */
export interface ConfigPlace {
  readonly client: "toolcrib" | "claude-code" | "claude-desktop" | "cursor" | "vscode" | "windsurf";
  /** `project`: for one folder. `user`: for everything. */
  readonly scope: "project" | "user";
  readonly path: string;
}

/** The usual locations of MCP configs, project before user, in order of precedence. */
export function findConfigFiles({ platform, home, environment, workingFolder }: ConfigPlaces): readonly ConfigPlace[] {
  const path = platform === "win32" ? win32 : posix;
  const join = (...parts: string[]): string => path.join(...parts);
  const settings = settingsFolder();
  return [
    { client: "toolcrib", scope: "project", path: join(workingFolder, "toolcrib.json") },
    { client: "claude-code", scope: "project", path: join(workingFolder, ".mcp.json") },
    { client: "cursor", scope: "project", path: join(workingFolder, ".cursor", "mcp.json") },
    { client: "vscode", scope: "project", path: join(workingFolder, ".vscode", "mcp.json") },
    { client: "claude-code", scope: "user", path: join(home, ".claude.json") },
    { client: "claude-desktop", scope: "user", path: join(settings, "Claude", "claude_desktop_config.json") },
    { client: "cursor", scope: "user", path: join(home, ".cursor", "mcp.json") },
    { client: "vscode", scope: "user", path: join(settings, "Code", "User", "mcp.json") },
    { client: "windsurf", scope: "user", path: join(home, ".codeium", "windsurf", "mcp_config.json") },
  ];

  function settingsFolder(): string {
    if (platform === "win32") return environment["APPDATA"] ?? join(home, "AppData", "Roaming");
    if (platform === "darwin") return join(home, "Library", "Application Support");
    return environment["XDG_CONFIG_HOME"] ?? join(home, ".config");
  }
}
