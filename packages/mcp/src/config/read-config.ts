import { jsonProblem } from "@toolcrib/core/redaction";
import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { McpError } from "../errors/mcp-error.ts";
import type { VariableSources } from "./expand-variables.ts";
import { parseJsonWithComments } from "./parse-json-with-comments.ts";
import { readServerEntry } from "./read-server-entry.ts";
import type { ServerEntry } from "./server-entry.ts";

/** The servers of one or several configs. What is wrong with one entry is a problem and does not stop the others. */
export interface ServerEntries {
  readonly entries: readonly ServerEntry[];
  readonly problems: readonly McpError[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the text of one config: `.mcp.json`, Claude Desktop, Cursor and `toolcrib.json` (`mcpServers`), VS Code (`servers`, or `mcp.servers`
 * in its settings).
 */
export function readConfigText(text: string, source: string, sources: VariableSources): ServerEntries {
  let value: unknown;
  try {
    value = parseJsonWithComments(text);
  } catch (error) {
    return unreadable(source, "JSON", jsonProblem(error));
  }
  return readConfigValue(value, source, sources);
}

/** The same for a config that is parsed already, such as the `mcpServers` of `toolcrib.json`. */
export function readConfigValue(value: unknown, source: string, sources: VariableSources): ServerEntries {
  if (!isRecord(value)) return unreadable(source, "an object with mcpServers or servers", describeValue(value));
  // Clients keep other settings in the same file; one without servers is no mistake.
  const servers = serversIn(value) ?? {};
  if (!isRecord(servers)) return unreadable(source, "the servers to be an object by name", describeValue(servers));
  const entries: ServerEntry[] = [];
  const problems: McpError[] = [];
  for (const [name, entry] of Object.entries(servers)) {
    try {
      entries.push(readServerEntry(name, entry, source, sources));
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      problems.push(error);
    }
  }
  return { entries, problems };
}

/** Puts the servers of several configs into one list; of two with the same name the first counts. */
export function mergeServerEntries(configs: readonly ServerEntries[]): ServerEntries {
  const byName = new Map<string, ServerEntry>();
  const problems: McpError[] = [];
  for (const { entries, problems: found } of configs) {
    problems.push(...found);
    for (const entry of entries) {
      const first = byName.get(entry.name);
      if (first === undefined) byName.set(entry.name, entry);
      else if (!isSameServer(first, entry)) {
        problems.push(
          new McpError("duplicate_server", { server: entry.name, first: first.source, second: entry.source }),
        );
      }
    }
  }
  return { entries: [...byName.values()], problems };
}

// The same server in the configs of two clients is the usual case, and no problem.
function isSameServer(first: ServerEntry, second: ServerEntry): boolean {
  return JSON.stringify({ ...first, source: "" }) === JSON.stringify({ ...second, source: "" });
}

function serversIn(value: Fields): unknown {
  const nested = value["mcp"];
  return value["mcpServers"] ?? value["servers"] ?? (isRecord(nested) ? nested["servers"] : value["mcp.servers"]);
}

function unreadable(file: string, expected: string, received: string): ServerEntries {
  return { entries: [], problems: [new McpError("config_unreadable", { file, expected, received })] };
}
