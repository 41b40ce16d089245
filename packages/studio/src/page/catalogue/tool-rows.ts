import type { AdminApiTool, TraceRecord } from "@toolcrib/gateway";
import { compareNames } from "@toolcrib/shared/names";
import { toolName } from "../parts/tool-name.ts";

/** A tool's statistics in the kept requests. */
interface ToolCounts {
  /** Searches that returned it. */
  readonly returned: number;
  /** Conversations in which it was found. */
  readonly found: number;
  /** Calls of it, run by the gateway or sent to the client. */
  readonly called: number;
}

/** A tool with its counts. */
export interface ToolRow extends ToolCounts {
  readonly tool: AdminApiTool;
  /** Whether it appears only in requests, not in the gateway's own catalogue. */
  readonly isFromRequests: boolean;
}

const none: ToolCounts = { returned: 0, found: 0, called: 0 };

/**
 * The tools of the catalogue and those that appear only in requests, by name, each with how often it was returned,
 * found and called.
 */
export function toolRows(tools: readonly AdminApiTool[], traces: readonly TraceRecord[]): readonly ToolRow[] {
  const known = new Set(tools.map(({ name }) => name));
  const counts = countTools(traces, known);
  const others = [...counts.keys()].filter((name) => !known.has(name)).map((name): AdminApiTool => ({ name }));
  const rows = [...tools, ...others].map((tool) => ({
    tool,
    isFromRequests: !known.has(tool.name),
    ...(counts.get(tool.name) ?? none),
  }));
  return rows.toSorted((left, right) => compareNames(left.tool.name, right.tool.name));
}

function countTools(traces: readonly TraceRecord[], known: ReadonlySet<string>): ReadonlyMap<string, ToolCounts> {
  const counts = new Map<string, { returned: number; found: Set<string>; called: number }>();
  const of = (name: string) => {
    const before = counts.get(name);
    if (before !== undefined) return before;
    const fresh = { returned: 0, found: new Set<string>(), called: 0 };
    counts.set(name, fresh);
    return fresh;
  };
  for (const trace of traces) {
    for (const { hits } of trace.searches) for (const name of hits) of(name).returned++;
    for (const name of trace.tools.found) of(name).found.add(trace.conversation);
    for (const name of trace.clientCalls ?? []) of(name).called++;
    for (const { server, tool } of trace.toolCalls) of(calledName(server, tool, known)).called++;
  }
  return new Map(
    [...counts].map(([name, { returned, found, called }]) => [name, { returned, found: found.size, called }]),
  );
}

/** Calls use the server's own tool name. The model knew it by its name in a toolset or in the catalogue. */
function calledName(server: string, tool: string, known: ReadonlySet<string>): string {
  const ofCatalogue = `mcp__${server}__${tool}`;
  return [`${server}_${tool}`, ofCatalogue, tool].find((name) => known.has(name)) ?? ofCatalogue;
}

/** The columns of the table. */
export type ToolColumn = "name" | "tokens" | "returned" | "found" | "called" | "findings";

/** The order of the rows within their group. Undefined: those that are used most come first. */
export interface ToolOrder {
  readonly column: ToolColumn;
  readonly isDescending: boolean;
}

/** A line of the table: the head of a group, or a tool. */
export type ToolLine =
  | { readonly type: "group"; readonly server: string; readonly tools: number; readonly tokens: number }
  | { readonly type: "tool"; readonly row: ToolRow };

const otherTools = "other tools";

/** The rows grouped by server. Servers whose tools are used most come first; with an order by name, by name. */
export function groupRows(rows: readonly ToolRow[], order: ToolOrder | undefined): readonly ToolLine[] {
  const groups = new Map<string, ToolRow[]>();
  for (const row of rows) {
    const server = toolName(row.tool.name, row.tool.server).server ?? otherTools;
    const group = groups.get(server);
    if (group === undefined) groups.set(server, [row]);
    else group.push(row);
  }
  const use = new Map([...groups].map(([server, members]) => [server, sum(members, useOf)]));
  const byName = order?.column === "name" ? (order.isDescending ? -1 : 1) : 0;
  const servers = [...groups.keys()].toSorted((left, right) =>
    byName === 0
      ? (use.get(right) ?? 0) - (use.get(left) ?? 0) || compareNames(left, right)
      : byName * compareNames(left, right),
  );
  return servers.flatMap((server): ToolLine[] => {
    const members = (groups.get(server) ?? []).toSorted((left, right) => compareRows(left, right, order));
    const tokens = sum(members, ({ tool }) => tool.tokens ?? 0);
    const head = { type: "group", server, tools: members.length, tokens } as const;
    return [head, ...members.map((row) => ({ type: "tool", row }) as const)];
  });
}

function compareRows(left: ToolRow, right: ToolRow, order: ToolOrder | undefined): number {
  const byName = compareNames(left.tool.name, right.tool.name);
  if (order === undefined) return useOf(right) - useOf(left) || byName;
  const sign = order.isDescending ? -1 : 1;
  if (order.column === "name") return sign * byName;
  return sign * (figureOf(left, order.column) - figureOf(right, order.column)) || byName;
}

function figureOf(row: ToolRow, column: Exclude<ToolColumn, "name">): number {
  if (column === "tokens") return row.tool.tokens ?? 0;
  return column === "findings" ? (row.tool.findings?.length ?? 0) : row[column];
}

/** A call says more than a find, and that more than a result. */
function useOf({ called, found, returned }: ToolRow): number {
  return called * 10_000 + found * 100 + returned;
}

function sum(rows: readonly ToolRow[], read: (row: ToolRow) => number): number {
  return rows.reduce((total, row) => total + read(row), 0);
}

export const toolFilters = {
  all: "all tools",
  "never-found": "never found",
  advice: "with advice",
  deferred: "deferred",
  eager: "eager or pinned",
} as const;

export type ToolFilter = keyof typeof toolFilters;

/** The rows that match a filter and some words. */
export function filterRows(rows: readonly ToolRow[], filter: ToolFilter, words: string): readonly ToolRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => passes(row, filter) && wanted.every((word) => textOf(row).includes(word)));
}

function textOf({ tool }: ToolRow): string {
  return `${tool.name} ${tool.description ?? ""}`.toLowerCase();
}

function passes(row: ToolRow, filter: ToolFilter): boolean {
  const { tool } = row;
  switch (filter) {
    case "all":
      return true;
    case "never-found":
      return !row.isFromRequests && row.returned === 0 && row.found === 0 && row.called === 0;
    case "advice":
      return (tool.findings?.length ?? 0) > 0;
    case "deferred":
      return tool.placement === "deferred";
    case "eager":
      return tool.placement === "eager" || tool.placement === "pinned";
  }
}
