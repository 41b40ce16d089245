import { fileURLToPath } from "node:url";
import type { ObservedScenario } from "../frame/observed-scenario.ts";
import { type Turn, turnOf } from "../frame/turn.ts";
import type { CodexServer } from "./config.ts";

/** The help desk beside this file: twelve tools, each described by one word. */
export const deskServer: Readonly<Record<string, CodexServer>> = {
  desk: { command: process.execPath, args: [fileURLToPath(new URL("desk-server.mjs", import.meta.url))], env: {} },
};

/** What a model searches for on the help desk, and the tool that it means. */
const searches = [
  { query: "create ticket", tool: "create_ticket" },
  { query: "ticket", tool: "list_tickets" },
  { query: "weather", tool: "get_weather" },
] as const;

/** One search in each turn, and a call where the searcher finds the tool. */
export function deskTurns(findable: ReadonlySet<string>): readonly Turn[] {
  return searches.map(({ query, tool }) => {
    const call = { call: `mcp__desk__${tool}`, input: {}, returns: `${tool} is done.` };
    return turnOf([{ search: query }, ...(findable.has(tool) ? [call] : []), { say: `Searched for ${query}.` }]);
  });
}

/** Which of the searches find their tool when the gateway searches. */
export function foundByGateway({ traces }: ObservedScenario): readonly string[] {
  const hits = traces.flatMap((trace) => trace.searches).map((search) => search.hits);
  return searches
    .filter(({ tool }, position) => hits[position]?.includes(`mcp__desk__${tool}`))
    .map(({ tool }) => tool);
}

interface SentItem {
  readonly type?: string;
  readonly tools?: readonly { readonly tools?: readonly { readonly name: string }[] }[];
}

/** Which of the searches find their tool when Codex searches: what it sends back to the model. */
export function foundByCodex({ exchanges }: ObservedScenario): readonly string[] {
  const { input = [] } = JSON.parse(exchanges.at(-1)?.body ?? "{}") as { readonly input?: readonly SentItem[] };
  const outputs = input.filter(({ type }) => type === "tool_search_output");
  const found = outputs.map(({ tools = [] }) => tools.flatMap(({ tools: members = [] }) => members));
  return searches
    .filter(({ tool }, position) => found[position]?.some(({ name }) => name === tool))
    .map(({ tool }) => tool);
}
