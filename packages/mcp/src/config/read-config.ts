import { jsonProblem } from "@toolcrib/core/redaction";
import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { McpError } from "../errors/mcp-error.ts";
import type { VariableSources } from "./expand-variables.ts";
import { findRepeatedKey } from "./find-repeated-key.ts";
import { parseJsonWithComments } from "./parse-json-with-comments.ts";
import { readServerEntry } from "./read-server-entry.ts";
import type { ServerEntry } from "./server-entry.ts";

/** The servers of one or several configs. An invalid entry is reported as a problem and does not affect the others. */
export interface ServerEntries {
  readonly entries: readonly ServerEntry[];
  readonly problems: readonly McpError[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses the text of one config: `.mcp.json`, Claude Desktop, Cursor and `toolcrib.json` (`mcpServers`), VS Code
 * (`servers`, or `mcp.servers` in its settings).
 */
export function readConfigText(text: string, source: string, sources: VariableSources): ServerEntries {
  let value: unknown;
  try {
    value = parseJsonWithComments(text);
  } catch (error) {
    return unreadable(source, "JSON", `invalid JSON: ${jsonProblem(error)}`);
  }
  const { entries, problems } = readConfigValue(value, source, sources);
  const repeated = findRepeatedKey(text);
  if (repeated === undefined) return { entries, problems };
  const { key, first, second } = repeated;
  return { entries, problems: [...problems, new McpError("config_key_twice", { file: source, key, first, second })] };
}

/** The same for a parsed config, such as the `mcpServers` of `toolcrib.json`. */
export function readConfigValue(value: unknown, source: string, sources: VariableSources): ServerEntries {
  if (!isRecord(value)) return unreadable(source, "an object with mcpServers or servers", describeValue(value));
  // Clients keep other settings in the same file; a file without servers is valid.
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

/** Merges the servers of several configs; of two with the same name the first wins. */
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

// It is common, and not a problem, that two clients configure the same server.
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
