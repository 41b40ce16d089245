import type { LanguageModelV4FunctionTool, LanguageModelV4Prompt, LanguageModelV4ToolChoice } from "@ai-sdk/provider";
import type { Tool } from "@toolcrib/core";
import type { MessagesBody, ToolChoice } from "../../../contracts/inner-form.ts";
import { readFunctionTool } from "../../shared/tools/function-tool.ts";
import type { ToolNames } from "../../shared/tools/tool-names.ts";
import type { ProviderTraits } from "../provider/provider-traits.ts";

export interface CallTools {
  readonly tools?: LanguageModelV4FunctionTool[];
  readonly toolChoice?: LanguageModelV4ToolChoice;
}

interface ToolContext {
  readonly names: ToolNames;
  readonly traits: ProviderTraits;
}

/** The tools and tool choice of a request, with only the fields that chat models know. */
export function toCallTools(
  body: MessagesBody,
  prompt: LanguageModelV4Prompt,
  { names, traits }: ToolContext,
): CallTools {
  const tools = (body.tools ?? []).map((tool, position) => toFunctionTool(tool, position, { names, traits }));
  if (tools.length === 0) {
    const called = calledBefore(prompt);
    // Providers reject a history with calls if the request declares no tools.
    return called.length === 0 ? {} : { tools: called, toolChoice: { type: "none" } };
  }
  const toolChoice = toToolChoice(body.tool_choice, names);
  return { tools, ...(toolChoice === undefined ? {} : { toolChoice }) };
}

function toFunctionTool(tool: Tool, position: number, { names, traits }: ToolContext): LanguageModelV4FunctionTool {
  const { name, described, schema } = readFunctionTool(tool, position);
  const { strict } = tool as { readonly strict?: unknown };
  return {
    type: "function",
    name: names.toProvider(name),
    ...described,
    inputSchema: schema as LanguageModelV4FunctionTool["inputSchema"],
    ...(traits.takesStrict && typeof strict === "boolean" ? { strict } : {}),
  };
}

function toToolChoice(choice: ToolChoice | undefined, names: ToolNames): LanguageModelV4ToolChoice | undefined {
  switch (choice?.type) {
    case "auto":
    case "none":
      return { type: choice.type };
    case "any":
      return { type: "required" };
    case "tool":
      return { type: "tool", toolName: names.toProvider(choice.name ?? "") };
    default:
      return undefined;
  }
}

function calledBefore(prompt: LanguageModelV4Prompt): LanguageModelV4FunctionTool[] {
  const names = new Set<string>();
  for (const { role, content } of prompt) {
    if (role === "assistant") for (const part of content) if (part.type === "tool-call") names.add(part.toolName);
  }
  return [...names].map((name) => ({ type: "function", name, inputSchema: { type: "object", properties: {} } }));
}
