import { deferredTools, eagerTool, searchTool, type Tool, wantedTool } from "../scenario/scenario.ts";
import type { Door } from "./door.ts";

interface Event {
  readonly index?: number;
  readonly content_block?: { readonly type: string; readonly name?: string };
  readonly delta?: { readonly text?: string; readonly partial_json?: string };
}

const definition = ({ name, description, schema }: Tool) => ({ name, description, input_schema: schema });
const deferred = deferredTools.map((tool) => ({ ...definition(tool), defer_loading: true }));
const common = {
  path: "/v1/messages",
  headers: { "anthropic-version": "2023-06-01", "x-api-key": "key" },
  read: readEvents,
};

/** The Messages API, with a search that the client answers, as Claude Code does. */
export const messagesDoor: Door = {
  ...common,
  body: (model, question) => ({
    model,
    max_tokens: 1_000,
    stream: true,
    tools: [definition(eagerTool), definition(searchTool), ...deferred],
    messages: [
      { role: "user", content: question },
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "toolu_1", name: searchTool.name, input: { query: `select:${wantedTool.name}` } },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "toolu_1",
            content: [{ type: "tool_reference", tool_name: wantedTool.name }],
          },
        ],
      },
    ],
  }),
};

/** The Messages API, with the API's own search, which the gateway answers. */
export const messagesSearchDoor: Door = {
  ...common,
  body: (model, question) => ({
    model,
    max_tokens: 1_000,
    stream: true,
    tools: [
      definition(eagerTool),
      { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" },
      ...deferred,
    ],
    messages: [{ role: "user", content: question }],
  }),
};

function readEvents(events: readonly unknown[]) {
  let text = "";
  const calls = new Map<number, { readonly name: string; json: string }>();
  for (const { index = 0, content_block: block, delta } of events as readonly Event[]) {
    if (block?.type === "tool_use") calls.set(index, { name: block.name ?? "", json: "" });
    text += delta?.text ?? "";
    const call = calls.get(index);
    if (call !== undefined) call.json += delta?.partial_json ?? "";
  }
  return { text, calls: [...calls.values()].map(({ name, json }) => ({ name, input: JSON.parse(json) as unknown })) };
}
