import { deferredTools, eagerTool, searchTool, type Tool, wantedTool } from "../scenario/scenario.ts";
import type { Door } from "./door.ts";

interface Event {
  readonly type: string;
  readonly delta?: string;
  readonly item?: {
    readonly type: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly arguments?: string;
  };
}

const definition = ({ name, description, schema }: Tool) => ({
  type: "function",
  name,
  description,
  parameters: schema,
  strict: false,
});

/** Tools of MCP servers, which the API keeps in namespaces. */
function namespaces(tools: readonly Tool[]): readonly object[] {
  const members = new Map<string, object[]>();
  for (const tool of tools) {
    const [, namespace = "", name = ""] = /^(.+)__(.+)$/.exec(tool.name) ?? [];
    const list = members.get(namespace) ?? [];
    members.set(namespace, [...list, { ...definition({ ...tool, name }), defer_loading: true }]);
  }
  return [...members].map(([name, list]) => ({ type: "namespace", name, description: "A server", tools: list }));
}

const tools = [
  definition(eagerTool),
  {
    type: "tool_search",
    execution: "client",
    description: searchTool.description,
    parameters: searchTool.schema,
  },
  ...namespaces(deferredTools),
];

/** The Responses API, with a search that the client answers, as Codex does. */
export const responsesDoor: Door = {
  path: "/v1/responses",
  headers: { authorization: "Bearer key" },
  body: (model, question) => ({
    model,
    stream: true,
    store: false,
    tools,
    input: [
      { role: "user", content: question },
      {
        type: "tool_search_call",
        call_id: "call_1",
        execution: "client",
        status: "completed",
        arguments: { query: `select:${wantedTool.name}` },
      },
      {
        type: "tool_search_output",
        call_id: "call_1",
        execution: "client",
        status: "completed",
        tools: namespaces([wantedTool]),
      },
    ],
  }),
  read: (events) => {
    let text = "";
    const calls: { name: string; input: unknown }[] = [];
    for (const { type, delta = "", item } of events as readonly Event[]) {
      if (type === "response.output_text.delta") text += delta;
      if (type !== "response.output_item.done" || item?.type !== "function_call") continue;
      const name = [item.namespace, item.name].filter((part) => part !== undefined).join("__");
      calls.push({ name, input: JSON.parse(item.arguments ?? "") });
    }
    return { text, calls };
  },
};
