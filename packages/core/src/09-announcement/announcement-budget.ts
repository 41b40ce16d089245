import { compareNames } from "@toolcrib/shared/names";
import { charactersPerToken } from "@toolcrib/shared/text";
import { serverOf, type Tool } from "../tools/tool.ts";
import { toolKey } from "../tools/tool-key.ts";

/** Which deferred tools are announced by name, and how many of each server are only counted. */
export interface AnnouncementForm {
  readonly names: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** How many tools without a server do not fit: a search finds them. */
  readonly unnamed: number;
}

/**
 * Names within the budget; where they do not fit, the servers with the longest lists are counted instead, the longest first.
 * Depends on the deferred tools alone, so that a turn never takes back what another said.
 */
export function formWithinBudget(deferred: readonly Tool[], budgetTokens: number): AnnouncementForm {
  const groups = groupByServer(deferred);
  let characters = 0;
  for (const { length } of groups.values()) characters += length;
  const counts = new Map<string, number>();
  const longestFirst = [...groups].sort(
    ([leftServer, left], [rightServer, right]) => right.length - left.length || compareNames(leftServer, rightServer),
  );
  for (const [server, { names, length }] of longestFirst) {
    if (characters <= budgetTokens * charactersPerToken) break;
    // Built-in tools have no server to stand for them, so they keep their names for as long as those fit.
    if (server === "") continue;
    counts.set(server, names.length);
    characters -= length - server.length;
  }
  const builtIn = fitting(groups.get("")?.names ?? [], budgetTokens * charactersPerToken - characters);
  const names = [...groups].flatMap(([server, group]) => {
    if (server === "") return builtIn.names;
    return counts.has(server) ? [] : group.names;
  });
  return {
    names: names.sort(compareNames),
    counts: new Map([...counts].sort(([a], [b]) => compareNames(a, b))),
    unnamed: builtIn.unnamed,
  };
}

/** The names that are left when enough are taken away, from the end of the alphabet, to make up for what is missing. */
function fitting(
  names: readonly string[],
  room: number,
): { readonly names: readonly string[]; readonly unnamed: number } {
  const sorted = names.toSorted(compareNames);
  let missing = -room;
  while (missing > 0 && sorted.length > 0) missing -= (sorted.pop() as string).length + 1;
  return { names: sorted, unnamed: names.length - sorted.length };
}

function groupByServer(tools: readonly Tool[]): Map<string, { names: string[]; length: number }> {
  const groups = new Map<string, { names: string[]; length: number }>();
  for (const tool of tools) {
    const name = toolKey(tool);
    if (!isPlainName(name)) continue;
    const server = serverOf(tool) ?? "";
    const group = groups.get(server) ?? { names: [], length: 0 };
    group.names.push(name);
    group.length += name.length + 1;
    groups.set(server, group);
  }
  return groups;
}

/**
 * A name that could end the list, pass for another line or hold a sentence is not announced, because servers choose
 * names and this one would stand in a prompt; a search still finds it.
 */
function isPlainName(name: string): boolean {
  return /^[^\s<>*\p{C}]{1,128}$/u.test(name);
}
