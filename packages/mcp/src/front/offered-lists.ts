import { ResourceNotFoundError, UriTemplate } from "@modelcontextprotocol/server";
import { mcpToolName } from "@toolcrib/core/tools";
import type { ListedPrompt, ListedResource, ListedResourceTemplate } from "../lists/server-lists.ts";
import type { FrontView } from "./front-view.ts";
import { type Exposed, exposeUnderUniqueNames } from "./unique-names.ts";

/** A resource of a server, by the server's own URI. */
export interface ResourcePlace {
  readonly server: string;
  readonly uri: string;
}

/** The prompts that a client may use, by the names it sees. */
export function offeredPrompts(view: FrontView): ReadonlyMap<string, Exposed<ListedPrompt>> {
  const offered = servers(view).flatMap((server) =>
    view.pool.lists(server).prompts.map((item) => ({ server, own: item.name, item })),
  );
  return exposeUnderUniqueNames(offered, mcpToolName);
}

/** The resources that a client may read, by the URIs it sees. */
export function offeredResources(view: FrontView): ReadonlyMap<string, Exposed<ListedResource>> {
  const offered = servers(view).flatMap((server) =>
    view.pool.lists(server).resources.map((item) => ({ server, own: item.uri, item })),
  );
  return exposeUnderUniqueNames(offered, fullUri);
}

/** The resource templates that a client may fill in, by what it sees. */
export function offeredTemplates(view: FrontView): ReadonlyMap<string, Exposed<ListedResourceTemplate>> {
  const offered = servers(view).flatMap((server) =>
    view.pool.lists(server).resourceTemplates.map((item) => ({ server, own: item.uriTemplate, item })),
  );
  return exposeUnderUniqueNames(offered, fullUri);
}

/** The server that owns a resource URI. An unknown or ambiguous URI is an error, and nothing is read. */
export function findResource(view: FrontView, uri: string): ResourcePlace {
  const listed = offeredResources(view).get(uri);
  if (listed !== undefined) return { server: listed.server, uri: listed.own };
  const allowed = servers(view);
  const full = /^toolcrib:([^:]+):(.*)$/s.exec(uri);
  const named = full === null ? undefined : decodeURIComponent(full[1] ?? "");
  if (named !== undefined && allowed.includes(named)) return { server: named, uri: full?.[2] ?? "" };
  const matching = allowed.filter((server) =>
    view.pool.lists(server).resourceTemplates.some(({ uriTemplate }) => matches(uriTemplate, uri)),
  );
  // Many servers list only some of their resources; if exactly one has resources at all, ask it.
  const withResources = allowed.filter((server) => {
    const { resources, resourceTemplates } = view.pool.lists(server);
    return resources.length + resourceTemplates.length > 0;
  });
  const candidates = matching.length > 0 ? matching : withResources;
  const [server] = candidates;
  if (server === undefined || candidates.length > 1) throw new ResourceNotFoundError(uri);
  return { server, uri };
}

/** A server of which only some tools are allowed offers nothing else. */
function servers(view: FrontView): readonly string[] {
  return view.servers().flatMap(({ name, state }) => (state === "disabled" || view.isServerHidden(name) ? [] : [name]));
}

// Only a prefix, so that it works for URIs and templates.
function fullUri(server: string, uri: string): string {
  return `toolcrib:${encodeURIComponent(server)}:${uri}`;
}

function matches(uriTemplate: string, uri: string): boolean {
  try {
    return new UriTemplate(uriTemplate).match(uri) !== null;
  } catch {
    return false;
  }
}
