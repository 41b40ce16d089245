import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import type { VariableSources } from "./expand-variables.ts";
import { mergeServerEntries, readConfigText, type ServerEntries } from "./read-config.ts";

/**
 * Reads config files in the given order; on a conflict the earlier file wins. Reports an unreadable file as a problem.
 */
export async function readConfigFiles(
  paths: readonly string[],
  sources: Partial<VariableSources> = {},
): Promise<ServerEntries> {
  const configs = await Promise.all(
    paths.map(async (path): Promise<ServerEntries> => {
      let text: string;
      try {
        text = await readFile(path, "utf8");
      } catch (error) {
        const details = { file: path, expected: "a file that can be read", received: reasonOf(error) };
        return { entries: [], problems: [new McpError("config_unreadable", details)] };
      }
      return readConfigText(text, path, {
        environment: process.env,
        home: homedir(),
        workspaceFolder: workspaceOf(path),
        ...sources,
      });
    }),
  );
  return mergeServerEntries(configs);
}

// Editors keep the file in their own folder inside the workspace.
function workspaceOf(path: string): string {
  const folder = dirname(path);
  return /[\\/]\.(vscode|cursor)$/.test(folder) ? dirname(folder) : folder;
}
