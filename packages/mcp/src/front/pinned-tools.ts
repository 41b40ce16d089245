import type { PooledTool } from "../lists/pooled-tool.ts";
import type { ResolvedFrontOptions } from "./front-options.ts";
import { programToolName } from "./front-programs.ts";
import { skillToolNames } from "./front-skill-tools.ts";
import { frontToolNames } from "./front-tools.ts";
import type { FrontView } from "./front-view.ts";
import { exposeUnderUniqueNames } from "./unique-names.ts";

/** Reserved names that no other tool is listed under. */
export const ownToolNames: ReadonlySet<string> = new Set([
  ...Object.values(frontToolNames),
  ...Object.values(skillToolNames),
]);

/** The tools that are always listed, by their listed names. */
export function pinnedTools(
  view: FrontView,
  { pinnedNames, listAllUpTo, programs }: Pick<ResolvedFrontOptions, "pinnedNames" | "listAllUpTo" | "programs">,
): ReadonlyMap<string, PooledTool> {
  const visible = view.tools();
  const isWhole = visible.length <= listAllUpTo;
  const pinned = visible.filter((tool) => isWhole || view.access(tool) === "pin");
  if (pinnedNames === "full") return new Map(pinned.map((tool) => [tool.name, tool]));
  const offered = pinned.map((item) => ({ server: item.server, own: item.definition.name, item }));
  const reserved = programs === undefined ? ownToolNames : new Set([...ownToolNames, programToolName]);
  const exposed = exposeUnderUniqueNames(offered, (server, own) => fullName(pinned, server, own), reserved);
  return new Map([...exposed].map(([name, { item }]) => [name, item]));
}

function fullName(tools: readonly PooledTool[], server: string, own: string): string {
  return tools.find((tool) => tool.server === server && tool.definition.name === own)?.name ?? own;
}
