import type { Tool } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import { isNestedTooDeeply } from "@toolcrib/shared/json";
import type { MessagesBody, ToolChoice } from "../../../../../contracts/inner-form.ts";
import { UpstreamError } from "../../../../../errors/upstream-error.ts";
import { readFunctionTool } from "../../../../shared/tools/function-tool.ts";
import { createToolNames, type ToolNames } from "../../../../shared/tools/tool-names.ts";
import { customDescription } from "../../../shared/custom-tools.ts";
import { sharedOf } from "../../../shared/shared-form.ts";
import { isStrictSchema } from "../../../shared/strict-schema.ts";
import type { ClientChat } from "./client-chat.ts";
import type { ChatMessage, MessageContext } from "./message-context.ts";
import { placeDeferred } from "./place-deferred.ts";

/** A tool on the wire. */
type ChatTool = Readonly<Record<string, unknown>>;

/** Tools that a server runs itself. */
const serverTools: ReadonlySet<string> = new Set(["openrouter:tool_search"]);

export interface ToolFields {
  readonly tools?: readonly ChatTool[];
  readonly tool_choice?: unknown;
  readonly parallel_tool_calls?: false;
}

/** The tools of a request and the choice among them. */
export function writeToolFields(
  body: MessagesBody,
  messages: readonly ChatMessage[],
  { names, client, deferred, traits }: Pick<MessageContext, "names" | "client" | "deferred" | "traits">,
): ToolFields {
  const { tools = [], tool_choice: choice } = body;
  if (tools.length === 0) {
    const called = calledBefore(messages);
    // Some servers refuse calls in the history of a request that declares no tool.
    return called.length === 0 ? {} : { tools: called, tool_choice: "none" };
  }
  for (const { name } of tools) if (name !== undefined) names.toProvider(name);
  const write = traits.takesCustomTools ? writeToolsWithCustom : writeTools;
  const written = client === undefined ? write(tools) : writeClientTools(tools, client);
  return {
    tools: deferred.loading === undefined ? written : placeDeferred(tools, written, deferred),
    ...choiceField(choice, names, written),
    ...(choice?.disable_parallel_tool_use === true ? { parallel_tool_calls: false } : {}),
  };
}

/** The same array comes with every turn of a conversation. Names do not depend on other tools, so any table writes the same. */
const writeTools = oncePer((tools: readonly Tool[]): readonly ChatTool[] => {
  const names = createToolNames();
  return tools.map((tool, position) => writeTool(tool, names, position));
});

const writeToolsWithCustom = oncePer((tools: readonly Tool[]): readonly ChatTool[] => {
  const names = createToolNames();
  return writeTools(tools).map((written, position) => customTool(tools[position] as Tool, names) ?? written);
});

/** A tool that takes free text, for a server that knows such tools. */
function customTool(tool: Tool, names: ToolNames): ChatTool | undefined {
  const { custom } = sharedOf(tool);
  if (custom === undefined || tool.name === undefined) return undefined;
  const { grammar, note } = custom;
  const description = customDescription(tool, note);
  return {
    type: "custom",
    custom: {
      name: names.toProvider(tool.name),
      ...(description === undefined ? {} : { description }),
      ...(grammar === undefined ? {} : { format: { type: "grammar", grammar } }),
    },
  };
}

/** The client's own tools as they came, and those that the gateway added. */
function writeClientTools(tools: readonly Tool[], client: ClientChat): readonly ChatTool[] {
  const own = client.body["tools"] as readonly ChatTool[] | undefined;
  if (own !== undefined && client.hasOnlyOwnTools(tools)) return own;
  return writeTools(tools).map((written, position) => client.toolOf(tools[position] as Tool, written) ?? written);
}

export function writeTool(tool: Tool, names: ToolNames, position = 0): ChatTool {
  const { type } = tool;
  if (typeof type === "string" && serverTools.has(type)) return { type };
  const { name, described, schema: parameters } = readFunctionTool(tool, position);
  if (isNestedTooDeeply(parameters)) {
    const message = `tools.${position}.input_schema: it is nested too deeply`;
    throw new UpstreamError(400, { type: "invalid_request_error", message });
  }
  const isStrict = (tool as { readonly strict?: unknown }).strict === true && isStrictSchema(parameters);
  return {
    type: "function",
    function: {
      name: names.toProvider(name),
      ...described,
      parameters,
      ...(isStrict ? { strict: true } : {}),
    },
  };
}

function choiceField(
  choice: ToolChoice | null | undefined,
  names: ToolNames,
  written: readonly ChatTool[],
): Pick<ToolFields, "tool_choice"> {
  switch (choice?.type) {
    case "auto":
    case "none":
      return { tool_choice: choice.type };
    case "any":
      return { tool_choice: "required" };
    case "tool": {
      const name = names.toProvider(choice.name ?? "");
      const isCustom = written.some(({ custom }) => (custom as { readonly name?: unknown } | undefined)?.name === name);
      const type = isCustom ? "custom" : "function";
      return { tool_choice: { type, [type]: { name } } };
    }
    default:
      return {};
  }
}

function calledBefore(messages: readonly ChatMessage[]): readonly ChatTool[] {
  const names = new Set<string>();
  for (const { tool_calls: calls } of messages) {
    for (const call of (calls ?? []) as readonly { readonly function?: { readonly name: string } }[]) {
      if (call.function !== undefined) names.add(call.function.name);
    }
  }
  return [...names].map((name) => ({
    type: "function",
    function: { name, parameters: { type: "object", properties: {} } },
  }));
}
