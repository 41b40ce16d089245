import { arch, cpus, platform } from "node:os";
import type { FirstSearch } from "./forty-servers.ts";
import type { CallTimes, Failure } from "./latency.ts";
import type { ListSize } from "./list-bytes.ts";

/** Everything that was measured. */
export interface Results {
  readonly calls: readonly CallTimes[];
  readonly lists: readonly ListSize[];
  readonly firstSearch: readonly FirstSearch[];
  readonly failures: readonly Failure[];
}

/** A promise that the figures are held to. */
export interface Bar {
  readonly name: string;
  readonly isMet: boolean;
  readonly figure: string;
}

const maxAddedMilliseconds = 0.5;

/** The promises: at most half a millisecond a call, and less than every peer that does the same. */
export function barsOf({ calls, firstSearch }: Results): readonly Bar[] {
  const ours = calls.filter(({ name }) => name === "toolcrib");
  const peers = calls.filter(({ name }) => name !== "toolcrib" && name !== "direct");
  const [eager, lazy] = firstSearch;
  return [
    ...ours.map(({ group, toolCount, added }) => ({
      name: `${group}, ${toolCount} tools: at most ${maxAddedMilliseconds} ms added to a call`,
      isMet: added <= maxAddedMilliseconds,
      figure: `${added.toFixed(3)} ms`,
    })),
    ...peers.map((peer) => {
      const own = ours.find(({ group, toolCount }) => group === peer.group && toolCount === peer.toolCount);
      // A library without a hop between costs a few hundredths of a millisecond: below that there is only noise.
      const noise = peer.group === "in process" ? 0.01 : 0;
      return {
        name: `${peer.group}, ${peer.toolCount} tools: ${noise > 0 ? "not more" : "less"} added than ${peer.name}`,
        isMet: own !== undefined && own.added < peer.added + noise,
        figure: `${own?.added.toFixed(3)} ms against ${peer.added.toFixed(3)} ms`,
      };
    }),
    {
      name: "40 servers, lists known: no server runs before one is called",
      isMet: lazy?.servers === 0,
      figure: `${lazy?.servers} servers, ${lazy?.milliseconds.toFixed(0)} ms against ${eager?.milliseconds.toFixed(0)} ms`,
    },
  ];
}

/** The figures as a page. */
export function reportOf(results: Results, bars: readonly Bar[]): string {
  const { calls, lists, firstSearch, failures } = results;
  const [cpu] = cpus();
  return [
    "# MCP: calls, lists and the first search",
    "",
    `Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} × ${cpu?.model ?? "unknown"}. Written by \`npm run bench:mcp\`.`,
    "",
    "## A call",
    "",
    "The echo tool of one stdio server; milliseconds. *stdio* and *HTTP*: the SDK's client before the system. *in process*: a library that holds the server. *added*: to the direct way, compared round by round.",
    "",
    ...table(
      ["way", "tools", "system", "p50", "p99", "added"],
      calls.map(({ group, toolCount, name, p50, p99, added }) => [
        group,
        String(toolCount),
        name,
        p50.toFixed(3),
        p99.toFixed(3),
        name === "direct" ? "" : added.toFixed(3),
      ]),
    ),
    "",
    "## The list that a client gets",
    "",
    "Bytes of `tools/list`. mcporter has none: it is a library and a command.",
    "",
    ...table(
      ["tools", "system", "bytes"],
      lists.map(({ toolCount, name, bytes }) => [String(toolCount), name, bytes.toLocaleString("en")]),
    ),
    "",
    "## The first search, with 40 configured servers of 25 tools",
    "",
    "From the start of the program to the answer; memory of the program and of all servers that run then.",
    "",
    ...table(
      ["start", "milliseconds", "megabytes", "servers running"],
      firstSearch.map(({ start, milliseconds, megabytes, servers }) => [
        start,
        milliseconds.toFixed(0),
        megabytes.toFixed(0),
        String(servers),
      ]),
    ),
    ...(failures.length === 0
      ? []
      : ["", "## Did not run", "", ...failures.map(({ group, name, reason }) => `- ${name} (${group}): ${reason}`)]),
    "",
    "## Bars",
    "",
    ...table(
      ["bar", "", "figure"],
      bars.map(({ name, isMet, figure }) => [name, isMet ? "met" : "**missed**", figure]),
    ),
    "",
  ].join("\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}
