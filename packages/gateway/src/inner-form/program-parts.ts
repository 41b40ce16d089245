import type { ContentBlock, Message, Tool } from "@toolcrib/core";
import { isRecord } from "@toolcrib/shared/json";
import type { MessagesBody } from "../contracts/inner-form.ts";

/** The name of the API's tool for programs. */
export const programToolName = "code_execution";
const entryType = /^code_execution_(?:20250825|20260120|20260521)$/;
const callerType = /^code_execution_(?:20260120|20260521)$/;

/** The API's entry for programs, and the tools that programs may call. */
export interface ProgramParts {
  readonly entry: Tool;
  readonly callable: readonly Tool[];
}

/** Undefined unless a request has both. */
export function programPartsOf({ tools }: Pick<MessagesBody, "tools">): ProgramParts | undefined {
  if (!Array.isArray(tools)) return undefined;
  const known = (tools as readonly unknown[]).filter((tool): tool is Tool => isRecord(tool));
  const entry = known.find(({ type }) => typeof type === "string" && entryType.test(type));
  if (entry === undefined) return undefined;
  const callable = known.filter(
    (tool) => typeof tool.name === "string" && callersOf(tool).some((type) => callerType.test(type)),
  );
  return callable.length === 0 ? undefined : { entry, callable };
}

export function callersOf(tool: Tool): readonly string[] {
  const { allowed_callers: callers } = tool as { readonly allowed_callers?: unknown };
  return Array.isArray(callers) ? callers.filter((caller): caller is string => typeof caller === "string") : ["direct"];
}

/** A request without what the gateway itself does with programs: the rest has to suit the upstream. */
export function withoutProgramParts(body: MessagesBody): MessagesBody {
  const parts = programPartsOf(body);
  if (parts === undefined) return body;
  const { container: _container, ...rest } = body;
  const tools = body.tools?.filter((tool) => tool !== parts.entry).map(withoutCallers);
  return {
    ...rest,
    tools,
    messages: Array.isArray(body.messages) ? body.messages.map(withoutPrograms) : body.messages,
  };
}

export function withoutCallers(tool: Tool): Tool {
  // Tools come unchecked from the client.
  if (typeof tool !== "object" || tool === null || !("allowed_callers" in tool)) return tool;
  const { allowed_callers: _callers, ...rest } = tool as Tool & { readonly allowed_callers: unknown };
  return rest;
}

function withoutPrograms(message: Message): Message {
  const content: unknown = isRecord(message) ? message.content : undefined;
  if (!Array.isArray(content)) return message;
  return { ...message, content: content.filter((block) => !isProgramPart(block as ContentBlock)) } as Message;
}

function isProgramPart(block: unknown): boolean {
  if (!isRecord(block)) return false;
  const { type, name, caller } = block;
  if (type === "code_execution_tool_result" || (type === "server_tool_use" && name === programToolName)) return true;
  return type === "tool_use" && isRecord(caller);
}
