import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { ClientTool, ServerTool } from "@langchain/core/tools";
import { type AdapterCatalogue, readSearchOutput } from "@toolcrib/core/adapters";
import { type CallMap, mapCalls, transcriptOf } from "../messages/transcript.ts";

/** How found tools become callable. */
export type LoaderName = "append" | "bridge";

type AnyTool = ClientTool | ServerTool;

/** A model call, as far as a loader changes it. */
interface ModelCall {
  readonly tools: readonly AnyTool[];
  readonly messages: BaseMessage[];
}

interface Loader {
  readonly prepare: (call: ModelCall, catalogue: AdapterCatalogue) => ModelCall;
  readonly unwrap?: (answer: AIMessage, catalogue: AdapterCatalogue) => AIMessage;
}

/** Found tools are appended to the list of tools, in the order found. */
const append: Loader = {
  prepare: ({ tools, messages }, catalogue) => ({
    tools: catalogue.visible(named(tools), catalogue.loaded(transcriptOf(messages))).map(({ tool }) => tool),
    messages,
  }),
};

/** The list of tools never changes: search results contain the definitions, and one tool calls what was found. */
const bridge: Loader = {
  prepare({ tools, messages }, catalogue) {
    const { name, description, input_schema: parameters } = catalogue.bridge.tool;
    const wrapping: CallMap = { call: (call) => catalogue.wrapCall(call) };
    const given = transcriptOf(messages).filter((call) => call.name === catalogue.searchTool.name);
    const searches = new Map(given.map(({ id, output }) => [id, output]));
    return {
      tools: [
        ...catalogue.eager(named(tools)).map(({ tool }) => tool),
        { type: "function", function: { name, description, parameters } },
      ],
      messages: messages.map((message) => {
        if (ToolMessage.isInstance(message) && searches.has(message.tool_call_id)) {
          const content = catalogue.describe(readSearchOutput(searches.get(message.tool_call_id)));
          return new ToolMessage({ content, tool_call_id: message.tool_call_id, name: catalogue.searchTool.name });
        }
        return AIMessage.isInstance(message) ? mapCalls(message, wrapping) : message;
      }),
    };
  },
  unwrap: (answer, catalogue) =>
    mapCalls(answer, {
      call: (call) => catalogue.unwrapCall(call),
      text: (call) => catalogue.unwrapText(call),
    }),
};

export const loaders: Readonly<Record<LoaderName, Loader>> = { append, bridge };

function named(tools: readonly AnyTool[]): { readonly name: string; readonly tool: AnyTool }[] {
  return tools.map((tool) => ({ name: typeof tool["name"] === "string" ? tool["name"] : "", tool }));
}
