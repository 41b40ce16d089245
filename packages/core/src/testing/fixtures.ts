import { createSearchTool } from "../11-search-call/search-tool.ts";
import type { ContentBlock, Message, ToolUseBlock } from "../conversation/message.ts";
import type { RequestToPrepare } from "../engine/prepare-request/request.ts";
import type { Tool } from "../tools/tool.ts";

const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

export function builtIn(name: string, traits: Partial<Tool> = {}): Tool {
  return { name, description: `Does ${name}.`, input_schema: schema, ...traits };
}

export function mcpTool(server: string, name: string, traits: Partial<Tool> = {}): Tool {
  return builtIn(`mcp__${server}__${name}`, traits);
}

export const bash: Tool = builtIn("Bash");
export const searchTool: Tool = createSearchTool();
export const slackSend: Tool = mcpTool("slack", "send_message");
const slackList: Tool = mcpTool("slack", "list_channels");
const githubCreate: Tool = mcpTool("github", "create_issue");
export const emailSend: Tool = mcpTool("email", "send_email");
export const catalogue: readonly Tool[] = [bash, slackSend, slackList, githubCreate, emailSend];

export function user(...content: readonly (string | ContentBlock)[]): Message {
  return {
    role: "user",
    content: content.map((part) => (typeof part === "string" ? { type: "text", text: part } : part)) as ContentBlock[],
  };
}

export function assistant(...content: readonly (string | ContentBlock)[]): Message {
  return { ...user(...content), role: "assistant" };
}

export function call(id: string, name: string, input: unknown = {}): ToolUseBlock {
  return { type: "tool_use", id, name, input };
}

export function reference(name: string): ContentBlock {
  return { type: "tool_reference", tool_name: name } as ContentBlock;
}

export function result(id: string, content: string | readonly ContentBlock[]): ContentBlock {
  return { type: "tool_result", tool_use_id: id, content } as ContentBlock;
}

/** A conversation in which a search has found tools. */
export function searched(...names: readonly string[]): Message[] {
  return [
    user("Do it."),
    assistant(call("toolu_search", "ToolSearch", { query: `select:${names.join(",")}` })),
    user(result("toolu_search", names.map(reference))),
  ];
}

/** A request with tool search on, unless something is said to the contrary. */
export function request(changes: Partial<RequestToPrepare> = {}): RequestToPrepare {
  return { model: "claude-sonnet-4-5", tools: catalogue, messages: [user("Hello.")], searchTool, ...changes };
}

export function textsOf(message: Message | undefined): string[] {
  if (message === undefined) return [];
  if (typeof message.content === "string") return [message.content];
  return message.content.flatMap((block) => ("text" in block ? [String(block.text)] : []));
}

export function namesOf(tools: readonly { readonly name?: string }[]): (string | undefined)[] {
  return tools.map(({ name }) => name);
}
