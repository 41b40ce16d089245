import type { ConfigPlace } from "@toolcrib/mcp/config";
import { isRecord } from "@toolcrib/shared/json";
import { applyEdits, modify } from "jsonc-parser";
import { layoutOf, parseJsonConfig } from "./changes/json-config.ts";

/** A server entry as written in a config: variables are not expanded, so that their values are written nowhere. */
export type RawEntry = Readonly<Record<string, unknown>>;

/** A client's config with its servers. */
export interface ClientConfig {
  readonly place: ConfigPlace;
  readonly text: string;
  /** The path of the servers: `mcpServers`, `servers`, or `mcp.servers`. */
  readonly keyPath: readonly string[];
  readonly servers: ReadonlyMap<string, RawEntry>;
}

const keyPaths: readonly (readonly string[])[] = [["mcpServers"], ["servers"], ["mcp", "servers"]];

/** Reads a config; undefined if it has no servers. */
export function readClientConfig(place: ConfigPlace, text: string): ClientConfig | undefined {
  const value = text.trim() === "" ? undefined : parseJsonConfig(place.path, text);
  for (const keyPath of keyPaths) {
    const servers = keyPath.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
    if (isRecord(servers)) {
      const entries = Object.entries(servers).filter((entry): entry is [string, RawEntry] => isRecord(entry[1]));
      return { place, text, keyPath, servers: new Map(entries) };
    }
  }
  return undefined;
}

const loneComma = /\r?\n?[ \t]*(?<=[{\n][ \t\r]*),[ \t]*(?=\s*\})/;

/** Removes and adds servers; keeps comments and layout. */
export function replaceServers(
  { text, keyPath }: Pick<ClientConfig, "text" | "keyPath">,
  removed: readonly string[],
  added: Readonly<Record<string, unknown>>,
): string {
  const formattingOptions = layoutOf(text);
  let changed = text.trim() === "" ? "{}\n" : text;
  for (const name of removed) {
    changed = applyEdits(changed, modify(changed, [...keyPath, name], undefined, { formattingOptions }));
  }
  // Behind the last entry, a trailing comma stays on a line of its own.
  if (removed.length > 0 && !loneComma.test(text)) changed = changed.replace(loneComma, "");
  for (const [name, entry] of Object.entries(added)) {
    changed = applyEdits(changed, modify(changed, [...keyPath, name], entry, { formattingOptions }));
  }
  return changed;
}
