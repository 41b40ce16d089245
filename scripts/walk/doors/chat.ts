import { deferredTools, eagerTool, searchTool, type Tool, wantedTool } from "../scenario/scenario.ts";
import type { Door } from "./door.ts";

interface Chunk {
  readonly choices?: readonly {
    readonly delta: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly index: number;
        readonly function: { readonly name?: string; readonly arguments?: string };
      }[];
    };
  }[];
}

const definition = ({ name, description, schema }: Tool) => ({
  type: "function",
  function: { name, description, parameters: schema },
});

/** Chat Completions, with the extensions for deferred tools and a search that the client answers. */
export const chatDoor: Door = {
  path: "/v1/chat/completions",
  headers: { authorization: "Bearer key" },
  body: (model, question) => ({
    model,
    stream: true,
    tools: [
      definition(eagerTool),
      definition(searchTool),
      ...deferredTools.map((tool) => ({ ...definition(tool), defer_loading: true })),
    ],
    messages: [
      { role: "user", content: question },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: searchTool.name, arguments: JSON.stringify({ query: `select:${wantedTool.name}` }) },
          },
        ],
      },
      { role: "tool", tool_call_id: "call_1", content: [{ type: "tool_reference", tool_name: wantedTool.name }] },
    ],
  }),
  read: (events) => {
    let text = "";
    const calls: { name: string; json: string }[] = [];
    for (const delta of (events as readonly Chunk[]).flatMap(({ choices = [] }) => choices.map((each) => each.delta))) {
      text += delta.content ?? "";
      for (const { index, function: part } of delta.tool_calls ?? []) {
        calls[index] ??= { name: "", json: "" };
        calls[index].name += part.name ?? "";
        calls[index].json += part.arguments ?? "";
      }
    }
    return { text, calls: calls.map(({ name, json }) => ({ name, input: JSON.parse(json) as unknown })) };
  },
};
