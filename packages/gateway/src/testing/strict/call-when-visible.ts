import type { ScriptedModel } from "@toolcrib/anthropic/testing";
import type { ChatModel } from "../chat/chat-request.ts";
import { callableNames } from "../chat/strict-chat-api.ts";
import type { ResponsesModel, ResponsesRequest, WireTool } from "../responses-api/responses-request.ts";

/** A call that a scripted model wants to make. */
export interface WantedCall {
  readonly id?: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The same model in each dialect. */
export interface ScriptedModels {
  readonly messages: ScriptedModel;
  readonly chat: ChatModel;
  readonly responses: ResponsesModel;
}

/** What a model sees of a request, whatever the dialect. */
interface View {
  /** The tools that it may call by name. */
  readonly declared: readonly string[];
  readonly conversation: string;
}

type Reply = { readonly text: string } | { readonly call: WantedCall };

const wrapperName = "call_tool";
const maxChatNameLength = 64;

/**
 * A model that calls a tool if it can: by name where it was given it, over the bridge where its definition is in the conversation.
 * Otherwise it says that it has no such tool.
 */
export function callWhenVisible(wanted: WantedCall): ScriptedModels {
  return inBothDialects((view) => reach(wanted, view) ?? { text: `I have no tool ${wanted.name}.` });
}

/** A model that searches for a tool, calls it when it sees its definition, and says the last words when it has the result. */
export function searchThenCall(options: {
  readonly search: Readonly<Record<string, unknown>>;
  readonly wanted: WantedCall;
  readonly result: string;
  readonly lastWords: string;
}): ScriptedModels {
  const { search, wanted, result, lastWords } = options;
  return inBothDialects((view, requestNumber) => {
    if (view.conversation.includes(result)) return { text: lastWords };
    const call = reach(wanted, view);
    if (call !== undefined) return call;
    const name = view.declared.find((declared) => /search/i.test(declared));
    if (name === undefined) return { text: "There is nothing to search with." };
    return { call: { id: `toolu_search_${requestNumber}`, name, input: search } };
  });
}

/** One script for both dialects. */
export function inBothDialects(reply: (view: View, requestNumber: number) => Reply): ScriptedModels {
  return {
    messages: ({ tools = [], messages }, requestNumber) => {
      const conversation = JSON.stringify(messages);
      const declared = tools
        .filter(({ defer_loading, name }) => {
          const marks = [`"tool_name":"${name}"`, `"type":"tool_reference","name":"${name}"`];
          return defer_loading !== true || marks.some((mark) => conversation.includes(mark));
        })
        .flatMap(({ name }) => name ?? []);
      const next = reply({ declared, conversation }, requestNumber);
      if ("text" in next) return [{ type: "text", text: next.text }];
      const { id = `toolu_wanted_${requestNumber}`, name, input } = next.call;
      return [{ type: "tool_use", id, name, input }];
    },
    chat: (body, requestNumber) => {
      const declared = callableNames(body);
      const next = reply({ declared, conversation: JSON.stringify(body.messages) }, requestNumber);
      if ("text" in next) return next;
      const { id = `call_wanted_${requestNumber}`, name, input } = next.call;
      return { calls: [{ id, name, arguments: input }] };
    },
    responses: (body, requestNumber) => {
      const known = callableTools(body);
      const declared = [...known.keys()];
      const next = reply({ declared, conversation: JSON.stringify(body.input) }, requestNumber);
      if ("text" in next) return next;
      const { id = `call_wanted_${requestNumber}`, name, input } = next.call;
      if (name === clientSearch && known.has(name)) return { items: [writeClientSearch(id, input)] };
      const called = known.get(name) ?? { name };
      return { calls: [{ id, ...called, arguments: input }] };
    },
  };
}

/** The tools of a request and those loaded in its conversation, members of namespaces under both names. */
function callableTools({
  tools = [],
  input,
}: ResponsesRequest): ReadonlyMap<string, { name: string; namespace?: string }> {
  const loaded = input.flatMap((item) => (item["tools"] ?? []) as readonly WireTool[]);
  return new Map(
    [...tools, ...loaded].flatMap((tool) =>
      tool.type === "namespace"
        ? (tool.tools ?? []).map(({ name = "" }) => {
            const namespace = tool.name ?? "";
            return [`${namespace}__${name}`, { name, namespace }] as const;
          })
        : [nameOf(tool)].map((name) => [name, { name }] as const),
    ),
  );
}

/** What the script calls a search of the API that the client answers: it has no name of its own. */
const clientSearch = "tool_search of the client";

function nameOf({ type, execution, name = "" }: WireTool): string {
  return type === "tool_search" && execution === "client" ? clientSearch : name;
}

function writeClientSearch(id: string, input: WantedCall["input"]): object {
  const fields = { execution: "client", status: "completed", arguments: input };
  return { type: "tool_search_call", id: `tsc_${id}`, call_id: id, ...fields };
}

/** The call of a tool, by its name or over the bridge; undefined while the model does not see it. */
export function reach(wanted: WantedCall, { declared, conversation }: View): { readonly call: WantedCall } | undefined {
  // A name that is too long for chat models is known to them by its beginning.
  const isLong = wanted.name.length > maxChatNameLength;
  const known = declared.find(
    (name) => name === wanted.name || (isLong && name.startsWith(wanted.name.slice(0, maxChatNameLength / 2))),
  );
  if (known !== undefined) return { call: { ...wanted, name: known } };
  // The definition is in the conversation as JSON inside a JSON string.
  const isShown = conversation.includes(`\\"name\\":\\"${wanted.name}\\"`);
  return declared.includes(wrapperName) && isShown
    ? { call: { ...wanted, name: wrapperName, input: { name: wanted.name, arguments: wanted.input } } }
    : undefined;
}
