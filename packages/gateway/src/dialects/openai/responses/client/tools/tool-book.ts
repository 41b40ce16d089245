import type { Tool } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import { Lru } from "../../../../../caches/lru.ts";
import { invalid } from "../../../shared/parameter-errors.ts";
import { type ClientTool, isSameTool, listedNames, type ToolNames } from "../../wire/tool-names.ts";
import type { ParsedTools } from "./parse-tools.ts";
import { checkOwnNamespace, type ToolEntry } from "./tool-entries.ts";

const maxKept = 64;
const extensionsOf = oncePer((_tools: readonly Tool[]) => new Lru<string, readonly Tool[]>(maxKept));

/** All tools of a request: those in `tools`, and those that items of the conversation bring. */
export class ToolBook {
  readonly #given: ParsedTools;
  readonly #names: Map<string, ClientTool>;
  /** By name: a later definition replaces an earlier one, and keeps its place. */
  readonly #added = new Map<string, Tool>();

  constructor(given: ParsedTools) {
    this.#given = given;
    this.#names = new Map(given.names);
  }

  get names(): ToolNames {
    return this.#names;
  }

  /** How the client searches, if it does. */
  get search(): ParsedTools["search"] {
    return this.#given.search;
  }

  get servers(): ParsedTools["servers"] {
    return this.#given.servers;
  }

  /** The tools in the inner form. The same tools are the same array, so that what is made of them can be cached. */
  get tools(): readonly Tool[] {
    const { tools } = this.#given;
    if (this.#added.size === 0) return tools;
    const added = [...this.#added.values()];
    const byKey = extensionsOf(tools);
    const key = JSON.stringify(added);
    const known = byKey.get(key) ?? [...tools, ...added];
    byKey.set(key, known);
    return known;
  }

  /** Tools from the beginning of the conversation: they are like those of `tools`. */
  addFirst(entries: readonly ToolEntry[]): void {
    for (const entry of entries) {
      if (!this.#defines(entry)) continue;
      const { tool, client, isDeferred } = entry;
      this.#names.set(tool.name, client);
      this.#added.set(tool.name, isDeferred && this.search !== undefined ? { ...tool, defer_loading: true } : tool);
    }
  }

  /** Tools that an MCP server has listed. Only the gateway has their definitions. */
  addListed(server: string, tools: readonly string[]): readonly string[] {
    const listed = listedNames(server, tools);
    for (const [name, client] of listed) if (!this.#names.has(name)) this.#names.set(name, client);
    return [...listed.keys()];
  }

  /** Tools that an item loads: they are deferred, and found where the item stands. Returns their names. */
  addFound(entries: readonly ToolEntry[]): readonly string[] {
    for (const entry of entries) {
      checkOwnNamespace(entry, this.#names);
      if (!this.#defines(entry)) continue;
      const { tool, client } = entry;
      this.#names.set(tool.name, client);
      this.#added.set(tool.name, { ...tool, defer_loading: true });
    }
    return entries.map(({ tool }) => tool.name);
  }

  /** Whether an entry defines its tool: a later one replaces an earlier one, but none of `tools`. Different tools must have different names. */
  #defines({ tool, client, field }: ToolEntry): boolean {
    const known = this.#names.get(tool.name);
    if (known !== undefined && !isSameTool(known, client)) {
      throw invalid(`${field}.name`, `another tool is already called ${tool.name}`);
    }
    return !this.#given.names.has(tool.name);
  }
}
