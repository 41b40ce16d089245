import type { PolicyRule } from "@toolcrib/core/policy";
import { formatCountOf } from "@toolcrib/shared/text";
import type { ListedTool } from "../../contracts/toolset.ts";
import type { TraceRecorder } from "../../contracts/trace.ts";
import { toolsetToolName } from "../../conversation/shown-blocks.ts";
import { allowsTool } from "./read-toolsets.ts";
import { isHidden } from "./rule-names.ts";
import type { ListedToolset } from "./toolset-listings.ts";

/** The limit that models' APIs share for the name of a tool. */
const maxNameLength = 128;
const maxShownNames = 3;
const maxShownLength = 40;

/**
 * The listings without tools that no request can contain: a name that is empty, too long, or taken by another server's tool
 * would make the upstream refuse all of them. What the client pinned stays as it is.
 */
export function withoutUnusable(
  listings: readonly ListedToolset[],
  policy: readonly PolicyRule[],
  trace: Pick<TraceRecorder, "warn">,
): readonly ListedToolset[] {
  const usable = new Map(
    listings.map((listing) => [listing, listing.listed.filter((tool) => isUsable(listing, tool))]),
  );
  const owners = ownersOfNames(usable, policy);
  for (const listing of listings) warnOfLarge(listing, policy, trace);
  return listings.map((listing) => {
    const listed = (usable.get(listing) ?? []).filter(
      (tool) => isPinned(listing) || (owners.get(modelName(listing, tool)) ?? tool) === tool,
    );
    if (listed.length === listing.listed.length) return listing;
    warnOf(listing, new Set(listed), policy, trace);
    return { ...listing, listed };
  });
}

/** The tool that each name belongs to if several have it: what the client pinned comes first, and what rules hide last. */
function ownersOfNames(
  usable: ReadonlyMap<ListedToolset, readonly ListedTool[]>,
  policy: readonly PolicyRule[],
): ReadonlyMap<string, ListedTool> {
  const owners = new Map<string, ListedTool>();
  const all = [...usable].flatMap(([listing, tools]) => tools.map((tool) => ({ listing, tool })));
  if (new Set(all.map(({ listing, tool }) => modelName(listing, tool))).size === all.length) return owners;
  const allowed = all.filter(({ listing, tool }) => allowsTool(listing.toolset, tool.name));
  const rank = ({ listing, tool }: (typeof all)[number]): number =>
    isPinned(listing) ? 0 : isHidden(tool, listing, policy) ? 2 : 1;
  const ranked = allowed.map((each) => ({ ...each, rank: rank(each) })).sort((one, other) => one.rank - other.rank);
  for (const { listing, tool } of ranked) {
    const name = modelName(listing, tool);
    if (!owners.has(name)) owners.set(name, tool);
  }
  return owners;
}

function isPinned({ toolset }: ListedToolset): boolean {
  return toolset.pinned !== undefined;
}

function isUsable(listing: ListedToolset, tool: ListedTool): boolean {
  return isPinned(listing) || (tool.name.trim() !== "" && modelName(listing, tool).length <= maxNameLength);
}

function modelName({ toolset }: ListedToolset, { name }: ListedTool): string {
  return toolsetToolName(toolset.server.name, name);
}

function warnOf(
  listing: ListedToolset,
  kept: ReadonlySet<ListedTool>,
  policy: readonly PolicyRule[],
  trace: Pick<TraceRecorder, "warn">,
): void {
  const left = listing.listed.filter((tool) => !kept.has(tool) && !isHidden(tool, listing, policy));
  warnOfLeft(listing, left, "of a name that is empty, too long or taken", trace);
}

function warnOfLarge(listing: ListedToolset, policy: readonly PolicyRule[], trace: Pick<TraceRecorder, "warn">): void {
  const tools = (listing.tooLarge ?? []).map((name): ListedTool => ({ name, inputSchema: undefined }));
  warnOfLeft(
    listing,
    tools.filter((tool) => !isHidden(tool, listing, policy)),
    "of its size",
    trace,
  );
}

function warnOfLeft(
  { toolset }: ListedToolset,
  left: readonly ListedTool[],
  reason: string,
  trace: Pick<TraceRecorder, "warn">,
): void {
  if (left.length === 0) return;
  const names = left.slice(0, maxShownNames).map(({ name }) => JSON.stringify(name.slice(0, maxShownLength)));
  const more = left.length > maxShownNames ? ", …" : "";
  trace.warn(
    `${formatCountOf(left.length, "tool")} of the MCP server ${toolset.server.name} left out, ` +
      `because ${reason}: ${names.join(", ")}${more}`,
  );
}
