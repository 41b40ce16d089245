import type { ContentBlock, Message, Tool } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import { isRecord } from "@toolcrib/shared/json";
import type { MessagesBody } from "../contracts/inner-form.ts";

/** The name of the API's tool for programs. */
export const programToolName = "code_execution";
const entryType = /^code_execution_(?:20250825|20260120|20260521)$/;
/** Requests may name any version as the caller, also one without an entry of its own. */
const callerType = /^code_execution_\d{8}$/;

/** The API names this version in every answer, whichever the request named. */
export const programCallerType = "code_execution_20260120";

/** Who made a call: a program, by its id. */
export interface ProgramCaller {
  readonly type: string;
  readonly tool_id: string;
}

export function programCaller(program: string): ProgramCaller {
  return { type: programCallerType, tool_id: program };
}

export function isProgramCaller(caller: unknown): caller is ProgramCaller {
  if (!isRecord(caller)) return false;
  const { type, tool_id: id } = caller;
  return typeof type === "string" && type.startsWith("code_execution_") && typeof id === "string";
}

/** The API's entry for programs, and the tools of the client that programs may call. */
export interface ProgramParts {
  readonly entry: Tool;
  readonly callable: readonly Tool[];
}

/** Undefined unless a request has the entry and something that programs may call: a tool, or a toolset. */
export function programPartsOf({ tools }: Pick<MessagesBody, "tools">): ProgramParts | undefined {
  return Array.isArray(tools) ? partsOfList(tools as readonly unknown[]) : undefined;
}

const partsOfList = oncePer((tools: readonly unknown[]): ProgramParts | undefined => {
  const known = tools.filter((tool): tool is Tool => isRecord(tool));
  const entry = known.find(({ type }) => typeof type === "string" && entryType.test(type));
  if (entry === undefined) return undefined;
  const callable = known.filter((tool) => typeof tool.name === "string" && allowsPrograms(callersOf(tool)));
  return callable.length === 0 && !known.some(toolsetAllowsPrograms) ? undefined : { entry, callable };
});

export function callersOf(tool: Tool): readonly string[] {
  return callersIn((tool as { readonly allowed_callers?: unknown }).allowed_callers);
}

export function callersIn(callers: unknown): readonly string[] {
  return Array.isArray(callers) ? callers.filter((caller): caller is string => typeof caller === "string") : ["direct"];
}

export function allowsPrograms(callers: readonly string[]): boolean {
  return callers.some((type) => callerType.test(type));
}

/** Whether programs may call tools of a toolset: `allowed_callers` is in its default or in the config of a tool. */
export function toolsetAllowsPrograms(entry: Tool): boolean {
  const { default_config: byDefault, configs } = entry as Tool &
    Readonly<Record<"default_config" | "configs", unknown>>;
  if (entry.type !== "mcp_toolset") return false;
  const all = [byDefault, ...(isRecord(configs) ? Object.values(configs) : [])];
  return all.some((config) => isRecord(config) && allowsPrograms(callersIn(config["allowed_callers"])));
}

/**
 * A request with something harmless in place of what the gateway itself does with programs: the rest has to suit the upstream, and errors
 * name its place in the client's request.
 */
export function withoutProgramParts(body: MessagesBody): MessagesBody {
  const parts = programPartsOf(body);
  if (parts === undefined) return body;
  const { container: _container, ...rest } = body;
  const tools = body.tools?.map((tool) => (tool === parts.entry ? harmlessTool : withoutCallers(tool)));
  return {
    ...rest,
    tools,
    messages: Array.isArray(body.messages) ? body.messages.map(withoutPrograms) : body.messages,
  };
}

const harmlessTool: Tool = { name: programToolName, input_schema: { type: "object" } };
const harmlessBlock = { type: "text", text: "" } as ContentBlock;

/** A tool without what concerns programs alone. */
export function withoutCallers(tool: Tool): Tool {
  // Tools come unchecked from the client.
  if (typeof tool !== "object" || tool === null || !("allowed_callers" in tool || "output_schema" in tool)) return tool;
  const {
    allowed_callers: _callers,
    output_schema: _schema,
    ...rest
  } = tool as Tool & Readonly<Record<"allowed_callers" | "output_schema", unknown>>;
  return rest;
}

function withoutPrograms(message: Message): Message {
  const content: unknown = isRecord(message) ? message.content : undefined;
  if (!Array.isArray(content)) return message;
  return {
    ...message,
    content: content.map((block: unknown) => (isProgramPart(block) ? harmlessBlock : block)),
  } as Message;
}

function isProgramPart(block: unknown): boolean {
  if (!isRecord(block)) return false;
  const { type, name, caller } = block;
  if (type === "code_execution_tool_result" || (type === "server_tool_use" && name === programToolName)) return true;
  return type === "tool_use" && isRecord(caller);
}
