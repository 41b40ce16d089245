import { readParamHeaders } from "../wire/param-headers.ts";
import type { Connection } from "./connection.ts";
import { type ListRequest, listAllPages } from "./list-all-pages.ts";
import type { ListCaching } from "./list-caching.ts";
import type { ListedTool } from "./pooled-tool.ts";
import type { ListName, ServerLists } from "./server-lists.ts";
import { itemsWith, type ListedPrompt, type ListedResource, type ListedResourceTemplate } from "./server-lists.ts";

/** How lists are read. */
export interface ReadOptions {
  readonly server: string;
  readonly timeout: number;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

interface ReadList<Item> {
  readonly items: readonly Item[];
  /** Undefined where the server does not offer the list. */
  readonly caching: ListCaching | undefined;
}

const nothing: ReadList<never> = { items: [], caching: undefined };

/** The tools of a server. */
export async function readTools(connection: Connection, options: ReadOptions): Promise<ReadList<ListedTool>> {
  const { client } = connection;
  if (client.getServerCapabilities()?.tools === undefined) return nothing;
  const { items, caching } = await listAllPages({ client, ...options, method: "tools/list", field: "tools" });
  const tools = itemsWith<ListedTool>(items, "name");
  return { items: tools.filter((tool) => isCallable(tool, connection, options)), caching };
}

/** Everything that a server lists; what beside the tools cannot be listed is empty. */
export async function readLists(connection: Connection, options: ReadOptions): Promise<ServerLists> {
  const { client } = connection;
  const { prompts, resources } = client.getServerCapabilities() ?? {};
  const list = async <Item>(
    isOffered: boolean,
    method: ListRequest["method"],
    field: string,
    key: string,
  ): Promise<ReadList<Item>> => {
    if (!isOffered) return nothing;
    try {
      const { items, caching } = await listAllPages({ client, ...options, method, field });
      return { items: itemsWith<Item>(items, key), caching };
    } catch {
      return nothing;
    }
  };
  const hasResources = resources !== undefined;
  const read = {
    tools: await readTools(connection, options),
    prompts: await list<ListedPrompt>(prompts !== undefined, "prompts/list", "prompts", "name"),
    resources: await list<ListedResource>(hasResources, "resources/list", "resources", "uri"),
    resourceTemplates: await list<ListedResourceTemplate>(
      hasResources,
      "resources/templates/list",
      "resourceTemplates",
      "uriTemplate",
    ),
  };
  const scope = client.getDiscoverResult()?.["cacheScope"] === "public" ? "public" : "private";
  // How long it holds is of no use: it is asked for with each connection.
  const caching: Partial<Record<ListName | "discover", ListCaching>> = {
    discover: { receivedAt: options.now(), scope },
  };
  for (const name of ["tools", "prompts", "resources", "resourceTemplates"] as const) {
    const { caching: known } = read[name];
    if (known !== undefined) caching[name] = known;
  }
  const info = client.getServerVersion();
  return {
    title: info?.title ?? info?.name,
    version: info?.version,
    instructions: client.getInstructions(),
    tools: read.tools.items,
    prompts: read.prompts.items,
    resources: read.resources.items,
    resourceTemplates: read.resourceTemplates.items,
    caching,
  };
}

/** Over HTTP, a tool whose arguments cannot be mirrored as it declares must not be offered; the others are not affected. */
function isCallable(tool: ListedTool, { era, isHttp }: Connection, { warn }: ReadOptions): boolean {
  if (era === "legacy" || !isHttp) return true;
  const headers = readParamHeaders(tool.inputSchema);
  if (!headers.isValid) warn(`its tool ${JSON.stringify(tool.name.slice(0, 100))} is left out: ${headers.problem}`);
  return headers.isValid;
}
