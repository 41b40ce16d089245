import type { ScriptedModel } from "@toolcrib/anthropic/testing";
import type { ChatModel } from "./chat/chat-request.ts";

/** A call that a scripted model wants to make. */
export interface WantedCall {
  readonly id?: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const wrapperName = "call_tool";

/**
 * A model that calls a tool if it can: by name where it was given it, over the bridge where its definition stands in the conversation.
 * Otherwise it says that it has no such tool.
 */
export function callWhenVisible(wanted: WantedCall): { readonly messages: ScriptedModel; readonly chat: ChatModel } {
  const id = wanted.id ?? "toolu_wanted";
  const callOf = (declared: readonly (string | undefined)[], conversation: string): WantedCall | undefined => {
    if (declared.includes(wanted.name)) return wanted;
    // The definition stands in the conversation as JSON inside a JSON string.
    const isShown = conversation.includes(`\\"name\\":\\"${wanted.name}\\"`);
    return declared.includes(wrapperName) && isShown
      ? { name: wrapperName, input: { name: wanted.name, arguments: wanted.input } }
      : undefined;
  };
  return {
    messages: ({ tools = [], messages }) => {
      const text = JSON.stringify(messages);
      const visible = tools.filter(
        ({ defer_loading, name }) => defer_loading !== true || text.includes(`"tool_name":"${name}"`),
      );
      const call = callOf(
        visible.map(({ name }) => name),
        text,
      );
      return call === undefined ? [noSuchTool(wanted)] : [{ type: "tool_use", id, name: call.name, input: call.input }];
    },
    chat: ({ tools = [], messages }) => {
      const call = callOf(
        tools.map((tool) => tool.function.name),
        JSON.stringify(messages),
      );
      return call === undefined ? noSuchTool(wanted) : { calls: [{ id, name: call.name, arguments: call.input }] };
    },
  };
}

function noSuchTool({ name }: WantedCall): { readonly type: string; readonly text: string } {
  return { type: "text", text: `I have no tool ${name}.` };
}
