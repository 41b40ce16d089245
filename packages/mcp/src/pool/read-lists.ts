import type { ListCaching } from "../lists/list-caching.ts";
import type { ListedTool } from "../lists/pooled-tool.ts";
import { emptyLists, itemsWith, type ListName, type ServerLists } from "../lists/server-lists.ts";
import { readParamHeaders } from "../wire/param-headers.ts";
import type { ListKind } from "./change-subscription.ts";
import type { Connection } from "./connection.ts";
import { type ListRequest, listAllPages, type ReadList } from "./list-all-pages.ts";

const maxWarnings = 3;

/** Options for reading lists. */
export interface ReadOptions {
  readonly server: string;
  readonly timeout: number;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

/** The lists that change together, and the request for each. */
const listsOf: Readonly<Record<ListKind, readonly { name: ListName; method: ListRequest["method"]; key: string }[]>> = {
  tools: [{ name: "tools", method: "tools/list", key: "name" }],
  prompts: [{ name: "prompts", method: "prompts/list", key: "name" }],
  resources: [
    { name: "resources", method: "resources/list", key: "uri" },
    { name: "resourceTemplates", method: "resources/templates/list", key: "uriTemplate" },
  ],
};

/** The lists of a kind. */
export function listNamesOf(kind: ListKind): readonly ListName[] {
  return listsOf[kind].map(({ name }) => name);
}

/** Everything that a server lists. Lists other than tools are empty if they cannot be read. */
export async function readLists(connection: Connection, options: ReadOptions): Promise<ServerLists> {
  const { client } = connection;
  const info = client.getServerVersion();
  const scope = client.getDiscoverResult()?.["cacheScope"] === "public" ? "public" : "private";
  let lists: ServerLists = {
    ...emptyLists,
    title: info?.title ?? info?.name,
    version: info?.version,
    instructions: client.getInstructions(),
    // Its lifetime does not matter, because it is read with each connection.
    caching: { discover: { receivedAt: options.now(), scope } },
  };
  for (const kind of ["tools", "prompts", "resources"] as const) {
    lists = await readKind(lists, kind, connection, options);
  }
  return lists;
}

/** The same lists with those of one kind read again. Throws if there are tools and they cannot be listed. */
export async function readKind(
  lists: ServerLists,
  kind: ListKind,
  connection: Connection,
  options: ReadOptions,
): Promise<ServerLists> {
  const { client } = connection;
  const caching: Partial<Record<ListName | "discover", ListCaching>> = { ...lists.caching };
  const read: Partial<Record<ListName | "tooLarge", readonly unknown[]>> = {};
  for (const { name, method, key } of listsOf[kind]) {
    read[name] = [];
    delete caching[name];
    if (client.getServerCapabilities()?.[kind] === undefined) continue;
    try {
      const list = await listAllPages({ client, ...options, method, field: name });
      const items = itemsWith(list.items, key);
      const tooLarge = itemsWith<Record<string, string>>(list.tooLarge, key).map((item) => String(item[key]));
      warnOf(name, list, tooLarge, options);
      if (kind === "tools") read.tooLarge = tooLarge;
      read[name] =
        kind === "tools" ? items.filter((tool) => isCallable(tool as ListedTool, connection, options)) : items;
      caching[name] = list.caching;
    } catch (error) {
      if (kind === "tools") throw error;
    }
  }
  return { ...lists, ...read, caching } as ServerLists;
}

/** Over HTTP, a tool whose arguments cannot be mirrored as it declares must not be offered; the others are not affected. */
function isCallable(tool: ListedTool, { era, isHttp }: Connection, { warn }: ReadOptions): boolean {
  if (era === "legacy" || !isHttp) return true;
  const headers = readParamHeaders(tool.inputSchema);
  if (!headers.isValid) warn(`its tool ${JSON.stringify(tool.name.slice(0, 100))} is left out: ${headers.problem}`);
  return headers.isValid;
}

function warnOf(list: ListName, { isCut, items }: ReadList, tooLarge: readonly string[], { warn }: ReadOptions): void {
  for (const name of tooLarge.slice(0, maxWarnings)) {
    warn(`its list of ${list} has ${JSON.stringify(name.slice(0, 100))}, which is left out because it is too large`);
  }
  if (tooLarge.length > maxWarnings) warn(`${tooLarge.length - maxWarnings} more of its ${list} are too large`);
  if (isCut) warn(`its list of ${list} is too long: only its first ${items.length} are used`);
}
