import type { Door, Visit } from "./door.ts";
import type { Saying } from "./model.ts";

const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };

/** The tools of the office as a client with the server in its own config sends them. */
export const clientTools = [
  {
    name: "mcp__office__read_note",
    description: "Reads a note.",
    input_schema: schema,
    annotations: { readOnlyHint: true },
  },
  { name: "mcp__office__write_note", description: "Writes a note.", input_schema: schema },
  {
    name: "mcp__office__shred_note",
    description: "Shreds a note for good.",
    input_schema: schema,
    annotations: { destructiveHint: true },
  },
];
const deferredTools = clientTools.map((tool) => ({ ...tool, defer_loading: true }));
export const bash = { name: "Bash", description: "Runs a command.", input_schema: { type: "object" } };
const clientSearch = { name: "ToolSearch", description: "Finds tools.", input_schema: { type: "object" } };
const serverSearch = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };
const everyName = clientTools.map(({ name }) => name);

interface MessagesDoor {
  readonly name: string;
  /** The route, which says how tools are loaded. */
  readonly model: "bridge" | "append" | "native" | "inject";
  readonly tools: readonly object[];
  /** What the conversation holds before the last words. */
  readonly history?: readonly object[];
  /** What the model looks for. */
  readonly searches?: readonly Saying[];
  readonly path?: string;
  readonly countOfAll?: RegExp;
}

const found = [
  { role: "assistant", content: [{ type: "tool_use", id: "toolu_s", name: "ToolSearch", input: { query: "notes" } }] },
  {
    role: "user",
    content: [
      {
        type: "tool_result",
        tool_use_id: "toolu_s",
        content: everyName.map((tool_name) => ({ type: "tool_reference", tool_name })),
      },
    ],
  },
];
const added = [
  { role: "assistant", content: "Yes?" },
  {
    role: "system",
    content: clientTools.map(({ annotations: _annotations, ...definition }) => ({
      type: "tool_addition",
      tool: { type: "tool_definition", definition },
    })),
  },
];
const lookups: readonly Saying[] = ["get rid of paper", "select:mcp__office__shed_note", "+note", "zzz"].map(
  (query) => [{ name: "ToolSearch", input: { query, max_results: 50 } }],
);

const doors: readonly MessagesDoor[] = [
  { name: "tools of a client", model: "native", tools: [bash, ...clientTools] },
  { name: "client search, native", model: "native", tools: [bash, clientSearch, ...deferredTools], history: found },
  { name: "client search, bridge", model: "bridge", tools: [bash, clientSearch, ...deferredTools], history: found },
  { name: "client search, append", model: "append", tools: [bash, clientSearch, ...deferredTools], history: found },
  {
    name: "server search",
    model: "bridge",
    tools: [serverSearch, bash, ...deferredTools],
    searches: [[{ name: "tool_search_tool_bm25", input: { query: "note lost for good", limit: 50 } }]],
  },
  {
    name: "injected search",
    model: "inject",
    tools: [bash, ...clientTools],
    searches: lookups,
    countOfAll: /searched 4 tools/,
  },
  {
    name: "counting",
    model: "bridge",
    tools: [bash, clientSearch, ...deferredTools],
    history: found,
    path: "/v1/messages/count_tokens",
  },
];

/** `/v1/messages`, where the client runs its tools and the gateway decides what the model sees and what comes back. */
export const messageDoors: readonly Door[] = doors.map(messagesDoor);

/** Definitions in the middle of a conversation carry no annotations, so they are no row of every rule. */
export const inlineDoors: readonly Door[] = (["native", "bridge"] as const).map((model) =>
  messagesDoor({ name: `inline definitions, ${model}`, model, tools: [bash, clientSearch], history: added }),
);

function messagesDoor(door: MessagesDoor): Door {
  const { name, model, tools, history = [], searches = [], path = "/v1/messages", countOfAll } = door;
  const body = (more: object = {}) => ({
    model: `${model}-model`,
    max_tokens: 1000,
    tools,
    messages: [{ role: "user", content: "Tidy up." }, ...history, { role: "user", content: "Go on." }],
    ...more,
  });
  const hasNoCalls = path.endsWith("count_tokens");
  return {
    name,
    hasNoCalls,
    ...(countOfAll === undefined ? {} : { countOfAll }),
    tell: async (visit) => {
      visit.model.play(...searches, "Done.");
      const answer = await post(visit, path, body());
      return JSON.stringify([visit.model.sent(), answer]);
    },
    call: async (visit, tool, notePath) => {
      const input = { path: notePath };
      let delivered = 0;
      for (const call of hasNoCalls ? [] : callsOf(`mcp__office__${tool}`, input)) {
        visit.model.play(call, call, call, call, "Done.");
        delivered += deliveredCalls(await post(visit, path, body()), `mcp__office__${tool}`);
      }
      return delivered;
    },
  };
}

/** A call by its own name, and one through the bridge. */
export function callsOf(name: string, input: object): Saying[] {
  return [[{ name, input }], [{ name: "call_tool", input: { name, arguments: input } }]];
}

export async function post({ office, key }: Visit, path: string, body: object, beta?: string): Promise<unknown> {
  const response = await fetch(`${office.url}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "anthropic-version": "2023-06-01",
      ...(key === undefined ? {} : { "toolcrib-key": key }),
      ...(beta === undefined ? {} : { "anthropic-beta": beta }),
    },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

export function deliveredCalls(answer: unknown, name: string): number {
  const { content } = answer as { readonly content: readonly { readonly type: string; readonly name?: string }[] };
  return content.filter((block) => block.type === "tool_use" && block.name === name).length;
}
